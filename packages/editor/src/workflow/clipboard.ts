import { isObject, workflowGraphSchema } from '@millrace/contract';
import { t } from '../messages/index.ts';
import { duplicateNodes, pasteFragment } from './commands/index.ts';
import { type FormatWorkflow, toFormat } from './format.ts';
import { limitNow } from './node-limits.ts';
import { tellInfo } from './notices.ts';
import type { WorkflowSession } from './session.ts';
import type { NodeKey, WorkflowDocument } from './types.ts';

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

/** JSON text of the nodes and the wires among them, in the public format: pastes into any editor of this kind. */
export const copyFragment = (document: WorkflowDocument, keys: Iterable<NodeKey>): string => {
  const { nodes, connections, pinData } = toFormat(document, new Set(keys));
  return JSON.stringify({ nodes, connections, ...(pinData ? { pinData } : {}) }, null, 2);
};

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

/**
 * Adds the copied nodes at a place on the canvas (their upper left corner), selects them and returns their keys.
 * @throws NotAWorkflowError
 */
export const paste = (session: WorkflowSession, text: string, position?: { x: number; y: number }): NodeKey[] => {
  const fragment = parseWorkflow(text);
  return selectAdded(session, fragment.nodes.length, () =>
    session.dispatch('history.pasteFragment', pasteFragment(fragment, position, limitNow)),
  );
};

/** Adds copies of the nodes, selects them and returns their keys. */
export const duplicate = (session: WorkflowSession, keys: Iterable<NodeKey>): NodeKey[] => {
  const originals = new Set(keys);
  return selectAdded(session, originals.size, () =>
    session.dispatch('history.duplicateNodes', duplicateNodes(originals, limitNow)),
  );
};

const selectAdded = (session: WorkflowSession, wanted: number, action: () => void): NodeKey[] => {
  const { document: held, readOnly } = session.state();
  const before = held.nodes;
  action();
  const added = Object.keys(session.state().document.nodes).filter((key) => before[key] === undefined);
  if (added.length > 0) session.select(added);
  const merged = wanted - added.length;
  if (merged > 0 && !readOnly) {
    tellInfo(t('workflow.paste.merged', { count: merged }), { message: t('workflow.paste.merged.message') });
  }
  return added;
};
