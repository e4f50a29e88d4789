import {
  asStored,
  type DraftContent,
  differenceOf,
  fromFormat,
  isSameJson,
  limits,
  type WorkflowDocument,
  type WorkflowDraft,
  withPatches,
} from '@millrace/contract';
import { client } from '../../api/client.ts';
import { t } from '../../messages/index.ts';
import { formatDate } from '../../ui/dates.ts';
import { replaceDocument } from '../../workflow/commands/index.ts';
import { isOfTab, listLocal, type StoredDraft } from '../../workflow/draft-store.ts';
import { drop, dropOnServer, isDropped } from '../../workflow/dropped-drafts.ts';
import { isDirty } from '../../workflow/history.ts';
import { draftsElsewhere } from '../../workflow/live-drafts.ts';
import { merge } from '../../workflow/merge.ts';
import { tellError, tellInfo } from '../../workflow/notices.ts';
import type { WorkflowSession } from '../../workflow/session.ts';
import type { WorkflowState } from '../../workflow/types.ts';

/** A draft whose content is fetched when it is wanted. */
interface FoundDraft {
  id: string;
  updatedAt: number;
  /** @throws ApiError */
  content(): Promise<DraftContent>;
}

const fromServer = ({ id, updatedAt }: WorkflowDraft): FoundDraft => ({
  id,
  updatedAt: Date.parse(updatedAt),
  content: () => client.drafts.get({ params: { id } }),
});

const fromHere = ({ id, updatedAt, content }: StoredDraft): FoundDraft => ({
  id,
  updatedAt,
  content: async () => content,
});

const workflowIdOf = (content: DraftContent): string | null => ('workflowId' in content ? content.workflowId : null);

const splitDropped = (drafts: readonly WorkflowDraft[]): [WorkflowDraft[], WorkflowDraft[]] => [
  drafts.filter(({ id }) => isDropped(id)),
  drafts.filter(({ id }) => !isDropped(id)),
];

/** Drafts of the workflow that nobody edits now, newest first; each as it was last kept, here or on the server. */
const findDrafts = async (workflowId: string | null): Promise<FoundDraft[]> => {
  const query = workflowId === null ? {} : { workflowId };
  const [dropped, stored] = await client.drafts.list({ query }).then(splitDropped, () => [[], []]);
  for (const { id } of dropped) void dropOnServer(id);
  const local = listLocal().filter(({ content }) => workflowIdOf(content) === workflowId);
  const byId = new Map<string, FoundDraft>();
  for (const draft of [...stored.map(fromServer), ...local.map(fromHere)]) {
    const known = byId.get(draft.id);
    if (!known || known.updatedAt < draft.updatedAt) byId.set(draft.id, draft);
  }
  if (byId.size === 0) return [];
  const elsewhere = await draftsElsewhere();
  const from = Date.now() - limits.draftLifetime;
  return [...byId.values()]
    .filter(({ id, updatedAt }) => !elsewhere.has(id) && updatedAt >= from)
    .sort((a, b) => b.updatedAt - a.updatedAt);
};

const dropDraft = async ({ id }: FoundDraft): Promise<void> => {
  drop(id);
  await dropOnServer(id);
};

/** What the draft makes of the document that it was about. @throws PatchError, ApiError */
const draftOf = async (
  content: Extract<DraftContent, { workflowId: string }>,
  { base, revision }: Pick<WorkflowState, 'revision'> & { base: WorkflowDocument },
): Promise<{ before: WorkflowDocument; after: WorkflowDocument }> => {
  const version = { id: content.workflowId, revision: content.revision };
  const before = content.revision === revision ? base : fromFormat(await client.versions.get({ params: version }));
  return { before, after: withPatches(before, content.patches) };
};

/**
 * Puts a draft onto the canvas, as a step that can be undone. What others have saved since is put together with it; where both have changed the same place
 * differently, the person is asked.
 * @returns false: it holds nothing that is not there already
 */
