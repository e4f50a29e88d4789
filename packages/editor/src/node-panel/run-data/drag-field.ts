import type { DragEvent } from 'react';
import type { ParameterPath } from '../../workflow/types.ts';
import { fieldDragType, fieldExpression } from '../expression/expression-path.ts';

/** What makes an element a field that can be dragged into a parameter. */
export const dragField = (path: ParameterPath, olderNode?: string) => ({
  draggable: true,
  onDragStart: (event: DragEvent) => {
    const text = fieldExpression(path, olderNode);
    event.stopPropagation();
    event.dataTransfer.setData(fieldDragType, text);
    event.dataTransfer.setData('text/plain', text);
    event.dataTransfer.effectAllowed = 'copy';
  },
});

export interface FieldSource {
  /** Fields can be dragged into parameters: they come from before the open node. */
  isInput: boolean;
  /** The node that the fields are read from, where it is not the one that `$json` reads. */
  olderNode?: string;
  /** Whose items they are, where those that belong together are shown: the node's output, or one of its inputs, counted from 0. */
  link?: 'output' | { readonly input: number };
}
