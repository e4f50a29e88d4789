import {
  asStored,
  differenceOf,
  type ErrorBody,
  fromFormat,
  isSameJson,
  toFormat,
  type WorkflowDocument,
  type WorkflowSettings,
} from '@millrace/contract';
import { client } from '../api/client.ts';
import { ApiError, describeError } from '../api/errors.ts';
import { activeWorkflowsQuery, queryClient, workflowsQuery } from '../api/queries.ts';
import { t } from '../messages/index.ts';
import { replaceDocument, setWorkflowSettings } from './commands/index.ts';
import type { DraftId } from './draft-id.ts';
import { isDirty } from './history.ts';
import type { Side } from './merge.ts';
import { tellError, tellInfo } from './notices.ts';
import type { DocumentActions, WorkflowStore } from './store.ts';
import { storedStateOf } from './stored-state.ts';

/**
 * Storing the workflow of a session, one request after the other: of a stored one only what differs from what is stored. Where someone else
 * was quicker, their changes are taken in; what both have changed differently is put before the person (the state's `conflict`). None of these
 * throw: they show what went wrong and give false. What was asked for before the workflow is left comes to its end, for that workflow.
 */
export interface SaveQueue {
  /**
   * Stores the workflow; a new one gets its id.
   * @param options.publish false: an active workflow goes on running as it was
   */
  save(options?: { publish?: boolean }): Promise<boolean>;
  /** The active workflow runs as it is stored, or as it was at an earlier revision; nothing is saved. */
  publish(revision?: number): Promise<boolean>;
  /** Starts or stops the triggers, after unsaved changes have been stored. */
  setActive(active: boolean): Promise<boolean>;
  /**
   * Stores the workflow's settings alone, and puts them into the document: other changes in it stay unsaved.
   * @returns why they could not be stored; undefined: they are, or the person is asked about a conflict
   */
  saveSettings(settings: WorkflowSettings): Promise<unknown>;
  /** Ends a conflict as chosen, by path of its places, and stores that. */
  resolveConflict(choices: ReadonlyMap<string, Side>): Promise<boolean>;
  /** Ends a conflict with what is stored; an undo brings back what was here. */
  takeTheirs(): void;
  /** The conflict is put aside: nothing was stored. */
  dismissConflict(): void;
  /** Fulfilled when nothing that was asked for is under way any more. */
  settled(): Promise<void>;
}

/** Of others that save without a pause; then the person tries again. */
const maxTries = 5;

type StoredConflict = NonNullable<ErrorBody['conflict']>;

const idsOf = (tags: WorkflowDocument['tags']): string[] => tags.map(({ id }) => id);

/** In the public format, with the ids of its tags. */
export const formatOf = (document: WorkflowDocument) => ({
  ...toFormat(document),
  tags: idsOf(document.tags),
});

export const listsChanged = (): void => {
  void queryClient.invalidateQueries({ queryKey: workflowsQuery.queryKey });
  void queryClient.invalidateQueries({ queryKey: activeWorkflowsQuery.queryKey });
};

