import { useReactFlow, useStoreApi } from '@xyflow/react';
import { type RefObject, useEffect } from 'react';
import { useSession } from '../workflow/hooks.ts';
import type { WorkflowSession } from '../workflow/session.ts';
import type { WorkflowDocument } from '../workflow/types.ts';
import { levelAt } from './detail.ts';
import { boxOf, type FlowNode } from './flow-model.ts';
import { giveUpKeys, takeKeys } from './focus.ts';
import { createSightKeeper } from './keep-in-sight.ts';
import { removeView, revealNode, setView, showAll, zoomToFit } from './view.ts';
import { watchHover } from './watch-hover.ts';

const showDetail = (element: HTMLElement, zoom: number): void => {
  const { detail, nameSize } = levelAt(zoom);
  element.dataset.detail = detail;
  // A property that is set to what it is costs a new style of everything in it.
  const size = String(nameSize);
  if (element.style.getPropertyValue('--name-size') !== size) element.style.setProperty('--name-size', size);
};

/** Nothing that was shown is there any more. */
const isAnother = (now: WorkflowDocument['nodes'], before: WorkflowDocument['nodes']): boolean =>
  now !== before && !Object.keys(before).some((key) => key in now);

/** A single node stays where it is, if it is seen there. */
const showAnother = (session: WorkflowSession): void => {
  const [first, second] = Object.keys(session.state().document.nodes);
  if (second !== undefined) zoomToFit(session);
  else if (first !== undefined) void revealNode(session, first);
};

/** Tells the rest of the editor what is seen, and shows the whole of the workflow at first. */
export const useView = (root: RefObject<HTMLElement | null>): void => {
  const session = useSession();
  const instance = useReactFlow<FlowNode>();
  const store = useStoreApi<FlowNode>();

  useEffect(() => {
    const element = root.current;
    setView(session, instance, element);
    if (!element) return;
    const hover = watchHover(session);
    showDetail(element, store.getState().transform[2]);
    const ignoreTransforms = store.subscribe(({ transform }, before) => {
      if (transform === before.transform) return;
      if (transform[2] !== before.transform[2]) showDetail(element, transform[2]);
      hover.canvasMoved();
    });
    // When the sidebar takes room, what lies in the middle stays there; when the dock does, what is seen.
    const keepInSight = createSightKeeper();
    const ignoreSizes = store.subscribe(({ width, height, transform: [x, y, zoom] }, before) => {
      if ((width === before.width && height === before.height) || before.width === 0 || before.height === 0) return;
      const boxes = instance.getNodes().map(boxOf);
      const kept = height === before.height ? y : keepInSight(boxes, { x, y, zoom }, before, height);
      void instance.setViewport({ x: x + (width - before.width) / 2, y: kept, zoom });
    });
    // Listened to here and not at each node: a node would miss that the pointer left it when what lay under it was taken away.
    const move = (event: PointerEvent) => hover.moveTo(event);
    const leave = (event: PointerEvent) => hover.leave(event);
    const press = (event: PointerEvent) => hover.touch(event);
    const touch = () => takeKeys(element);
    touch();
    element.addEventListener('pointerdown', touch, true);
    element.addEventListener('pointerdown', press, true);
    element.addEventListener('focusin', touch);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerover', move);
    element.addEventListener('pointerleave', leave);
    return () => {
      giveUpKeys(element);
      ignoreTransforms();
      ignoreSizes();
      hover.end();
      element.removeEventListener('pointerdown', touch, true);
      element.removeEventListener('pointerdown', press, true);
      element.removeEventListener('focusin', touch);
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerover', move);
      element.removeEventListener('pointerleave', leave);
      removeView(session);
    };
  }, [session, instance, store, root]);

  // At once, in the same turn as React Flow takes the nodes: they are rendered once, where they are to be seen.
  useEffect(() => showAll(session, store.getState()), [session, store]);

  useEffect(
    () =>
      session.store.subscribe(({ document }, before) => {
        if (isAnother(document.nodes, before.document.nodes)) requestAnimationFrame(() => showAnother(session));
      }),
    [session],
  );
};
