import { type MouseEvent as ReactMouseEvent, useMemo } from 'react';
import { useSession } from '../workflow/hooks.ts';
import type { WorkflowSession } from '../workflow/session.ts';
import { openNode } from './actions.ts';
import { type MenuRequest, openMenu } from './canvas-state.ts';
import type { FlowEdge, FlowNode } from './flow-model.ts';
import { squareAround } from './geometry.ts';
import { canvasPoint } from './view.ts';

type AnyMouseEvent = ReactMouseEvent | MouseEvent;

/**
 * What clicks on nodes, wires and the empty canvas do. Made once for a session: React Flow gives them to each node and wire, so new ones would
 * render all of these anew.
 */
export const useCanvasEvents = () => {
  const session = useSession();
  return useMemo(
    () => ({
      onNodeDoubleClick: (_: ReactMouseEvent, { id }: FlowNode) => openNode(session, id),
      onNodeContextMenu: (event: ReactMouseEvent, { id }: FlowNode) => {
        if (!session.state().selection.has(id)) session.select([id]);
        showMenu(session, event, { kind: 'nodes' });
      },
      onSelectionContextMenu: (event: ReactMouseEvent) => showMenu(session, event, { kind: 'nodes' }),
      onEdgeContextMenu: (event: ReactMouseEvent, { id }: FlowEdge) => {
        session.select([], [id]);
        showMenu(session, event, { kind: 'wire', key: id });
      },
      onPaneContextMenu: (event: AnyMouseEvent) => showMenu(session, event, { kind: 'canvas' }),
      onPaneClick: (event: ReactMouseEvent) => {
        const wantsNode = (event.ctrlKey || event.metaKey) && !session.state().readOnly;
        if (!wantsNode) return;
        const point = canvasPoint(session, placeOf(event));
        session.panel.openCreator({ at: squareAround(point), point });
      },
    }),
    [session],
  );
};

const showMenu = (session: WorkflowSession, event: AnyMouseEvent, target: MenuRequest['target']) => {
  event.preventDefault();
  const place = placeOf(event);
  openMenu(session, { ...place, point: canvasPoint(session, place), target });
};

const placeOf = ({ clientX, clientY }: AnyMouseEvent) => ({ x: clientX, y: clientY });
