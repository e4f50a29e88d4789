import { type FormatWorkflow, type ImportNote, isObject, readWorkflow, type WorkflowReading } from '@millrace/contract';
import { t } from '../messages/index.ts';
import { tellWarning } from './notices.ts';

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

/**
 * Reads a workflow, or a part of one, in the public format. Tells the person what was not read as it is.
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
  const read = readWorkflow(value);
  if (!read.success) {
    const shown = read.issues.slice(0, maxIssues);
    const detail = shown.map(({ message }) => message).join('\n');
    throw new NotAWorkflowError('shape', t('workflow.import.notWorkflow', { detail }));
  }
  if (read.workflow.nodes.length === 0) throw new NotAWorkflowError('empty', t('workflow.import.empty'));
  if (read.notes.length > 0) tellNotes(read);
  return read.workflow as FormatWorkflow;
};

/** The report of the import. */
const tellNotes = ({ workflow, notes }: Extract<WorkflowReading, { success: true }>): void => {
  const lines = notes.map((note) => noteText(note, workflow));
  tellWarning(t('workflow.import.notes', { count: notes.length }), {
    message: t('workflow.import.notes.message'),
    details: lines.join('\n'),
    sticky: true,
  });
};

const noteText = ({ path, ...value }: ImportNote, { nodes }: { nodes: { name: string }[] }): string => {
  const [part, index, ...rest] = path;
  const node = part === 'nodes' && typeof index === 'number' ? nodes[index] : undefined;
  const place = node ? `${node.name}: ${pathText(rest)}` : pathText(path);
  if (value.readAs === undefined) return t('workflow.import.note.leftOut', { place, was: valueText(value.was) });
  const readAs = valueText(value.readAs);
  if (!('was' in value)) return t('workflow.import.note.missing', { place, readAs });
  return t('workflow.import.note.readAs', { place, was: valueText(value.was), readAs });
};

const valueText = (value: unknown): string => {
  const text = JSON.stringify(value) ?? '';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

/** `nodes[3].position` */
const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
