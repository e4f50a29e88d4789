import { useBlocker, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { askToLeave } from '../../dialogs/stack.ts';
import { isDirty } from '../../workflow/history.ts';
import { useSession } from '../../workflow/hooks.ts';
import { openNew, openStored } from '../../workflow/opening.ts';
import type { WorkflowSession } from '../../workflow/session.ts';
import { useShownSession } from '../shell/shown-session.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Another value opens another new workflow at the same address. */
    fresh?: string;
    /** The folder that a new workflow is stored in. */
    folderId?: string;
  }
}

export type OpenedScreen =
  | { phase: 'ready'; session: WorkflowSession }
  | { phase: 'loading' | 'failed'; session: null };

const loading: OpenedScreen = { phase: 'loading', session: null };

/** Opens what the address names, unless it is open already (a new workflow that was just saved under this id). */
export const useOpening = (id: string | null, fresh: string | undefined, folderId?: string): OpenedScreen => {
  const [screen, setScreen] = useState<OpenedScreen>(loading);
  const navigate = useNavigate();
  const isOpen = id !== null && screen.session?.state().id === id;
  useShownSession(screen.session);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `isOpen` and `folderId` are what holds when the address changes, `fresh` asks again
  useEffect(() => {
    if (isOpen) return;
    const aborter = new AbortController();
    setScreen(loading);
    const opening = id === null ? openNew(aborter.signal, folderId) : openStored(id, aborter.signal);
    void opening.then((opened) => {
      if (aborter.signal.aborted) {
        if (typeof opened === 'object') opened.dispose();
      } else if (typeof opened === 'object') setScreen({ phase: 'ready', session: opened });
      else if (opened === 'notFound') void navigate({ to: '/workflow', replace: true, ignoreBlocker: true });
      else if (opened === 'failed') setScreen({ phase: 'failed', session: null });
    });
    return () => aborter.abort();
  }, [id, fresh, navigate]);
  return screen;
};

/** Moves to the workflow's own address when a new one has been saved. */
export const useNewAddress = (): void => {
  const navigate = useNavigate();
  const { store } = useSession();
  useEffect(
    () =>
      store.subscribe((now, before) => {
        if (before.id !== null || now.id === null) return;
        void navigate({ to: '/workflow/$id', params: { id: now.id }, replace: true, ignoreBlocker: true });
      }),
    [navigate, store],
  );
};

/** True if the workflow may be left: nothing was unsaved, or the person saved or dropped it. A save under way is waited for. */
export const mayLeave = async ({ state, saves, markSaved }: WorkflowSession): Promise<boolean> => {
  await saves.settled();
  if (!isDirty(state())) return true;
  const choice = await askToLeave(state().document.name);
  if (choice === 'cancel') return false;
  if (choice === 'save') return saves.save();
  markSaved();
  return true;
};

/** Asks before unsaved changes are lost, by a link here or by closing the page. */
export const useLeaveGuard = (): void => {
  const session = useSession();
  useBlocker({
    shouldBlockFn: async () => !(await mayLeave(session)),
    enableBeforeUnload: () => isDirty(session.state()) || session.state().saving,
  });
};

/** `?action=workflowSave`: another page has stored what is unsaved here, so it counts as saved. */
export const useSavedByAddress = (): void => {
  const { markSaved } = useSession();
  const isSaved = useSearch({ strict: false, select: ({ action }) => action === 'workflowSave' });
  useEffect(() => {
    if (isSaved) markSaved();
  }, [isSaved, markSaved]);
};
