import { type MouseEvent as ReactMouseEvent, useMemo } from 'react';
import { useSession } from '../workflow/hooks.ts';
import type { WorkflowSession } from '../workflow/session.ts';
import type { WireKey } from '../workflow/types.ts';
import { openNode } from './actions.ts';
import { type MenuRequest, openMenu } from './canvas-state.ts';
import type { FlowNode } from './flow-model.ts';
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
      // A box takes the wires along that lie in it with both ends.
      onSelectionEnd: () => {
        const { selection, document } = session.state();
        const inside = Object.values(document.wires).filter(
          ({ source, target }) => selection.has(source) && selection.has(target),
        );
        session.select(
          selection,
          inside.map(({ key }) => key),
        );
      },
      onPaneContextMenu: (event: AnyMouseEvent) => showMenu(session, event, { kind: 'canvas' }),
      // React Flow leaves a node that is one of several selected ones among them.
      onNodeClick: (event: ReactMouseEvent, { id }: FlowNode) => {
        if (!addsToSelection(event)) session.select([id]);
      },
      onPaneClick: (event: ReactMouseEvent) => {
        if (!addsToSelection(event)) session.select(session.state().selection);
        const wantsNode = (event.ctrlKey || event.metaKey) && !session.state().readOnly;
        if (!wantsNode) return;
        const point = canvasPoint(session, placeOf(event));
        session.panel.openCreator({ at: squareAround(point), point });
      },
    }),
    [session],
  );
};

/** What is on a wire: it is selected by a click, its menu opens by the other button. */
export const useWireEvents = () => {
  const session = useSession();
  return useMemo(
    () => ({
      onClick: (event: ReactMouseEvent) => {
        const key = wireOf(event);
        if (key === undefined) return;
        const { selection, selectedWires } = session.state();
        if (!addsToSelection(event)) session.select([], [key]);
        else if (selectedWires.has(key))
          session.select(
            selection,
            [...selectedWires].filter((other) => other !== key),
          );
        else session.select(selection, [...selectedWires, key]);
      },
      onContextMenu: (event: ReactMouseEvent) => {
        const key = wireOf(event);
        if (key === undefined) return;
        session.select([], [key]);
        showMenu(session, event, { kind: 'wire', key });
      },
    }),
    [session],
  );
};

const wireOf = ({ target }: ReactMouseEvent): WireKey | undefined =>
  target instanceof Element ? target.closest<SVGElement>('[data-wire]')?.dataset.wire : undefined;

const addsToSelection = ({ shiftKey, ctrlKey, metaKey }: ReactMouseEvent): boolean => shiftKey || ctrlKey || metaKey;

const showMenu = (session: WorkflowSession, event: AnyMouseEvent, target: MenuRequest['target']) => {
  event.preventDefault();
  if (session.state().isPreview) return;
  const place = placeOf(event);
  openMenu(session, { ...place, point: canvasPoint(session, place), target });
};

const placeOf = ({ clientX, clientY }: AnyMouseEvent) => ({ x: clientX, y: clientY });