export const createSaveQueue = (
  store: WorkflowStore,
  { dispatch, markSaved }: Pick<DocumentActions, 'dispatch' | 'markSaved'>,
  draftId: DraftId,
): SaveQueue => {
  let inFlight: Promise<unknown> = Promise.resolve();
  /** Begins when what was asked for before is done. */
  const queued = <T>(task: () => Promise<T>): Promise<T> => {
    const done = inFlight.then(task);
    inFlight = done;
    return done;
  };

  /** Tags are no part of what patches are about: they have no revision. @throws ApiError */
  const writeTags = async (id: string, tags: WorkflowDocument['tags']): Promise<void> => {
    const { base } = store.getState();
    if (base === null || isSameJson(idsOf(base.tags), idsOf(tags))) return;
    const stored = await client.workflows.update({ params: { id }, body: { tags: idsOf(tags) } });
    store.setState({ base: { ...base, tags: stored.tags } });
  };

  /** Makes what is stored into this document. @throws ApiError */
  const writeChanges = async (wanted: WorkflowDocument, publish?: boolean): Promise<void> => {
    const { id, base, revision: known } = store.getState();
    if (id === null || base === null || known === null) return;
    const patches = differenceOf(base, wanted);
    if (patches.length > 0) {
      const body = { revision: known, patches, ...(publish === false && { publish }) };
      const { revision, publishedRevision = null } = await client.workflows.patch({ params: { id }, body });
      store.setState({ base: { ...asStored(wanted), tags: base.tags }, revision, publishedRevision });
    }
    await writeTags(id, wanted.tags);
  };

  /** For a new workflow: an earlier try may have been heard. */
  let wasAsked = false;

  /** Stores the document as it is now. @throws ApiError */
  const writeDocument = async (publish?: boolean): Promise<void> => {
    const { id, document, past, folderId } = store.getState();
    // The mark is set where the text is taken, so that edits made while the server writes count as unsaved.
    store.setState({ savedAt: past.length });
    try {
      if (id !== null) return await writeChanges(document, publish);
      const query = { draft: draftId.current(), ...(folderId !== null && { folderId }) };
      const isAskedAgain = wasAsked;
      wasAsked = true;
      const created = await client.workflows.create({ query, body: { ...formatOf(document), active: false } });
      draftId.renew();
      // It is stored from here on, whatever becomes of what else was asked for.
      store.setState({ ...storedStateOf(created), base: isAskedAgain ? fromFormat(created) : asStored(document) });
      // As it was at the first time, whose answer was not heard.
      if (isAskedAgain) await writeChanges(document);
    } catch (error) {
      store.setState({ savedAt: -1 });
      throw error;
    }
  };

  /** The document becomes another one, as a step that can be undone, over what is stored now. */
  const adopt = (document: WorkflowDocument, theirs: WorkflowDocument, revision: number): void => {
    dispatch('history.takeChanges', replaceDocument(document));
    store.setState({ base: theirs, revision, conflict: null });
  };

  /**
   * Takes in what others have stored.
   * @param mine what is to be stored
   * @returns both together; undefined: the person is asked
   */
  const takeIn = async (
    { revision, changes }: StoredConflict,
    mine: WorkflowDocument,
  ): Promise<WorkflowDocument | undefined> => {
    const { afterChanges, merge } = await import('./merge.ts');
    const { base } = store.getState();
    if (base === null) return undefined;
    const theirs = afterChanges(base, changes);
    const { document, conflicts } = merge(base, mine, theirs);
    if (conflicts.length > 0) {
      dispatch('history.setWorkflowSettings', setWorkflowSettings(mine.settings));
      store.setState({ conflict: { theirs, revision, places: conflicts } });
      return undefined;
    }
    // Nothing of others: an earlier try of the same has been heard, and its answer was not.
    if (differenceOf(asStored(mine), document).length === 0) {
      store.setState({ base: theirs, revision });
      return mine;
    }
    adopt(document, theirs, revision);
    tellInfo(t('workflow.merged'), { message: t('workflow.merged.message') });
    return document;
  };

  /**
   * Does it; where someone else was quicker, again with both together.
   * @param mine what it is to store
   * @returns false: the person is asked
   * @throws ApiError
   */
  const withTheirs = async (
    task: (merged?: WorkflowDocument) => Promise<void>,
    mine: () => WorkflowDocument,
  ): Promise<boolean> => {
    let merged: WorkflowDocument | undefined;
    for (let tries = 1; ; tries++) {
      try {
        await task(merged);
        return true;
      } catch (error) {
        const conflict = error instanceof ApiError ? error.conflict : undefined;
        if (!conflict || tries === maxTries) throw error;
        merged = await takeIn(conflict, mine());
        if (!merged) return false;
      }
    }
  };

  const isGone = (error: unknown): boolean =>
    error instanceof ApiError && error.error === 'workflowNotFound' && store.getState().id !== null;

  /** Someone has deleted the workflow, or shares it no more: what is here is kept as a new one that is not saved. */
  const becomeNew = async (): Promise<void> => {
    const stored = { id: null, active: false, revision: null, publishedRevision: null, folderId: null };
    draftId.renew();
    wasAsked = false;
    store.setState({ ...stored, base: null, savedAt: -1 });
    const { tellGone } = await import('./gone.ts');
    tellGone(() => void queued(() => attempt(saveFailure, writeDocument)));
  };

  /** Ends what was said of the last attempt, which failed. */
  let lastFailure = new AbortController();

  const attempt = async (failure: () => string, task: () => Promise<void>): Promise<boolean> => {
    const { nameProblem, readOnly } = store.getState();
    if (readOnly) return false;
    if (nameProblem) {
      tellError(failure(), { message: nameProblem });
      return false;
    }
    store.setState({ saving: true });
    try {
      const isDone = await withTheirs(
        () => task(),
        () => store.getState().document,
      );
      lastFailure.abort();
      return isDone;
    } catch (error) {
      if (isGone(error)) await becomeNew();
      else {
        lastFailure = new AbortController();
        tellError(failure(), { ...describeError(error), until: lastFailure.signal });
      }
      return false;
    } finally {
      store.setState({ saving: false });
      listsChanged();
    }
  };

  const saveFailure = () => t('workflow.save.failed');

  const activate = async (active: boolean): Promise<void> => {
    await writeDocument();
    const { id, revision } = store.getState();
    const stored = await client.workflows.update({
      params: { id: id ?? '' },
      body: { active, ...(revision === null ? {} : { revision }) },
    });
    store.setState({ active: stored.active, publishedRevision: stored.publishedRevision ?? null });
  };

  const publishStored = async (earlier: number | undefined): Promise<void> => {
    const { id, revision: latest } = store.getState();
    const revision = earlier ?? latest;
    if (id === null || revision === null) return;
    const { publishedRevision = null } = await client.workflows.publish({ params: { id }, body: { revision } });
    store.setState({ publishedRevision });
  };

  const storeSettings = async (wanted: WorkflowSettings): Promise<unknown> => {
    let settings = wanted;
    const withSettings = (document: WorkflowDocument) => ({ ...document, settings });
    const takeOver = () => {
      const wasSaved = !isDirty(store.getState());
      dispatch('history.setWorkflowSettings', setWorkflowSettings(settings));
      if (wasSaved) markSaved();
    };
    const write = async (merged?: WorkflowDocument) => {
      settings = merged?.settings ?? settings;
      const { base } = store.getState();
      if (base) await writeChanges(withSettings(base));
    };
    try {
      const isStored = await withTheirs(write, () => withSettings(store.getState().document));
      if (isStored) takeOver();
      return undefined;
    } catch (error) {
      return error;
    } finally {
      listsChanged();
    }
  };

  const settled = async (): Promise<void> => {
    const last = inFlight;
    await last;
    if (last !== inFlight) await settled();
  };

  return {
    save: ({ publish } = {}) => queued(() => attempt(saveFailure, () => writeDocument(publish))),
    publish: (revision) =>
      queued(() =>
        attempt(
          () => t('workflow.publish.failed'),
          () => publishStored(revision),
        ),
      ),
    setActive: (active) =>
      queued(() =>
        attempt(
          () => t(active ? 'workflow.activate.failed' : 'workflow.deactivate.failed'),
          () => activate(active),
        ),
      ),
    saveSettings: (settings) => queued(() => storeSettings(settings)),
    resolveConflict: (choices) =>
      queued(async () => {
        const { merge } = await import('./merge.ts');
        const { base, conflict, document } = store.getState();
        if (!conflict || !base) return false;
        const { theirs, revision } = conflict;
        adopt(merge(base, document, theirs, choices).document, theirs, revision);
        return attempt(saveFailure, writeDocument);
      }),
    takeTheirs: () => {
      const { conflict } = store.getState();
      if (!conflict) return;
      adopt(conflict.theirs, conflict.theirs, conflict.revision);
      markSaved();
    },
    dismissConflict: () => store.setState({ conflict: null }),
    settled,
  };
};
