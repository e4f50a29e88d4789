/**
 * Sizes and places on the canvas, in canvas pixels. The public format places a node by the upper left corner of a square of
 * 100 pixels, and layouts are made for squares about 220 apart. A card is a square with a margin of 2 pixels inside of that one. Many
 * ports make it higher, around the same centre, so that wires between nodes of one row stay level; ports at its lower side make it
 * wider, to the right.
 */
export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Box extends Point, Size {}

export const squareSize = 100;
export const cardSize = 96;
const margin = (squareSize - cardSize) / 2;
/** Distance between two ports of the left or right side. */
const portPitch = 32;
/** The same at the lower side: their names stand beside each other. */
const lowerPortPitch = 72;
/** Least width of a card with ports at its lower side, whose name stands beside its icon. */
const leastWideCard = 216;
/** Distance between the places of a node and of the one after it. */
export const columnWidth = 220;
/** Distance between nodes put below each other. */
export const rowHeight = 140;

export const snap = (value: number, grid: number): number => Math.round(value / grid) * grid;

export const snapPoint = (point: Point, grid: number): Point => ({ x: snap(point.x, grid), y: snap(point.y, grid) });

/** @param lower how many inputs lie at the lower side */
export const sizeForPorts = (inputs: number, outputs: number, lower = 0): Size => ({
  width: lower === 0 ? cardSize : Math.max(leastWideCard, lower * lowerPortPitch),
  height: Math.max(cardSize, Math.max(inputs, outputs) * portPitch),
});

export const isWide = ({ width }: Size): boolean => width > cardSize;

/** Where the card of a node lies whose stored position is `position`. */
export const cardBox = (position: readonly [number, number], size: Size = sizeForPorts(1, 1)): Box => ({
  x: position[0] + margin,
  y: position[1] + (squareSize - size.height) / 2,
  ...size,
});

/** The stored position of a node whose card is at `corner`. */
export const positionOfCard = (corner: Point, height: number): [number, number] => [
  corner.x - margin,
  corner.y - (squareSize - height) / 2,
];

/** Height within the card of port `index` of `count` on one side. */
export const portHeight = (index: number, count: number, height: number): number =>
  height / 2 + (index - (count - 1) / 2) * portPitch;

/** Distance within a card of this width from its left edge of port `index` of `count` on the upper or lower side. */
export const portDistance = (index: number, count: number, width: number): number => ((index + 0.5) / count) * width;

export const centreOf = (box: Box): Point => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

export const boxesOverlap = (a: Box, b: Box, gap = 0): boolean =>
  a.x < b.x + b.width + gap && b.x < a.x + a.width + gap && a.y < b.y + b.height + gap && b.y < a.y + a.height + gap;

/** The square of the public format with a point in its middle. */
export const squareAround = ({ x, y }: Point): Point => ({ x: x - squareSize / 2, y: y - squareSize / 2 });
