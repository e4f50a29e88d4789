import type { Box, Point } from './geometry.ts';

/**
 * The course of a wire. Forward it is one smooth curve. To a node that lies behind (a loop) it leaves to the right, goes round
 * below or between the two nodes, and comes in from the left, with rounded corners.
 */
export interface WireCourse {
  /** For the `d` of an SVG path. */
  path: string;
  /** Where a text on the wire stands. */
  middle: Point;
  /** Points along the wire, close enough to each other to measure distances with. Only what is pointed at needs them. */
  points(): Point[];
}

export type WireDirection = 'horizontal' | 'vertical';

const cornerRadius = 16;
const outreach = 26;
/** How far below the lower end a wire goes that leads back. */
const loopDepth = 90;
const samples = 16;

export const wireCourse = (source: Point, target: Point, direction: WireDirection = 'horizontal'): WireCourse => {
  if (direction === 'vertical') return verticalCurve(source, target);
  return target.x - source.x >= 12 ? forwardCurve(source, target) : loopBack(source, target);
};

const forwardCurve = (source: Point, target: Point): WireCourse => {
  const reach = Math.min(Math.max((target.x - source.x) / 2, Math.min(40, Math.abs(target.y - source.y) / 2)), 160);
  return curve(source, { x: source.x + reach, y: source.y }, { x: target.x - reach, y: target.y }, target);
};

/** From the upper side of a sub-node to the lower side of the node that uses it. */
const verticalCurve = (source: Point, target: Point): WireCourse => {
  const reach = Math.max(Math.abs(source.y - target.y) / 2, 30);
  return curve(source, { x: source.x, y: source.y - reach }, { x: target.x, y: target.y + reach }, target);
};

const curve = (a: Point, b: Point, c: Point, d: Point): WireCourse => {
  const at = (t: number): Point => {
    const u = 1 - t;
    const [wa, wb, wc, wd] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t] as const;
    return {
      x: wa * a.x + wb * b.x + wc * c.x + wd * d.x,
      y: wa * a.y + wb * b.y + wc * c.y + wd * d.y,
    };
  };
  return {
    path: `M${a.x},${a.y}C${b.x},${b.y} ${c.x},${c.y} ${d.x},${d.y}`,
    middle: at(0.5),
    points: () => Array.from({ length: samples + 1 }, (_, i) => at(i / samples)),
  };
};

const loopBack = (source: Point, target: Point): WireCourse => {
  const between = Math.abs(target.y - source.y) > 2 * loopDepth;
  const level = between ? (source.y + target.y) / 2 : Math.max(source.y, target.y) + loopDepth;
  const right = source.x + outreach;
  const left = target.x - outreach;
  const corners = [
    source,
    { x: right, y: source.y },
    { x: right, y: level },
    { x: left, y: level },
    { x: left, y: target.y },
    target,
  ];
  return { path: roundedPath(corners), middle: { x: (left + right) / 2, y: level }, points: () => corners };
};

const roundedPath = (corners: Point[]): string => {
  let path = `M${corners[0]!.x},${corners[0]!.y}`;
  for (let i = 1; i < corners.length - 1; i++) {
    const corner = corners[i]!;
    const before = towards(corner, corners[i - 1]!);
    const after = towards(corner, corners[i + 1]!);
    path += `L${before.x},${before.y}Q${corner.x},${corner.y} ${after.x},${after.y}`;
  }
  const end = corners.at(-1)!;
  return `${path}L${end.x},${end.y}`;
};

const towards = (from: Point, to: Point): Point => {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length === 0) return from;
  const part = Math.min(cornerRadius, length / 2) / length;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
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
