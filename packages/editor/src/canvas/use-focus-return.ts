import { useEffect } from 'react';
import { useSession } from '../workflow/hooks.ts';
import type { PanelState } from '../workflow/panel-state.ts';
import { lastSelected } from './actions.ts';
import { focusNode } from './view.ts';

type Panels = ReturnType<PanelState['state']>;

const isOpen = ({ node, creator }: Panels): boolean => node !== null || creator !== null;

/** When panel or creator close and leave the focus nowhere, it goes to the node that they were about, so that the next key finds it. */
export const useFocusReturn = (): void => {
  const session = useSession();
  useEffect(
    () =>
      session.panel.store.subscribe((now, before) => {
        const isClosed = !isOpen(now) && isOpen(before);
        const key = before.node ?? lastSelected(session);
        if (!isClosed || key === undefined) return;
        // The field that has the focus is taken away with the next frame.
        requestAnimationFrame(() => {
          const isNowhere = document.activeElement === null || document.activeElement === document.body;
          const isNodeThere = session.state().document.nodes[key] !== undefined;
          if (isNowhere && isNodeThere && !isOpen(session.panel.state())) void focusNode(session, key);
        });
      }),
    [session],
  );
};
