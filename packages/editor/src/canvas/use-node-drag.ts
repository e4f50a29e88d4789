import { toFormat } from '@millrace/contract';
import type { OnNodeDrag } from '@xyflow/react';
import { type RefObject, useMemo } from 'react';
import { moveNodes } from '../workflow/commands/index.ts';
import { type Expressions, withExpressions } from '../workflow/expressions.ts';
import { useSession } from '../workflow/hooks.ts';
import { limitNow } from '../workflow/node-limits.ts';
import type { Command, NodeKey, WorkflowDocument } from '../workflow/types.ts';
import { canvasState, markDropWire, showGuides } from './canvas-state.ts';
import { type FlowNode, storedPosition } from './flow-model.ts';
import type { Point } from './geometry.ts';
import { dropIntoWire } from './splice-node.ts';
import { canBeSpliced, wireUnder } from './wire-at.ts';

/**
 * Dragging nodes. Its end is one command: a move; with Alt a copy at the new place; for a node that was dropped on a wire, the
 * move and the splice.
 */
export const useNodeDrag = (flowNodes: RefObject<ReadonlyMap<NodeKey, FlowNode>>, settle: () => void) => {
  const session = useSession();
  return useMemo(() => {
    /** Not part of the first load. */
    let guides: typeof import('./guides/find-guides.ts') | undefined;
    const onNodeDragStart = async () => {
      guides = await import('./guides/find-guides.ts').catch(() => undefined);
    };

    const onNodeDrag: OnNodeDrag<FlowNode> = (_, { id }, dragged) => {
      const node = flowNodes.current.get(id);
      const { wires } = session.state().document;
      const alone = dragged.length === 1 && canBeSpliced(node, wires) ? node : undefined;
      markDropWire(session, (alone && wireUnder(alone, wires, flowNodes.current)) ?? null);
      const keys = dragged.map((one) => one.id);
      if (guides) showGuides(session, guides.findGuides(keys, flowNodes.current));
    };

    const onNodeDragStop: OnNodeDrag<FlowNode> = (event, _, dragged) => {
      const positions = dragged.flatMap(({ id }): [NodeKey, Point][] => {
        const node = flowNodes.current.get(id);
        return node ? [[id, storedPosition(node, node.position)]] : [];
      });
      const wire = canvasState(session).getState().dropWire;
      markDropWire(session, null);
      showGuides(session, []);
      const { document } = session.state();
      const [first] = positions;
      if (!first) return;
      if (event.altKey) {
        withExpressions((expressions) =>
          session.dispatch('history.duplicateNodes', copyAt(document, positions, expressions)),
        );
      } else if (wire !== null) session.dispatch('history.moveNodes', dropIntoWire(document, first[0], first[1], wire));
      else session.dispatch('history.moveNodes', moveNodes(positions));
      settle();
    };
    return { onNodeDragStart, onNodeDrag, onNodeDragStop };
  }, [flowNodes, settle, session]);
};

const copyAt = (
  document: WorkflowDocument,
  positions: readonly (readonly [NodeKey, Point])[],
  { pasteFragment, renameReferences }: Pick<Expressions, 'pasteFragment' | 'renameReferences'>,
): Command => {
  const fragment = toFormat(document, new Set(positions.map(([key]) => key)));
  return pasteFragment(
    structuredClone(fragment),
    renameReferences,
    {
      x: Math.min(...positions.map(([, { x }]) => x)),
      y: Math.min(...positions.map(([, { y }]) => y)),
    },
    limitNow,
  );
};
