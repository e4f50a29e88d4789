import {
  type DocumentPatch,
  differenceOf,
  fromFormat,
  isMeantChange,
  PatchError,
  toFormat,
  type WorkflowChange,
  type WorkflowCreate,
  type WorkflowDocument,
  withPatches,
  workflowCreateSchema,
  workflowDocumentSchema,
} from '@millrace/contract';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { invalidField, validate } from '../platform/validation.ts';
import { parseGraph, type WorkflowRow } from './graph.ts';
import { fromSnapshot, toSnapshot, type VersionContent } from './snapshot.ts';

/**
 * What each revision of a workflow has changed, and now and then the whole of it. So each is a version that can be made again, and someone who knew an
 * earlier revision can be told what has changed since, and put both together.
 */

/** Of more, in characters of JSON, nothing is kept: then all of the workflow counts as changed. */
const mostText = 256 * 1024;

const documentOfRow = ({ name, graph }: VersionContent): WorkflowDocument => fromFormat({ ...parseGraph(graph), name });

/**
 * The content of a workflow after patches, held to what a whole workflow may hold.
 * @throws AppError badRequest
 */
export const patchedContent = (row: VersionContent, patches: readonly DocumentPatch[]): WorkflowCreate => {
  let document: WorkflowDocument;
  try {
    document = withPatches(documentOfRow(row), patches);
  } catch (error) {
    if (!(error instanceof PatchError)) throw error;
    throw invalidField(['patches', error.index, 'path'], `does not fit the workflow: ${error.message}`);
  }
  validate(workflowDocumentSchema, document, 'body');
  const { tags: _, ...content } = toFormat(document);
  return validate(workflowCreateSchema, content, 'body');
};

/** Of so many revisions one is kept whole: more of them take more room, fewer more time to make one of the others. */
const snapshotEvery = 50;

/** Nodes, wires and other parts that patches are about. */
const countParts = (patches: readonly DocumentPatch[]): number =>
  new Set(patches.flatMap(({ path }) => (isMeantChange(path) ? [path.split('/', 3).join('/')] : []))).size;

type Saved = Pick<WorkflowRow, 'id' | 'revision' | 'updated_at' | 'name' | 'graph'>;

/** As part of its creation: the first version of a workflow. */
export const recordFirst = async (db: Kysely<Database>, row: Saved, authorId: string): Promise<void> => {
  const { nodes } = parseGraph(row.graph);
  await db
    .insertInto('workflow_changes')
    .values({
      workflow_id: row.id,
      revision: row.revision,
      patches: null,
      changed_at: row.updated_at,
      author_id: authorId,
      name: null,
      changes: nodes.length,
      snapshot: toSnapshot(row),
    })
    .execute();
};

/** The last whole one before the next is written; what was before is written down as a whole where there is none. */
const ensureSnapshot = async (db: Kysely<Database>, before: Saved): Promise<number> => {
  const last = await db
    .selectFrom('workflow_changes')
    .select('revision')
    .where('workflow_id', '=', before.id)
    .where('snapshot', 'is not', null)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last) return last.revision;
  const snapshot = toSnapshot(before);
  await db
    .insertInto('workflow_changes')
    .values({
      workflow_id: before.id,
      revision: before.revision,
      patches: null,
      changed_at: before.updated_at,
      author_id: null,
      name: null,
      snapshot,
    })
    .onConflict((conflict) => conflict.columns(['workflow_id', 'revision']).doUpdateSet({ snapshot }))
    .execute();
  return before.revision;
};

/** As part of the change: what `after` has that `before` had not, as a version. */
export const recordChange = async (
  transaction: Kysely<Database>,
  before: Saved,
  after: Saved,
  authorId: string,
): Promise<void> => {
  const patches = differenceOf(documentOfRow(before), documentOfRow(after));
  const text = JSON.stringify(patches);
  const isTooMuch = text.length > mostText;
  const whole = await ensureSnapshot(transaction, before);
  const isDue = isTooMuch || after.revision - whole >= snapshotEvery;
  await transaction
    .insertInto('workflow_changes')
    .values({
      workflow_id: after.id,
      revision: after.revision,
      patches: isTooMuch ? null : text,
      changed_at: after.updated_at,
      author_id: authorId,
      name: null,
      changes: countParts(patches),
      snapshot: isDue ? toSnapshot(after) : null,
    })
    .execute();
};

/** A workflow as it was at a revision; undefined: that is not kept. */
export const contentAt = async (
  db: Kysely<Database>,
  workflowId: number,
  revision: number,
): Promise<VersionContent | undefined> => {
  const rows = await db
    .selectFrom('workflow_changes')
    .select(['revision', 'patches', 'snapshot'])
    .where('workflow_id', '=', workflowId)
    .where('revision', '<=', revision)
    .where('revision', '>=', ({ selectFrom, fn }) =>
      selectFrom('workflow_changes')
        .select(({ ref }) => fn.max(ref('revision')).as('revision'))
        .where('workflow_id', '=', workflowId)
        .where('revision', '<=', revision)
        .where('snapshot', 'is not', null),
    )
    .orderBy('revision')
    .execute();
  const [whole, ...later] = rows;
  if (!whole?.snapshot || rows.at(-1)?.revision !== revision) return undefined;
  const first = fromSnapshot(whole.snapshot);
  if (later.length === 0) return first;
  const document = later.reduce(
    (before, { patches }) => fromFormat(toFormat(withPatches(before, JSON.parse(patches!) as DocumentPatch[]))),
    documentOfRow(first),
  );
  const { name, tags: _, ...graph } = toFormat(document);
  return { name, graph: JSON.stringify(graph) };
};

/**
 * What has changed since a revision, oldest first: each is about the document as it is stored after the one before. Where that is not known
 * any more, one change that puts the whole document in place of it.
 */
export const changesSince = async (
  db: Kysely<Database>,
  row: WorkflowRow,
  revision: number,
): Promise<WorkflowChange[]> => {
  const rows = await db
    .selectFrom('workflow_changes')
    .select(['revision', 'patches'])
    .where('workflow_id', '=', row.id)
    .where('revision', '>', revision)
    .where('revision', '<=', row.revision)
    .orderBy('revision')
    .execute();
  const known = rows.flatMap(({ revision, patches }): WorkflowChange[] =>
    patches === null ? [] : [{ revision, patches: JSON.parse(patches) as DocumentPatch[] }],
  );
  if (known.length > 0 && known.length === row.revision - revision) return known;
  const value = documentOfRow(row);
  return [{ revision: row.revision, patches: [{ op: 'replace', path: '', value }] }];
};
