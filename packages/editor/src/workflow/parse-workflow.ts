import { type FormatWorkflow, isObject, isWorkflowAddress, readWorkflow } from '@millrace/contract';
import { client } from '../api/client.ts';
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

/** @throws NotAWorkflowError */
const read = (value: unknown): FormatWorkflow => {
  if (!isObject(value) || !Array.isArray(value.nodes) || !isObject(value.connections)) {
    throw new NotAWorkflowError('shape', t('workflow.import.needsNodes'));
  }
  const reading = readWorkflow(value);
  if (!reading.success) {
    const shown = reading.issues.slice(0, maxIssues);
    const detail = shown.map(({ message }) => message).join('\n');
    throw new NotAWorkflowError('shape', t('workflow.import.notWorkflow', { detail }));
  }
  if (reading.workflow.nodes.length === 0) throw new NotAWorkflowError('empty', t('workflow.import.empty'));
  void reportImport(reading);
  return reading.workflow as FormatWorkflow;
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
  return read(value);
};

export { isWorkflowAddress };

/**
 * As `parseWorkflow`, of what an address gives; the server fetches it.
 * @throws NotAWorkflowError, ApiError
 */
export const fetchWorkflow = async (url: string): Promise<FormatWorkflow> =>
  read(await client.workflows.fromUrl({ query: { url } }));
