import { type FormatWorkflow, isObject, workflowGraphSchema } from '@millrace/contract';
import { t } from '../messages/index.ts';

/** Checks what comes from outside, by the schema of the public format. Loaded when something is pasted or imported. */

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

/**
 * Reads a workflow, or a part of one, in the public format.
 * @throws NotAWorkflowError
 */
export const parseWorkflow = (text: string): FormatWorkflow => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new NotAWorkflowError('json', t('workflow.import.notJson', { detail: (error as Error).message }));
  }
  if (!isObject(value) || !Array.isArray(value.nodes) || !isObject(value.connections)) {
    throw new NotAWorkflowError('shape', t('workflow.import.needsNodes'));
  }
  const parsed = workflowGraphSchema.safeParse(value);
  if (!parsed.success) {
    const shown = parsed.error.issues.slice(0, maxIssues);
    const detail = shown.map((issue) => `${pathText(issue.path)} ${problemText(issue)}`).join('\n');
    throw new NotAWorkflowError('shape', t('workflow.import.notWorkflow', { detail }));
  }
  if (parsed.data.nodes.length === 0) throw new NotAWorkflowError('empty', t('workflow.import.empty'));
  return parsed.data as FormatWorkflow;
};

const problemText = (issue: { code?: string; message: string; expected?: string }): string => {
  if (issue.code !== 'invalid_type') return issue.message;
  const isMissing = issue.message.endsWith('received undefined');
  return isMissing ? t('workflow.import.missing') : t('workflow.import.wrongType', { type: issue.expected ?? '' });
};

/** `nodes[3].position` */
const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
