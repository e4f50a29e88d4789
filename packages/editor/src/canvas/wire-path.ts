import type { Box, Point } from './geometry.ts';

/**
 * The course of a wire, always of the same parts: a straight stub out of the one port, a soft curve, a straight stub into the other. Forward
 * that is one curve; to a node that lies behind (a loop) the wire turns round, runs below or between the two nodes, and turns again.
 */
export interface WireCourse {
  /** For the `d` of an SVG path. */
  path: string;
  /** The same for the head of the arrow at its end. */
  arrow: string;
  /** Where a text on the wire stands. */
  middle: Point;
  /** Points along the wire, close enough to each other to measure distances with. Only what is pointed at needs them. */
  points(): Point[];
}

export type WireDirection = 'horizontal' | 'vertical';

/** Length of the straight part at each end. */
const stub = 26;
/** How far below its ends a wire goes that leads back: below the names of the nodes. */
const loopDepth = 112;
/** The same where it runs between two rows: what it keeps clear of below the upper one, and above the lower. */
const belowNames = 98;
const aboveCards = 60;
/** Ends this far apart in height are in two rows. */
const leastRowHeight = 130;
/** How far the turn of a wire that leads back swings out at most. */
const widestTurn = 64;
const samples = 16;

/** A line, or a curve of Bézier with two control points. */
type Part = readonly [Point, Point] | readonly [Point, Point, Point, Point];

export const wireCourse = (source: Point, target: Point, direction: WireDirection = 'horizontal'): WireCourse => {
  if (direction === 'vertical') return verticalCourse(source, target);
  return target.x - source.x >= 12 ? forwardCourse(source, target) : loopCourse(source, target);
};

const forwardCourse = (source: Point, target: Point): WireCourse => {
  const height = Math.abs(target.y - source.y);
  const straight = Math.min(stub, (target.x - source.x) / 2);
  const from = { x: source.x + straight, y: source.y };
  const to = { x: target.x - straight, y: target.y };
  const reach = Math.min(Math.max((to.x - from.x) / 2, Math.min(40, height / 3)), 160);
  const curve: Part = [from, { x: from.x + reach, y: from.y }, { x: to.x - reach, y: to.y }, to];
  return course([[source, from], curve, [to, target]], arrowTo(target), at(curve, 0.5));
};

/** From the upper side of a sub-node to the lower side of the node that uses it. */
const verticalCourse = (source: Point, target: Point): WireCourse => {
  const reach = Math.max(Math.abs(source.y - target.y) / 2, 30);
  const curve: Part = [source, { x: source.x, y: source.y - reach }, { x: target.x, y: target.y + reach }, target];
  return course([curve], '', at(curve, 0.5));
};

const loopCourse = (source: Point, target: Point): WireCourse => {
  const level = loopLevel(Math.min(source.y, target.y), Math.max(source.y, target.y));
  const right = { x: source.x + stub, y: source.y };
  const left = { x: target.x - stub, y: target.y };
  const below = [
    { x: right.x, y: level },
    { x: left.x, y: level },
  ] as const;
  return course(
    [[source, right], turn(right, below[0], 1), below, turn(below[1], left, -1), [left, target]],
    arrowTo(target),
    { x: (left.x + right.x) / 2, y: level },
  );
};

/** Where a wire between ends of these heights runs back: between their rows, or below the one row that they are in. */
const loopLevel = (upper: number, lower: number): number => {
  if (lower - upper < leastRowHeight) return lower + loopDepth;
  return (Math.min(upper + belowNames, lower - aboveCards) + lower - aboveCards) / 2;
};

/** Half a turn, out to the right (1) or to the left (-1). */
const turn = (from: Point, to: Point, side: 1 | -1): Part => {
  const reach = side * Math.min(Math.abs(to.y - from.y) * 0.7, widestTurn);
  return [from, { x: from.x + reach, y: from.y }, { x: to.x + reach, y: to.y }, to];
};

const arrowTo = ({ x, y }: Point): string => `M${x - 7},${y - 5}L${x},${y}L${x - 7},${y + 5}`;

const course = (parts: readonly Part[], arrow: string, middle: Point): WireCourse => ({
  path: pathOf(parts),
  arrow,
  middle,
  points: () => parts.flatMap((part, i) => pointsOf(part).slice(i === 0 ? 0 : 1)),
});

const pathOf = (parts: readonly Part[]): string => {
  const start = parts[0]![0];
  const steps = parts.map((part) => {
    const [, ...rest] = part;
    return `${rest.length === 1 ? 'L' : 'C'}${rest.map(({ x, y }) => `${x},${y}`).join(' ')}`;
  });
  return `M${start.x},${start.y}${steps.join('')}`;
};

const pointsOf = (part: Part): Point[] =>
  part.length === 2 ? [...part] : Array.from({ length: samples + 1 }, (_, i) => at(part, i / samples));

/** The point of a curve at a part of it from 0 to 1. */
const at = (part: Part, t: number): Point => {
  if (part.length === 2) {
    const [a, b] = part;
    return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t };
  }
  const [a, b, c, d] = part;
  const u = 1 - t;
  const [wa, wb, wc, wd] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t] as const;
  return {
    x: wa * a.x + wb * b.x + wc * c.x + wd * d.x,
    y: wa * a.y + wb * b.y + wc * c.y + wd * d.y,
  };
};

/** How far from a wire the pointer is still on it: half of the width of `.reach`. */
export const wireReach = 9;
const gap = 4;

/**
 * Where a box of some size may appear near the middle of a wire: not on it, so that it never comes between the pointer that points at the wire and
 * what that is about to click. @returns its centre
 */
export const besideWire = (course: WireCourse, { width, height }: Pick<Box, 'width' | 'height'>): Point => {
  const { middle } = course;
  const points = course.points();
  const isFree = ({ x, y }: Point): boolean => {
    const room = { width: width + 2 * wireReach, height: height + 2 * wireReach };
    return !passesThrough(points, { x: x - room.width / 2, y: y - room.height / 2, ...room });
  };
  for (let away = 1; away <= 4; away++) {
    const [across, down] = [away * (width / 2 + wireReach + gap), away * (height / 2 + wireReach + gap)];
    const places = [
      { x: middle.x, y: middle.y - down },
      { x: middle.x, y: middle.y + down },
      { x: middle.x + across, y: middle.y },
      { x: middle.x - across, y: middle.y },
    ];
    const free = places.find(isFree);
    if (free) return free;
  }
  return { x: middle.x, y: middle.y - 5 * height };
};

/** Whether a wire passes through a box, which is how a node dropped on it is noticed. */
export const passesThrough = (points: readonly Point[], box: Box): boolean =>
  points.some((point, i) => {
    if (i === 0) return false;
    const before = points[i - 1]!;
    const steps = Math.max(1, Math.ceil(Math.hypot(point.x - before.x, point.y - before.y) / 10));
    for (let step = 0; step <= steps; step++) {
      const x = before.x + ((point.x - before.x) * step) / steps;
      const y = before.y + ((point.y - before.y) * step) / steps;
      if (x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height) return true;
    }
    return false;
  });
