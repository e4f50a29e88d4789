import { useReactFlow, useStoreApi } from '@xyflow/react';
import { type RefObject, useEffect } from 'react';
import { useSession } from '../workflow/hooks.ts';
import type { WorkflowDocument } from '../workflow/types.ts';
import { markHovered } from './canvas-state.ts';
import type { FlowEdge, FlowNode } from './flow-model.ts';
import { giveUpKeys, takeKeys } from './focus.ts';
import { removeView, setPointer, setView, showAll, zoomToFit } from './view.ts';

/** Texts that cannot be read are left out: below the first zoom the small ones, below the second all. */
const detailAt = (zoom: number) => (zoom < 0.28 ? 'least' : zoom < 0.5 ? 'low' : 'high');

/** Nothing that was shown is there any more, and more than a first node is. */
const isAnother = (now: WorkflowDocument['nodes'], before: WorkflowDocument['nodes']): boolean =>
  now !== before && !Object.keys(before).some((key) => key in now) && Object.keys(now).length > 1;

/** Tells the rest of the editor what is seen, and shows the whole of the workflow at first. */
export const useView = (root: RefObject<HTMLElement | null>): void => {
  const session = useSession();
  const instance = useReactFlow<FlowNode, FlowEdge>();
  const store = useStoreApi<FlowNode, FlowEdge>();

  useEffect(() => {
    const element = root.current;
    setView(session, instance, element);
    if (!element) return;
    // Listened to here and not at each node: a node would miss that the pointer left it when what lay under it was taken away.
    const move = (event: PointerEvent) => {
      setPointer(session, { x: event.clientX, y: event.clientY });
      const { target } = event;
      const node =
        target instanceof Element ? target.closest<HTMLElement>('.react-flow__node, .react-flow__node-toolbar') : null;
      markHovered(session, node?.dataset.id ?? null);
    };
    const leave = () => {
      setPointer(session, null);
      markHovered(session, null);
    };
    const touch = () => takeKeys(element);
    touch();
    element.addEventListener('pointerdown', touch, true);
    element.addEventListener('focusin', touch);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerover', move);
    element.addEventListener('pointerleave', leave);
    return () => {
      giveUpKeys(element);
      element.removeEventListener('pointerdown', touch, true);
      element.removeEventListener('focusin', touch);
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerover', move);
      element.removeEventListener('pointerleave', leave);
      removeView(session);
    };
  }, [session, instance, root]);

  useEffect(
    () =>
      store.subscribe(({ transform }, before) => {
        if (transform === before.transform) return;
        if (root.current) root.current.dataset.detail = detailAt(transform[2]);
        // What was under the pointer has moved away; the next move of the pointer tells what is there now.
        markHovered(session, null);
      }),
    [session, store, root],
  );

  // At once, in the same turn as React Flow takes the nodes: they are rendered once, where they are to be seen.
  useEffect(() => showAll(session, store.getState()), [session, store]);

  useEffect(
    () =>
      session.store.subscribe(({ document }, before) => {
        if (isAnother(document.nodes, before.document.nodes)) requestAnimationFrame(() => zoomToFit(session));
      }),
    [session],
  );
};
