import { screenPoint } from '../canvas/view.ts';
import type { NodeCreatorRequest } from '../workflow/panel-state.ts';
import type { WorkflowSession } from '../workflow/session.ts';

const size = { width: 340, height: 440 };
const margin = 12;
/** Between what was pointed at and the panel. */
const distance = 8;

/** Beside the place that the node creator was opened at, to its right if there is room, within the window. */
export const besidePlace = (session: WorkflowSession, { at, point, wire }: NodeCreatorRequest) => {
  // A node's place is the corner of its square; a wire's is a point on it.
  const middle = wire === undefined ? 50 : 0;
  const place = point ?? { x: at!.x + middle, y: at!.y + middle };
  return besidePoint(screenPoint(session, place), { width: window.innerWidth, height: window.innerHeight });
};

export const besidePoint = ({ x, y }: { x: number; y: number }, window: { width: number; height: number }) => {
  const width = Math.min(size.width, window.width - 2 * margin);
  const height = Math.min(size.height, window.height - 2 * margin);
  const right = x + distance;
  const left = right + width + margin <= window.width ? right : x - distance - width;
  return {
    left: Math.max(margin, left),
    top: Math.max(margin, Math.min(y - 22, window.height - height - margin)),
    width,
    height,
  };
};
