/**
 * Sizes and places on the canvas, in canvas pixels. The public format places a node by the upper left corner of a square of
 * 100 pixels, and layouts are made for squares about 220 apart. Our cards are wider and lower than that square and share its
 * centre, so that wires between nodes of one row stay level and 60 pixels are left between neighbours.
 */
export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

export const squareSize = 100;
export const cardWidth = 160;
export const cardHeight = 60;
/** Distance between two ports of one side. */
export const portPitch = 26;
/** Distance between the places of a node and of the one after it. */
export const columnWidth = 220;
/** Distance between nodes put below each other. */
export const rowHeight = 140;

export const snap = (value: number, grid: number): number => Math.round(value / grid) * grid;

export const snapPoint = (point: Point, grid: number): Point => ({ x: snap(point.x, grid), y: snap(point.y, grid) });

export const heightForPorts = (inputs: number, outputs: number): number =>
  Math.max(cardHeight, Math.max(inputs, outputs) * portPitch + 8);

/** Where the card of a node lies whose stored position is `position`. */
export const cardBox = (position: readonly [number, number], height: number): Box => ({
  x: position[0] + (squareSize - cardWidth) / 2,
  y: position[1] + (squareSize - height) / 2,
  width: cardWidth,
  height,
});

/** The stored position of a node whose card is at `corner`. */
export const positionOfCard = (corner: Point, height: number): [number, number] => [
  corner.x - (squareSize - cardWidth) / 2,
  corner.y - (squareSize - height) / 2,
];

/** Height within the card of port `index` of `count` on one side. */
export const portHeight = (index: number, count: number, height: number): number =>
  height / 2 + (index - (count - 1) / 2) * portPitch;

/** Distance within the card from its left edge of port `index` of `count` on the upper or lower side. */
export const portDistance = (index: number, count: number): number => ((index + 1) / (count + 1)) * cardWidth;

export const centreOf = (box: Box): Point => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

export const boxesOverlap = (a: Box, b: Box, gap = 0): boolean =>
  a.x < b.x + b.width + gap && b.x < a.x + a.width + gap && a.y < b.y + b.height + gap && b.y < a.y + a.height + gap;