const restore = async (session: WorkflowSession, content: DraftContent): Promise<boolean> => {
  const { dispatch, store } = session;
  if (!('workflowId' in content)) {
    dispatch('history.restoreDraft', replaceDocument(fromFormat(content.workflow)));
    return true;
  }
  const { base, revision, document } = store.getState();
  if (base === null || revision === null) return false;
  const { before, after } = await draftOf(content, { base, revision });
  const { tags = document.tags } = content;
  const merged = merge(before, after, document);
  if (merged.conflicts.length > 0 && before !== base) {
    dispatch('history.restoreDraft', replaceDocument({ ...after, tags }));
    const conflict = { theirs: base, revision, places: merged.conflicts };
    store.setState({ base: before, revision: content.revision, conflict });
    return true;
  }
  const mine = new Map(merged.conflicts.map(({ path }) => [path, 'mine'] as const));
  const both = mine.size === 0 ? merged.document : merge(before, after, document, mine).document;
  if (differenceOf(asStored(document), both).length === 0 && isSameJson(document.tags, tags)) return false;
  dispatch('history.restoreDraft', replaceDocument({ ...both, tags }));
  return true;
};

const dateOf = ({ updatedAt }: FoundDraft): string => formatDate(updatedAt);

/** When what was restored is kept as the draft of this session, or there is nothing to keep. */
const whenKept = ({ store }: WorkflowSession): Promise<void> =>
  new Promise((resolve) => {
    const isKept = () => store.getState().draft === 'server' || !isDirty(store.getState());
    if (isKept()) return resolve();
    const end = store.subscribe(() => {
      if (!isKept()) return;
      end();
      resolve();
    });
  });

/** @returns whether it is on the canvas, or holds nothing that is not */
const take = async (session: WorkflowSession, draft: FoundDraft, content: DraftContent): Promise<boolean> => {
  try {
    if (await restore(session, content)) {
      tellInfo(t('draft.restored'), {
        message: t('draft.restored.message', { date: dateOf(draft) }),
        sticky: true,
        topic: 'workflow',
        until: whenNoDraft(session),
        actions: [{ label: t('draft.undo'), run: session.undo }],
      });
    }
    void whenKept(session).then(() => dropDraft(draft));
    return true;
  } catch {
    tellFailure(draft);
    return false;
  }
};

/** Aborted when what was restored is saved or taken back. */
const whenNoDraft = ({ store }: WorkflowSession): AbortSignal => {
  const saved = new AbortController();
  const end = store.subscribe((state) => {
    if (isDirty(state)) return;
    end();
    saved.abort();
  });
  return saved.signal;
};

const tellFailure = (draft: FoundDraft): void =>
  tellError(t('draft.restore.failed'), { message: t('draft.restore.failed.message', { date: dateOf(draft) }) });

/** @returns undefined: it could not be read, which was told */
const contentOf = async (draft: FoundDraft): Promise<DraftContent | undefined> => {
  try {
    return await draft.content();
  } catch {
    tellFailure(draft);
    return undefined;
  }
};

const takeOffered = async (session: WorkflowSession, draft: FoundDraft): Promise<void> => {
  const content = await contentOf(draft);
  if (content) await take(session, draft, content);
};

/** Offers the newest of these; the next one when the person has discarded it, so that they are no pile over the canvas. */
const offer = (session: WorkflowSession, [draft, ...others]: readonly FoundDraft[]): void => {
  if (!draft) return;
  const isNew = session.state().id === null;
  const more = others.length > 0 ? ` ${t('draft.offered.more', { count: others.length })}` : '';
  tellInfo(t(isNew ? 'draft.offered.new' : 'draft.offered'), {
    message: t('draft.offered.message', { date: dateOf(draft) }) + more,
    // What was made in another browser may still be open there.
    sticky: listLocal().some(({ id }) => id === draft.id),
    topic: 'workflow',
    actions: [
      { label: t('draft.restore'), run: () => void takeOffered(session, draft) },
      { label: t('draft.discard'), run: () => void dropDraft(draft).then(() => offer(session, others)) },
    ],
  });
};

/**
 * What was not saved when the workflow was last open: taken where it is of this tab, offered where it is of another one.
 * @param mayStill whether the session is still open
 */
export const restoreDrafts = async (session: WorkflowSession, mayStill: () => boolean): Promise<void> => {
  const { id, readOnly } = session.state();
  if (readOnly) return;
  const drafts = await findDrafts(id);
  if (!mayStill() || session.state().id !== id) return;
  const own = drafts.find((draft) => isOfTab(draft.id));
  const content = own && !isDirty(session.state()) ? await contentOf(own) : undefined;
  if (!mayStill()) return;
  // Over what was edited while it was fetched nothing is put unasked.
  const isTaken = own && content && !isDirty(session.state()) && (await take(session, own, content));
  offer(session, isTaken ? drafts.filter((draft) => draft !== own) : drafts);
};
