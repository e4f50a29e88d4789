import { idSchema, limits, type Workflow, type WorkflowSettings } from '@millrace/contract';
import { client } from '../api/client.ts';
import { ApiError, describeError } from '../api/errors.ts';
import { activeWorkflowsQuery, queryClient, workflowsQuery } from '../api/queries.ts';
import { t } from '../messages/index.ts';
import { setWorkflowSettings } from './commands/index.ts';
import { fromFormat, toFormat } from './format.ts';
import { isDirty } from './history.ts';
import { tellError } from './notices.ts';
import { dispatch, markSaved, openDocument, workflowStore } from './store.ts';
import type { WorkflowDocument } from './types.ts';

/** Storing the open workflow. None of these throw: they show what went wrong and give false. */

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

/** Stores the whole workflow, with `change` on top. */
const store = async (change: { active?: boolean }, overwrite: boolean): Promise<Workflow> => {
  const { id, document, updatedAt } = workflowStore.getState();
  const stored =
    id === null
      ? await client.workflows.create({ body: { ...formatOf(document), active: false } })
      : await client.workflows.update({
          params: { id },
          body: { ...updateOf(document), ...change, ...(overwrite || !updatedAt ? {} : { updatedAt }) },
        });
  if (id === null && change.active) {
    return client.workflows.update({ params: { id: stored.id }, body: { active: true } });
  }
  return stored;
};

let inFlight: Promise<boolean> = Promise.resolve(true);

const attempt = (failure: () => string, change: { active?: boolean } = {}, overwrite = false): Promise<boolean> => {
  inFlight = inFlight.then(() => tryToStore(failure, change, overwrite));
  return inFlight;
};

const tryToStore = async (
  failure: () => string,
  change: { active?: boolean },
  overwrite: boolean,
): Promise<boolean> => {
  const before = workflowStore.getState();
  if (before.readOnly) return false;
  const ofSameWorkflow = () => workflowStore.getState().opened === before.opened;
  // The mark is set where the text is taken, so that edits made while the server writes count as unsaved.
  workflowStore.setState({ saving: true, savedAt: before.past.length });
  try {
    const { id, active, updatedAt } = await store(change, overwrite);
    if (ofSameWorkflow()) workflowStore.setState({ id, active, updatedAt, conflict: false });
    return true;
  } catch (error) {
    if (!ofSameWorkflow()) return false;
    workflowStore.setState({ savedAt: -1 });
    if (error instanceof ApiError && error.error === 'workflowConflict') workflowStore.setState({ conflict: true });
    else tellError(failure(), describeError(error));
    return false;
  } finally {
    if (ofSameWorkflow()) workflowStore.setState({ saving: false });
    listsChanged();
  }
};

/** Stores the open workflow; a new one gets its id. On a conflict the state's `conflict` is set and a dialog asks. */
export const save = (): Promise<boolean> => attempt(() => t('workflow.save.failed'));

/** Stores over what someone else has saved meanwhile. */
export const saveOverTheirs = (): Promise<boolean> => attempt(() => t('workflow.save.failed'), {}, true);

/** Starts or stops the triggers, storing unsaved changes with it. */
export const setActive = (active: boolean): Promise<boolean> =>
  attempt(() => t(active ? 'workflow.activate.failed' : 'workflow.deactivate.failed'), { active });

/**
 * Stores the workflow's settings alone, and puts them into the document: other changes in it stay unsaved.
 * @returns why they could not be stored; undefined: they are, or someone else has changed the workflow and a dialog asks
 */
export const saveSettings = (settings: WorkflowSettings): Promise<unknown> => {
  const attempted = inFlight.then(() => tryToStoreSettings(settings));
  inFlight = attempted.then((failure) => failure === undefined);
  return attempted;
};

const tryToStoreSettings = async (settings: WorkflowSettings): Promise<unknown> => {
  const { id, updatedAt, opened } = workflowStore.getState();
  const ofSameWorkflow = () => workflowStore.getState().opened === opened;
  const takeOver = () => dispatch('history.setWorkflowSettings', setWorkflowSettings(settings));
  try {
    const stored = await client.workflows.update({
      params: { id: id ?? '' },
      body: { settings, ...(updatedAt === null ? {} : { updatedAt }) },
    });
    if (!ofSameWorkflow()) return undefined;
    const wasSaved = !isDirty(workflowStore.getState());
    takeOver();
    if (wasSaved) markSaved();
    workflowStore.setState({ updatedAt: stored.updatedAt });
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError) || error.error !== 'workflowConflict' || !ofSameWorkflow()) return error;
    takeOver();
    workflowStore.setState({ conflict: true });
    return undefined;
  } finally {
    listsChanged();
  }
};

/** Drops the changes here and shows what is stored. */
export const openTheirs = async (): Promise<void> => {
  const { id } = workflowStore.getState();
  if (id !== null) await loadWorkflow(id);
};

export type OpeningOutcome = 'opened' | 'notFound' | 'failed' | 'aborted';

/** Opens a stored workflow; tells in a toast why it could not. */
export const loadWorkflow = async (id: string, signal?: AbortSignal): Promise<OpeningOutcome> => {
  // Asked for, a word such as "new" would be another address of the API.
  if (!idSchema.safeParse(id).success) {
    tellError(t('workflow.open.notFound'));
    return 'notFound';
  }
  try {
    const workflow = await client.workflows.get({ params: { id }, signal });
    if (signal?.aborted) return 'aborted';
    openDocument(fromFormat(workflow), { id, active: workflow.active, updatedAt: workflow.updatedAt });
    return 'opened';
  } catch (error) {
    if (signal?.aborted) return 'aborted';
    const isMissing = error instanceof ApiError && error.status === 404;
    tellError(t(isMissing ? 'workflow.open.notFound' : 'workflow.open.failed'), describeError(error));
    return isMissing ? 'notFound' : 'failed';
  }
};

/** Stores the document as a new, inactive workflow whose webhooks have addresses of their own; gives its id. */
export const saveCopy = async (name: string): Promise<string | undefined> => {
  const { document } = workflowStore.getState();
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
