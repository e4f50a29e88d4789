import { useBlocker, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { askToLeave } from '../../dialogs/stack.ts';
import { isDirty } from '../../workflow/history.ts';
import { useSession } from '../../workflow/hooks.ts';
import { type Opening, openNew, openStored } from '../../workflow/opening.ts';
import type { WorkflowSession } from '../../workflow/session.ts';
import { useShownSession } from '../shell/shown-session.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Another value opens another new workflow at the same address. */
    fresh?: string;
    /** The folder that a new workflow is stored in. */
    folderId?: string;
    /** The new workflow is the sample. */
    isSample?: boolean;
  }
}

export type OpenedScreen =
  | { phase: 'ready'; session: WorkflowSession }
  | { phase: 'loading' | 'failed'; session: null };

const loading: OpenedScreen = { phase: 'loading', session: null };

/** The template that a new workflow is made of. */
export interface OfTemplate {
  id: string;
  /** The page was loaded again: what was edited before is a draft. */
  isReopened: boolean;
}

/** What an address names: a stored workflow by its id, or a new one. */
interface Named {
  id: string | null;
  template?: OfTemplate | undefined;
  fresh?: string | undefined;
  folderId?: string | undefined;
  isSample?: boolean | undefined;
}

const hasDraft = async (): Promise<boolean> => (await import('../../workflow/draft-store.ts')).hasNewOfTab();

const open = async ({ id, template, folderId, isSample }: Named, signal: AbortSignal): Promise<Opening> => {
  if (id !== null) return openStored(id, signal);
  if (isSample) return (await import('../../first-run/sample-workflow.ts')).openSample(signal);
  if (!template || (template.isReopened && (await hasDraft()))) return openNew(signal, folderId);
  const { openTemplate } = await import('../../templates/open-template.ts');
  return openTemplate(template.id, signal);
};

/** Opens what the address names, unless it is open already (a new workflow that was just saved under this id). */
export const useOpening = (named: Named): OpenedScreen => {
  const { id, template } = named;
  const [screen, setScreen] = useState<OpenedScreen>(loading);
  const navigate = useNavigate();
  const isOpen = id !== null && screen.session?.state().id === id;
  // What was made of a template goes on as any new workflow does, at the address of these.
  const fresh = template ? `template ${template.id}` : named.fresh;
  useShownSession(screen.session);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `isOpen` and the rest of `named` are what holds when the address changes, `fresh` asks again
  useEffect(() => {
    if (isOpen) return;
    const aborter = new AbortController();
    setScreen(loading);
    const toNew = (more: object) => void navigate({ to: '/workflow', replace: true, ignoreBlocker: true, ...more });
    void open(named, aborter.signal).then((opened) => {
      if (aborter.signal.aborted) {
        if (typeof opened === 'object') opened.dispose();
      } else if (typeof opened === 'object') {
        setScreen({ phase: 'ready', session: opened });
        if (template && !template.isReopened) toNew({ search: { templateId: Number(template.id) } });
      } else if (opened === 'notFound') toNew({});
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

/** Asks before unsaved changes are lost, by a link here or by closing the page. An address that says that they are stored loses none. */
export const useLeaveGuard = (): void => {
  const session = useSession();
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      const isStored = next.pathname === current.pathname && 'action' in next.search;
      return !isStored && !(await mayLeave(session));
    },
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
