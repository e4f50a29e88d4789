import { type DraftContent, differenceOf, isSameJson, toFormat } from '@millrace/contract';
import { client } from '../api/client.ts';
import { ApiError } from '../api/errors.ts';
import { onPushReconnect } from '../api/push.ts';
import type { DraftId } from './draft-id.ts';
import { claimForTab, putLocal, removeLocal } from './draft-store.ts';
import { drop, dropOnServer, pickUp } from './dropped-drafts.ts';
import { isDirty } from './history.ts';
import { tellOfDraft } from './live-drafts.ts';
import type { WorkflowStore } from './store.ts';
import type { WorkflowState } from './types.ts';

/** After the last edit, in milliseconds: in this browser, and on the server. */
const localAfter = 250;
const serverAfter = 2000;
/** Where the server did not take it. */
const againAfter = 10_000;

type Patches = Extract<DraftContent, { workflowId: string }>['patches'];

/** What would be lost with the tab; undefined: nothing. */
const contentOf = ({ id, base, revision, document }: WorkflowState): DraftContent | undefined => {
  if (id === null) return { workflow: toFormat(document) };
  if (base === null || revision === null) return undefined;
  const patches = differenceOf(base, document) as Patches;
  const tags = isSameJson(base.tags, document.tags) ? undefined : document.tags.map(({ id, name }) => ({ id, name }));
  return patches.length === 0 && !tags ? undefined : { workflowId: id, revision, patches, ...(tags && { tags }) };
};

/** As it was opened, it can be opened again. */
const isAsOpened = ({ id, past }: WorkflowState): boolean => id === null && past.length === 0;

/** What a save has taken is saved when the server has it. */
const isKept = (state: WorkflowState): boolean => (isDirty(state) && !isAsOpened(state)) || state.saving;

/**
 * Keeps what is edited and not saved: at once in this browser, and every few seconds on the server. It goes when it is saved, discarded or undone.
 * @returns the end of it; what is not saved stays kept
 */
export const keepDraft = (store: WorkflowStore, draftId: DraftId): (() => void) => {
  let localTimer: ReturnType<typeof setTimeout> | undefined;
  let serverTimer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> | undefined;
  /** The id under which something is kept, in the browser or on the server. */
  let kept: string | undefined;
  let isOnServer = false;
  let newest: DraftContent | undefined;
  let hasEnded = false;

  const show = (where: 'browser' | 'server' | null): void => {
    if (!hasEnded && store.getState().draft !== where) store.setState({ draft: where });
  };

  const send = async (): Promise<void> => {
    const content = newest;
    const id = kept;
    if (content === undefined || id === undefined) return;
    isOnServer = true;
    try {
      await client.drafts.put({ params: { id }, body: content });
      if (newest === content) show('server');
      else sendAfter(serverAfter);
    } catch (error) {
      // What cannot be taken is not taken later either; what was not heard may be.
      const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
      if (!isRefused) sendAfter(againAfter);
    }
  };

  const sendAfter = (milliseconds: number): void => {
    clearTimeout(serverTimer);
    if (hasEnded) return;
    serverTimer = setTimeout(() => {
      serverTimer = undefined;
      sending = (sending ?? Promise.resolve()).then(send);
    }, milliseconds);
  };

  const forget = (): void => {
    clearTimeout(localTimer);
    clearTimeout(serverTimer);
    [localTimer, serverTimer, newest] = [undefined, undefined, undefined];
    const id = kept;
    if (id === undefined) return;
    kept = undefined;
    show(null);
    if (isOnServer) {
      drop(id);
      // After what is under way, which would bring it back.
      sending = (sending ?? Promise.resolve()).then(() => dropOnServer(id));
    } else removeLocal(id);
    isOnServer = false;
  };

  const write = (): void => {
    clearTimeout(localTimer);
    localTimer = undefined;
    const state = store.getState();
    if (!isKept(state)) return;
    const content = contentOf(state);
    if (content === undefined) {
      forget();
      return;
    }
    const id = draftId.current();
    if (kept !== undefined && kept !== id) forget();
    [kept, newest] = [id, content];
    claimForTab(id);
    pickUp(id);
    show(putLocal({ id, content, updatedAt: Date.now() }) ? 'browser' : null);
    if (serverTimer === undefined) sendAfter(serverAfter);
  };

  const follow = (state: WorkflowState): void => {
    if (state.readOnly) return;
    if (isKept(state)) localTimer ??= setTimeout(write, localAfter);
    else forget();
  };

  const onHide = (): void => {
    if (localTimer !== undefined) write();
  };
  window.addEventListener('pagehide', onHide);
  const ends = [
    store.subscribe((now, before) => {
      if (now.document !== before.document || now.savedAt !== before.savedAt || now.saving !== before.saving)
        follow(now);
    }),
    onPushReconnect(() => {
      if (newest !== undefined) sendAfter(0);
    }),
    tellOfDraft(() => kept),
    () => window.removeEventListener('pagehide', onHide),
  ];
  follow(store.getState());
  return () => {
    onHide();
    hasEnded = true;
    clearTimeout(serverTimer);
    for (const end of ends) end();
  };
};
