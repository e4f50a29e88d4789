import { useEffect } from 'react';
import { useSession } from '../workflow/hooks.ts';
import { lastSelected } from './actions.ts';
import { focusNode } from './view.ts';

/** When panel or creator close and leave the focus nowhere, it goes to the node that they were about, so that the next key finds it. */
export const useFocusReturn = (): void => {
  const session = useSession();
  useEffect(
    () =>
      session.panel.store.subscribe((now, before) => {
        const isClosed = now.node === null && now.creator === null && (before.node ?? before.creator) !== null;
        const key = before.node ?? lastSelected(session);
        if (!isClosed || key === undefined) return;
        // The field that has the focus is taken away with the next frame.
        requestAnimationFrame(() => {
          const isNowhere = document.activeElement === null || document.activeElement === document.body;
          if (isNowhere && session.state().document.nodes[key]) void focusNode(session, key);
        });
      }),
    [session],
  );
};
