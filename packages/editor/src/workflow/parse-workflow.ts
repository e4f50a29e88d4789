import {
  type FormatWorkflow,
  isObject,
  isWorkflowAddress,
  readWorkflow,
  type WorkflowReading,
} from '@millrace/contract';
import { client } from '../api/client.ts';
import { queryClient, settingsQuery } from '../api/queries.ts';
import { t } from '../messages/index.ts';
import { reportImport } from './import-report.ts';

/** Reads what comes from outside. Loaded when something is pasted or imported. */

/** A text that is wrong in a hundred places is not mended by reading a hundred lines. */
const maxIssues = 5;

/** A text that is no workflow. The message is for the person who pasted it; `reason` tells the cases apart. */
export class NotAWorkflowError extends Error {
  override readonly name = 'NotAWorkflowError';
  readonly reason: 'json' | 'shape' | 'empty';
  constructor(reason: NotAWorkflowError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** What tags are called in a workflow from elsewhere, where they have other ids, or none. */
const tagNamesOf = (tags: unknown): string[] =>
  Array.isArray(tags)
    ? tags.flatMap((tag: unknown) => {
        const name = isObject(tag) ? tag.name : tag;
        return typeof name === 'string' && name.trim() !== '' ? [name] : [];
      })
    : [];

/**
 * An imported workflow with the tags that have its names here; those that there are not yet are made. On an instance without tags it has none.
 * @throws ApiError
 */
export const withTagsHere = async (workflow: FormatWorkflow): Promise<FormatWorkflow> => {
  const { tags, ...rest } = workflow;
  const names = tagNamesOf(tags);
  if (names.length === 0) return workflow;
  const { workflowTagsDisabled } = await queryClient.ensureQueryData(settingsQuery);
  if (workflowTagsDisabled) return rest as FormatWorkflow;
  const { tagsOfNames } = await import('../tags/tag-calls.ts');
  return { ...rest, tags: await tagsOfNames(names) } as FormatWorkflow;
};

/** Checks that a value is a workflow in the public format, and brings it into the form of today. @throws NotAWorkflowError */
export const checkWorkflow = (value: unknown): Extract<WorkflowReading, { success: true }> => {
  if (!isObject(value) || !Array.isArray(value.nodes) || !isObject(value.connections)) {
    throw new NotAWorkflowError('shape', t('workflow.import.needsNodes'));
  }
  const reading = readWorkflow(value);
  if (!reading.success) {
    const shown = reading.issues.slice(0, maxIssues);
    const detail = shown.map(({ message }) => message).join('\n');
    throw new NotAWorkflowError('shape', t('workflow.import.notWorkflow', { detail }));
  }
  return reading;
};

/**
 * As `parseWorkflow`, of data that has been read.
 * @throws NotAWorkflowError
 */
export const readWorkflowFrom = (value: unknown): FormatWorkflow => {
  const reading = checkWorkflow(value);
  const names = tagNamesOf((value as { tags?: unknown }).tags);
  if (reading.workflow.nodes.length === 0) throw new NotAWorkflowError('empty', t('workflow.import.empty'));
  // Tags are taken over by their names: see `withTagsHere`.
  void reportImport({
    ...reading,
    notes: reading.notes.filter(({ path }) => path[0] !== 'tags' || names.length === 0),
  });
  return {
    ...(reading.workflow as FormatWorkflow),
    ...(names.length > 0 && { tags: names.map((name) => ({ name })) }),
  };
};

/**
 * Reads a workflow, or a part of one, in the public format. Tells the person what did not map.
 * @throws NotAWorkflowError
 */
export const parseWorkflow = (text: string): FormatWorkflow => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new NotAWorkflowError('json', t('workflow.import.notJson', { detail: (error as Error).message }));
  }
  return readWorkflowFrom(value);
};

export { isWorkflowAddress };

/**
 * As `parseWorkflow`, of what an address gives; the server fetches it.
 * @throws NotAWorkflowError, ApiError
 */
export const fetchWorkflow = async (url: string): Promise<FormatWorkflow> =>
  readWorkflowFrom(await client.workflows.fromUrl({ query: { url } }));
