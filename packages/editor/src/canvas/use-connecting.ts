import type { ConnectionType } from '@millrace/contract';
import type { IsValidConnection, OnConnect, OnConnectEnd, OnConnectStart } from '@xyflow/react';
import { type RefObject, useMemo } from 'react';
import { addWire, type WireEnds } from '../workflow/commands/index.ts';
import { useSession } from '../workflow/hooks.ts';
import type { WorkflowSession } from '../workflow/session.ts';
import type { NodeKey } from '../workflow/types.ts';
import type { FlowNode } from './flow-model.ts';
import { type Point, squareSize } from './geometry.ts';
import { fittingInput, fittingOutput } from './ports.ts';
import { canvasElement, canvasPoint } from './view.ts';
import { wireIndex } from './wire-index.ts';

/**
 * Drawing a wire: from port to port; dropped on a node, to its first fitting port; dropped on the empty canvas, to a node that is
 * chosen there.
 */
export const useConnecting = (flowNodes: RefObject<ReadonlyMap<NodeKey, FlowNode>>) => {
  const session = useSession();
  return useMemo(() => {
    const onConnect: OnConnect = ({ source, sourceHandle, target, targetHandle }) => {
      const from = portOf(sourceHandle);
      const to = portOf(targetHandle);
      if (from && to) connect(session, { source, ...sourceEnd(from), target, ...targetEnd(to) });
    };

    const isValidConnection: IsValidConnection = ({ source, sourceHandle, target, targetHandle }) => {
      const from = portOf(sourceHandle ?? null);
      const to = portOf(targetHandle ?? null);
      return source !== target && from !== undefined && from.type === to?.type;
    };

    const onConnectStart: OnConnectStart = () => canvasElement(session)?.setAttribute('data-connecting', '');

    const onConnectEnd: OnConnectEnd = (event, { fromNode, fromHandle, isValid }) => {
      canvasElement(session)?.removeAttribute('data-connecting');
      const from = portOf(fromHandle?.id ?? null);
      if (isValid || !fromNode || !fromHandle || !from) return;
      const side = fromHandle.type === 'source' ? 'output' : 'input';
      const screen = placeOf(event);
      const element = document.elementFromPoint(screen.x, screen.y);
      const target = element?.closest('.react-flow__node')?.getAttribute('data-id');
      if (target) joinToNode(session, flowNodes.current, { node: fromNode.id, side, ...from }, target);
      else if (element?.closest('.react-flow__pane')) {
        const point = canvasPoint(session, screen);
        session.panel.openCreator({
          at: cornerFor(point, side),
          point,
          from: { node: fromNode.id, side, ...from },
        });
      }
    };
    return { onConnect, onConnectStart, onConnectEnd, isValidConnection };
  }, [flowNodes, session]);
};

interface PortOfSide {
  node: NodeKey;
  side: 'input' | 'output';
  type: ConnectionType;
  index: number;
}

const joinToNode = (
  session: WorkflowSession,
  nodes: ReadonlyMap<NodeKey, FlowNode>,
  from: PortOfSide,
  target: NodeKey,
) => {
  const node = nodes.get(target);
  if (node?.type !== 'card' || target === from.node) return;
  const index = wireIndex(session.state().document.wires);
  const { ports } = node.data;
  if (from.side === 'output') {
    const port = fittingInput(ports, index.into(target), from.type);
    if (port) connect(session, { source: from.node, ...sourceEnd(from), target, ...targetEnd(port) });
  } else {
    const port = fittingOutput(ports, index.outOf(target), from.type);
    if (port) connect(session, { source: target, ...sourceEnd(port), target: from.node, ...targetEnd(from) });
  }
};

const connect = (session: WorkflowSession, ends: WireEnds) => session.dispatch('history.addWire', addWire(ends));

const sourceEnd = ({ type, index }: Pick<PortOfSide, 'type' | 'index'>) => ({ sourceType: type, sourceIndex: index });
const targetEnd = ({ type, index }: Pick<PortOfSide, 'type' | 'index'>) => ({ targetType: type, targetIndex: index });

/** The port that `portId` named. */
const portOf = (id: string | null): { type: ConnectionType; index: number } | undefined => {
  const colon = id?.lastIndexOf(':') ?? -1;
  if (!id || colon < 0) return undefined;
  return { type: id.slice(0, colon) as ConnectionType, index: Number(id.slice(colon + 1)) };
};

const placeOf = (event: MouseEvent | TouchEvent): Point => {
  const at = 'changedTouches' in event ? event.changedTouches[0] : event;
  return { x: at?.clientX ?? 0, y: at?.clientY ?? 0 };
};

/** Where the node goes so that its port is where the wire was dropped. */
const cornerFor = (point: Point, side: 'input' | 'output'): Point => {
  return {
    x: side === 'output' ? point.x : point.x - squareSize,
    y: point.y - squareSize / 2,
  };
};
