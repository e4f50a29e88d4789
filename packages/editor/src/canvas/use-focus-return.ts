import { useEffect } from 'react';
import { onPanelChange } from '../workflow/panel-state.ts';
import { workflowStore } from '../workflow/store.ts';
import { lastSelected } from './actions.ts';
import { focusNode } from './view.ts';

/** When panel or creator close and leave the focus nowhere, it goes to the node that they were about, so that the next key finds it. */
export const useFocusReturn = (): void => {
  useEffect(
    () =>
      onPanelChange((now, before) => {
        const isClosed = now.node === null && now.creator === null && (before.node ?? before.creator) !== null;
        const key = before.node ?? lastSelected();
        if (!isClosed || key === undefined) return;
        // The field that has the focus is taken away with the next frame.
        requestAnimationFrame(() => {
          const isNowhere = document.activeElement === null || document.activeElement === document.body;
          if (isNowhere && workflowStore.getState().document.nodes[key]) void focusNode(key);
        });
      }),
    [],
  );
};
