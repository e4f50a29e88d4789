import { useBlocker, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { askToLeave } from '../../dialogs/stack.ts';
import { isDirty } from '../../workflow/history.ts';
import { openNewWorkflow } from '../../workflow/new-workflow.ts';
import { openNodeCreator, openNodePanel } from '../../workflow/panel-state.ts';
import { loadWorkflow, save } from '../../workflow/save.ts';
import { markSaved, workflowStore } from '../../workflow/store.ts';

export type OpeningPhase = 'loading' | 'ready' | 'failed';

/** Opens what the address names, unless it is open already (a new workflow that was just saved under this id). */
export const useOpening = (id: string | null): OpeningPhase => {
  const [phase, setPhase] = useState<OpeningPhase>('loading');
  const navigate = useNavigate();
  useEffect(() => {
    const { id: openId, readOnly } = workflowStore.getState();
    if (id !== null && id === openId && !readOnly) {
      setPhase('ready');
      return;
    }
    openNodePanel(null);
    openNodeCreator(null);
    const aborter = new AbortController();
    setPhase('loading');
    const opening = id === null ? openNewWorkflow(aborter.signal) : loadWorkflow(id, aborter.signal);
    void opening.then((outcome) => {
      if (aborter.signal.aborted) return;
      if (outcome === 'notFound') void navigate({ to: '/workflow', replace: true, ignoreBlocker: true });
      else setPhase(outcome === 'opened' ? 'ready' : 'failed');
    });
    return () => aborter.abort();
  }, [id, navigate]);
  return phase;
};

/** Moves to the workflow's own address when a new one has been saved. */
export const useNewAddress = (): void => {
  const navigate = useNavigate();
  useEffect(
    () =>
      workflowStore.subscribe((now, before) => {
        const isFirstSave = now.opened === before.opened && before.id === null && now.id !== null;
        if (!isFirstSave) return;
        void navigate({ to: '/workflow/$id', params: { id: now.id ?? '' }, replace: true, ignoreBlocker: true });
      }),
    [navigate],
  );
};

const hasChanges = () => isDirty(workflowStore.getState());

/** True if the open workflow may be replaced: nothing was unsaved, or the person saved or dropped it. */
export const mayLeave = async (): Promise<boolean> => {
  if (!hasChanges()) return true;
  const choice = await askToLeave();
  if (choice === 'cancel') return false;
  if (choice === 'save') return save();
  markSaved();
  return true;
};

/** Asks before unsaved changes are lost, by a link here or by closing the page. */
export const useLeaveGuard = (): void => {
  useBlocker({
    shouldBlockFn: async () => !(await mayLeave()),
    enableBeforeUnload: hasChanges,
  });
};
