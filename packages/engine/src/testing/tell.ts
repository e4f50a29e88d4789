import type { ExecutionError, Item, PairedItem, TaskData } from '@millrace/contract/data';
import type { RunOutcome } from '../run/types.ts';

interface FinishedRun {
  readonly node: string;
  readonly task: TaskData;
}

/**
 * A whole run as a line for each node run, short enough to compare by eye:
 *
 *     Merge < A, B:1#2 = 1←0 2←1:0 | -
 *
 * says that Merge got its first input from A and its second from output 1 of the third run of B, and gave two items on its first output, the
 * second from item 0 of input 1, and nothing on its second. An item that a node kept over several runs says in which it came in: `2←1#0`.
 */
export const tellRun = (finished: readonly FinishedRun[]): string[] => finished.map(tellNodeRun);

const tellNodeRun = ({ node, task }: FinishedRun): string => {
  if (task.serves) return tellService(node, task, task.serves);
  const sources = task.source.map((source) => {
    if (!source) return '-';
    const output = source.previousNodeOutput ? `:${source.previousNodeOutput}` : '';
    const run = source.previousNodeRun ? `#${source.previousNodeRun}` : '';
    return `${source.previousNode}${output}${run}`;
  });
  const from = sources.length > 0 ? ` < ${sources.join(', ')}` : '';
  if (task.error) return `${node}${from} ! ${task.error.message}`;
  const outputs = (task.data?.main ?? []).map(tellItems);
  return `${node}${from} = ${outputs.join(' | ')}`;
};

/** One use of a sub-node: what it served, what it was given and what it gave. `Model for Agent#1 (1 2) = 3` */
const tellService = (node: string, task: TaskData, serves: NonNullable<TaskData['serves']>): string => {
  const run = serves.runIndex ? `#${serves.runIndex}` : '';
  const lists = Object.values(task.data ?? {}).flat();
  const result = task.error ? `! ${task.error.message}` : `= ${tellItems(lists[0])}`;
  return `${node} for ${serves.node}${run} (${tellItems(serves.input)}) ${result}`;
};

const tellItems = (items: readonly Item[] | null | undefined): string => items?.map(tellItem).join(' ') || '-';

/** The only value of an item, or its JSON; what it says of its failure; its binary data; then where it comes from, and whether it stands for a failure. */
const tellItem = (item: Item): string => {
  const { error, ...fields } = item.json;
  const saysMore = item.error !== undefined && typeof error === 'string' && Object.keys(fields).length > 0;
  const value = saysMore ? `${tellFields(fields)} (${error})` : tellFields(item.json);
  const binary = item.binary ? `[${Object.entries(item.binary).map(([name, { id }]) => `${name}: ${id}`)}]` : '';
  const link = item.pairedItem === undefined ? '' : `←${tellLink(item.pairedItem)}`;
  return `${value}${binary}${link}${item.error ? '!' : ''}`;
};

const tellFields = (json: Item['json']): string => {
  const values = Object.values(json);
  return values.length === 1 && typeof values[0] !== 'object' ? String(values[0]) : JSON.stringify(json);
};

const tellLink = (link: PairedItem): string => {
  if (Array.isArray(link)) return `[${link.map(tellLink).join()}]`;
  if (typeof link === 'number') return String(link);
  const run = link.run === undefined ? '' : `#${link.run}`;
  return `${link.input ? `${link.input}:` : ''}${link.item}${run}`;
};

/**
 * All that a run has left behind. To the lines of `tellRun` come the type of an error and the item at which it came up, the time that a node took
 * (if the clock moved), how the run ended unless it succeeded, what it waits for, and the static and custom data that it changed:
 *
 *     Read < A ! Invalid expression [paired_item_no_connection] (item 0)
 *     Retry < Read = 1←0 (2000 ms)
 *     => error
 *     => waiting: Approve till 2026-01-02T04:04:05.678Z or webhook
 *     global: {"count":1}
 *     custom data: {"order":"7"}
 */
export const tellOutcome = ({ status, finished, error, progress, wait }: RunOutcome): string[] => {
  const lines = finished.map(({ node, task }) => {
    const told = tellNodeRun({ node, task: { ...task, error: task.error && withReason(task.error) } });
    return task.executionTime > 0 ? `${told} (${task.executionTime} ms)` : told;
  });
  if (wait) lines.push(`=> ${status}: ${tellWait(wait)}`);
  else if (status !== 'success') {
    const isTold = error === undefined || finished.at(-1)?.task.error?.message === error.message;
    lines.push(isTold ? `=> ${status}` : `=> ${status}: ${error.message}`);
  }
  for (const [key, value] of Object.entries(progress?.staticData ?? {})) lines.push(`${key}: ${JSON.stringify(value)}`);
  if (progress?.customData) lines.push(`custom data: ${JSON.stringify(progress.customData)}`);
  return lines;
};

const tellWait = ({ node, till, webhook, form, executionId }: NonNullable<RunOutcome['wait']>): string => {
  const ends = [
    ...(till === null ? [] : [`till ${new Date(till).toISOString()}`]),
    ...(webhook ? ['webhook'] : []),
    ...(form ? ['form'] : []),
    ...(executionId === undefined ? [] : [`execution ${executionId}`]),
  ];
  return `${node} ${ends.join(' or ')}`;
};

/** The error with its bare reason, type and item as message. */
const withReason = (error: ExecutionError): ExecutionError => {
  const { reason = error.message, type } = error.context ?? {};
  const item = error.itemIndex === undefined ? '' : ` (item ${error.itemIndex})`;
  return { ...error, message: `${reason}${type === undefined ? '' : ` [${type}]`}${item}` };
};
