import {
  type DocumentPatch,
  differenceOf,
  fromFormat,
  limits,
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

/**
 * What each revision of a workflow has changed. The latest are kept, so that someone who knew an earlier revision can be told what has
 * changed since, and put both together.
 */

/** Of more, in characters of JSON, nothing is kept: then all of the workflow counts as changed. */
const mostText = 256 * 1024;

type Content = Pick<WorkflowRow, 'name' | 'graph'>;

const documentOfRow = ({ name, graph }: Content): WorkflowDocument => fromFormat({ ...parseGraph(graph), name });

/**
 * The content of a workflow after patches, held to what a whole workflow may hold.
 * @throws AppError badRequest
 */
export const patchedContent = (row: Content, patches: readonly DocumentPatch[]): WorkflowCreate => {
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

/** As part of the change: what `after` has that `before` had not. */
export const recordChange = async (
  transaction: Kysely<Database>,
  before: WorkflowRow,
  after: WorkflowRow,
): Promise<void> => {
  const patches = JSON.stringify(differenceOf(documentOfRow(before), documentOfRow(after)));
  await transaction
    .insertInto('workflow_changes')
    .values({
      workflow_id: after.id,
      revision: after.revision,
      patches: patches.length > mostText ? null : patches,
      changed_at: after.updated_at,
    })
    .execute();
  await transaction
    .deleteFrom('workflow_changes')
    .where('workflow_id', '=', after.id)
    .where('revision', '<=', after.revision - limits.changesKept)
    .execute();
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
