import { fromFormat, limits, toFormat, type Workflow, type WorkflowSettings } from '@millrace/contract';
import { client } from '../api/client.ts';
import { ApiError, describeError } from '../api/errors.ts';
import { activeWorkflowsQuery, queryClient, workflowsQuery } from '../api/queries.ts';
import { t } from '../messages/index.ts';
import { setWorkflowSettings } from './commands/index.ts';
import { isDirty } from './history.ts';
import { tellError } from './notices.ts';
import { type DocumentActions, openedState, type WorkflowStore } from './store.ts';
import type { WorkflowDocument } from './types.ts';

/**
 * Storing the workflow of a session, one request after the other. None of these throw: they show what went wrong and give false. What was
 * asked for before the workflow is left comes to its end, for that workflow.
 */
export interface SaveQueue {
  /** Stores the workflow; a new one gets its id. On a conflict the state's `conflict` is set and a dialog asks. */
  save(): Promise<boolean>;
  /** Stores over what someone else has saved meanwhile. */
  saveOverTheirs(): Promise<boolean>;
  /** Starts or stops the triggers, storing unsaved changes with it. */
  setActive(active: boolean): Promise<boolean>;
  /**
   * Stores the workflow's settings alone, and puts them into the document: other changes in it stay unsaved.
   * @returns why they could not be stored; undefined: they are, or someone else has changed the workflow and a dialog asks
   */
  saveSettings(settings: WorkflowSettings): Promise<unknown>;
  /** Drops the changes here and shows what is stored. */
  openTheirs(): Promise<void>;
  /** Fulfilled when nothing that was asked for is under way any more. */
  settled(): Promise<void>;
  /** The conflict is put aside: nothing was stored. */
  dismissConflict(): void;
}

const formatOf = (document: WorkflowDocument) => ({
  ...toFormat(document),
  tags: document.tags.map((tag) => tag.id),
});

/** The state that running triggers keep belongs to the server: an editor that was open for long must not put an old one back. */
const updateOf = (document: WorkflowDocument) => {
  const { staticData: _, ...update } = formatOf(document);
  return update;
};

const listsChanged = () => {
  void queryClient.invalidateQueries({ queryKey: workflowsQuery.queryKey });
  void queryClient.invalidateQueries({ queryKey: activeWorkflowsQuery.queryKey });
};

interface Attempt {
  failure: () => string;
  change?: { active?: boolean };
  overwrite?: boolean;
}

export const createSaveQueue = (
  store: WorkflowStore,
  { dispatch, markSaved }: Pick<DocumentActions, 'dispatch' | 'markSaved'>,
): SaveQueue => {
  let inFlight: Promise<unknown> = Promise.resolve();
  /** Begins when what was asked for before is done. */
  const queued = <T>(task: () => Promise<T>): Promise<T> => {
    const done = inFlight.then(task);
    inFlight = done;
    return done;
  };

  /** Stores the whole workflow, with `change` on top. */
  const write = async ({ change, overwrite }: Attempt): Promise<Workflow> => {
    const { id, document, updatedAt } = store.getState();
    if (id !== null) {
      const known = overwrite || !updatedAt ? {} : { updatedAt };
      return client.workflows.update({ params: { id }, body: { ...updateOf(document), ...change, ...known } });
    }
    const created = await client.workflows.create({ body: { ...formatOf(document), active: false } });
    // It is stored from here on, whatever becomes of its activation.
    store.setState({ id: created.id, active: created.active, updatedAt: created.updatedAt });
    return change?.active ? client.workflows.update({ params: { id: created.id }, body: { active: true } }) : created;
  };

  const tryToWrite = async (attempt: Attempt): Promise<boolean> => {
    const before = store.getState();
    if (before.readOnly) return false;
    // The mark is set where the text is taken, so that edits made while the server writes count as unsaved.
    store.setState({ saving: true, savedAt: before.past.length });
    try {
      const { id, active, updatedAt } = await write(attempt);
      store.setState({ id, active, updatedAt, conflict: false });
      return true;
    } catch (error) {
      store.setState({ savedAt: -1 });
      if (error instanceof ApiError && error.error === 'workflowConflict') store.setState({ conflict: true });
      else tellError(attempt.failure(), describeError(error));
      return false;
    } finally {
      store.setState({ saving: false });
      listsChanged();
    }
  };

  const tryToStoreSettings = async (settings: WorkflowSettings): Promise<unknown> => {
    const { id, updatedAt } = store.getState();
    const takeOver = () => dispatch('history.setWorkflowSettings', setWorkflowSettings(settings));
    try {
      const stored = await client.workflows.update({
        params: { id: id ?? '' },
        body: { settings, ...(updatedAt === null ? {} : { updatedAt }) },
      });
      const wasSaved = !isDirty(store.getState());
      takeOver();
      if (wasSaved) markSaved();
      store.setState({ updatedAt: stored.updatedAt });
      return undefined;
    } catch (error) {
      if (!(error instanceof ApiError) || error.error !== 'workflowConflict') return error;
      takeOver();
      store.setState({ conflict: true });
      return undefined;
    } finally {
      listsChanged();
    }
  };

  const settled = async (): Promise<void> => {
    const last = inFlight;
    await last;
    if (last !== inFlight) await settled();
  };

  const saveFailure = () => t('workflow.save.failed');
  return {
    save: () => queued(() => tryToWrite({ failure: saveFailure })),
    saveOverTheirs: () => queued(() => tryToWrite({ failure: saveFailure, overwrite: true })),
    setActive: (active) =>
      queued(() =>
        tryToWrite({
          failure: () => t(active ? 'workflow.activate.failed' : 'workflow.deactivate.failed'),
          change: { active },
        }),
      ),
    saveSettings: (settings) => queued(() => tryToStoreSettings(settings)),
    openTheirs: async () => {
      const { id } = store.getState();
      if (id === null) return;
      try {
        const { active, updatedAt, ...workflow } = await client.workflows.get({ params: { id } });
        store.setState(openedState(fromFormat(workflow), { id, active, updatedAt }), true);
      } catch (error) {
        tellError(t('workflow.open.failed'), describeError(error));
      }
    },
    settled,
    dismissConflict: () => store.setState({ conflict: false }),
  };
};

/** Stores the document as a new, inactive workflow whose webhooks have addresses of their own; gives its id. */
export const saveCopy = async (document: WorkflowDocument, name: string): Promise<string | undefined> => {
  const body = formatOf(document);
  const nodes = body.nodes.map((node) =>
    node.webhookId === undefined ? node : { ...node, webhookId: crypto.randomUUID() },
  );
  try {
    const { id } = await client.workflows.create({ body: { ...body, nodes, name, active: false } });
    listsChanged();
    return id;
  } catch (error) {
    tellError(t('workflow.duplicate.failed'), describeError(error));
    return undefined;
  }
};

/** The name of a copy; a name that has no room for the ending stays as it is. */
export const copyName = (name: string): string => {
  const copy = `${name}${limits.duplicateSuffix}`;
  return copy.length > limits.workflowNameMaxLength ? name : copy;
};
