import type { OnNodeDrag } from '@xyflow/react';
import { type RefObject, useMemo } from 'react';
import { moveNodes, pasteFragment } from '../workflow/commands/index.ts';
import { toFormat } from '../workflow/format.ts';
import { dispatch, workflowStore } from '../workflow/store.ts';
import type { Command, NodeKey } from '../workflow/types.ts';
import { canvasState, markDropWire } from './canvas-state.ts';
import { type FlowNode, storedPosition } from './flow-model.ts';
import { spliceNode } from './splice-node.ts';
import { canBeSpliced, wireUnder } from './wire-at.ts';

/**
 * Dragging nodes. Its end is one command: a move; with Alt a copy at the new place; for a node that was dropped on a wire, the
 * move and the splice.
 */
export const useNodeDrag = (flowNodes: RefObject<ReadonlyMap<NodeKey, FlowNode>>, settle: () => void) =>
  useMemo(() => {
    const onNodeDrag: OnNodeDrag<FlowNode> = (_, { id }, dragged) => {
      const node = flowNodes.current.get(id);
      const { wires } = workflowStore.getState().document;
      const alone = dragged.length === 1 && canBeSpliced(node, wires) ? node : undefined;
      markDropWire((alone && wireUnder(alone, wires, flowNodes.current)) ?? null);
    };

    const onNodeDragStop: OnNodeDrag<FlowNode> = (event, _, dragged) => {
      const positions = dragged.flatMap(({ id }): [NodeKey, { x: number; y: number }][] => {
        const node = flowNodes.current.get(id);
        return node ? [[id, storedPosition(node, node.position)]] : [];
      });
      const wire = canvasState.getState().dropWire;
      markDropWire(null);
      if (event.altKey) dispatch('history.duplicateNodes', copyAt(positions));
      else if (wire !== null && positions[0]) {
        const [key] = positions[0];
        const move = moveNodes(positions);
        const splice = spliceNode(key, wire);
        dispatch('history.moveNodes', (draft) => {
          move(draft);
          splice(draft);
        });
      } else dispatch('history.moveNodes', moveNodes(positions));
      settle();
    };
    return { onNodeDrag, onNodeDragStop };
  }, [flowNodes, settle]);

const copyAt =
  (positions: readonly (readonly [NodeKey, { x: number; y: number }])[]): Command =>
  (draft) => {
    const fragment = structuredClone(toFormat(draft, new Set(positions.map(([key]) => key))));
    const corner = {
      x: Math.min(...positions.map(([, { x }]) => x)),
      y: Math.min(...positions.map(([, { y }]) => y)),
    };
    pasteFragment(fragment, corner)(draft);
  };
