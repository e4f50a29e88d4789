import { limits } from '@millrace/contract';
import { setParameter } from '../workflow/commands/index.ts';
import type { Command, NodeKey } from '../workflow/types.ts';
import { type Box, snap } from './geometry.ts';

/** Gives a note another size, and another place if it was pulled at its left or upper side; in whole steps of the grid. */
export const resizeNote =
  (key: NodeKey, box: Box): Command =>
  (draft) => {
    const node = draft.nodes[key];
    if (!node) return;
    const grid = limits.canvasGrid;
    const left = snap(box.x, grid);
    const top = snap(box.y, grid);
    setParameter(key, ['width'], snap(box.x + box.width, grid) - left)(draft);
    setParameter(key, ['height'], snap(box.y + box.height, grid) - top)(draft);
    if (node.data.position[0] !== left || node.data.position[1] !== top) node.data.position = [left, top];
  };
