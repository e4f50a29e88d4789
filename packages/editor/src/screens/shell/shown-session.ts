import { createContext, useContext, useEffect } from 'react';
import { hideToastsOf } from '../../ui/toasts.ts';
import type { WorkflowSession } from '../../workflow/session.ts';

/** By which a screen tells the frame around it which workflow it shows: menus and toasts there are about that one. */
export const ShowSessionContext = createContext<(session: WorkflowSession | null) => void>(() => {});

/** Shows this session to the frame. When the screen takes another or is left, it is disposed of, and what it and its run had to say goes. */
export const useShownSession = (session: WorkflowSession | null): void => {
  const show = useContext(ShowSessionContext);
  useEffect(() => {
    if (!session) return;
    show(session);
    return () => {
      show(null);
      session.dispose();
      hideToastsOf('run');
      hideToastsOf('workflow');
    };
  }, [session, show]);
};
