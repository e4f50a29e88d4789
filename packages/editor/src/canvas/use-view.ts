import { useReactFlow, useStoreApi } from '@xyflow/react';
import { type RefObject, useEffect } from 'react';
import { useWorkflow } from '../workflow/hooks.ts';
import type { FlowEdge, FlowNode } from './flow-model.ts';
import { setPointer, setView, zoomToFit } from './view.ts';

/** Below this zoom texts cannot be read, so the cards leave out all but their icon and state. */
const farZoom = 0.45;

/** Tells the rest of the editor what is seen, and shows the whole of a workflow when it is opened. */
export const useView = (root: RefObject<HTMLElement | null>): void => {
  const instance = useReactFlow<FlowNode, FlowEdge>();
  const store = useStoreApi<FlowNode, FlowEdge>();
  const opened = useWorkflow((state) => state.opened);

  useEffect(() => {
    const element = root.current;
    setView(instance, element);
    if (!element) return;
    const move = (event: PointerEvent) => setPointer({ x: event.clientX, y: event.clientY });
    const leave = () => setPointer(null);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerleave', leave);
    return () => {
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerleave', leave);
      setView(null, null);
    };
  }, [instance, root]);

  useEffect(
    () =>
      store.subscribe(({ transform: [, , zoom] }) => {
        const detail = zoom < farZoom ? 'low' : 'high';
        const element = root.current;
        if (element && element.dataset.detail !== detail) element.dataset.detail = detail;
      }),
    [store, root],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: another workflow was opened.
  useEffect(() => zoomToFit(undefined, false), [opened]);
};
