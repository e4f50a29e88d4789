import type { Box, Size } from './geometry.ts';
import { roomBelow } from './view.ts';

/** Pixels above what is kept in sight, for the buttons over a card. */
const roomAbove = 48;

interface Viewport {
  x: number;
  y: number;
  zoom: number;
}

/** How far up the canvas has to go so that the nodes that were seen stay seen, and none of them goes out at the top for it. */
const wayUp = (boxes: readonly Box[], { x, y, zoom }: Viewport, from: Size, height: number): number => {
  let top = Number.POSITIVE_INFINITY;
  let bottom = 0;
  for (const box of boxes) {
    const [left, upper] = [box.x * zoom + x, box.y * zoom + y];
    const [right, lower] = [left + box.width * zoom, upper + box.height * zoom];
    if (upper < 0 || lower > from.height || right < 0 || left > from.width) continue;
    top = Math.min(top, upper);
    bottom = Math.max(bottom, lower);
  }
  const way = Math.min(bottom + roomBelow - height, from.height - height, top - roomAbove);
  return Math.max(0, Math.round(way));
};

/**
 * Keeps what is seen in sight while something below the canvas takes room from it: moves it up by no more than that needs, and back when the room is
 * there again. Whoever has moved it meanwhile has it stay there.
 * @returns where the canvas is to be (`y` of its viewport) at a new height; `before` is its size until then
 */
export const createSightKeeper = () => {
  /** As it was before anything was taken, and where it was put for that. */
  let origin: { y: number; size: Size; put: number } | undefined;
  return (boxes: readonly Box[], viewport: Viewport, before: Size, height: number): number => {
    if (origin?.put !== viewport.y) origin = { y: viewport.y, size: before, put: viewport.y };
    origin.put = origin.y - wayUp(boxes, { ...viewport, y: origin.y }, origin.size, height);
    return origin.put;
  };
};
