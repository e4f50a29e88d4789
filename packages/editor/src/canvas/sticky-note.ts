import type { WorkflowNode } from '@millrace/contract';

/** A sticky note is a node of the public format that never runs; its text, size and colour are parameters. */

export const noteSize = { width: 240, height: 160, minWidth: 120, minHeight: 80 };
/** Of both sides. With much larger ones browsers lay out nothing at all. */
const largestSide = 100_000;

export const noteColors = [1, 2, 3, 4, 5, 6, 7] as const;

export interface NoteLook {
  content: string;
  width: number;
  height: number;
  /** 1 to 7, a colour of the theme. */
  color: number;
}

export const noteLook = ({ parameters = {} }: Pick<WorkflowNode, 'parameters'>): NoteLook => ({
  content: typeof parameters.content === 'string' ? parameters.content : '',
  width: sizeOr(parameters.width, noteSize.width),
  height: sizeOr(parameters.height, noteSize.height),
  color: noteColors.find((color) => color === Number(parameters.color)) ?? 1,
});

const sizeOr = (value: unknown, fallback: number): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.min(value, largestSide) : fallback;
