import type { Item, PairedItem, TaskData } from '@millrace/contract/data';

/**
 * A whole run as a line for each node run, short enough to compare by eye:
 *
 *     Merge < A, B:1#2 = 1←0 2←1:0 | -
 *
 * says that Merge got its first input from A and its second from output 1 of the third run of B, and gave two items on its first output, the
 * second from item 0 of input 1, and nothing on its second.
 */
export const tellRun = (finished: readonly { node: string; task: TaskData }[]): string[] =>
  finished.map(({ node, task }) => {
    const sources = task.source.map((source) => {
      if (!source) return '-';
      const output = source.previousNodeOutput ? `:${source.previousNodeOutput}` : '';
      const run = source.previousNodeRun ? `#${source.previousNodeRun}` : '';
      return `${source.previousNode}${output}${run}`;
    });
    const from = sources.length > 0 ? ` < ${sources.join(', ')}` : '';
    if (task.error) return `${node}${from} ! ${task.error.message}`;
    const outputs = (task.data?.main ?? []).map((items) => items?.map(tellItem).join(' ') || '-');
    return `${node}${from} = ${outputs.join(' | ')}`;
  });

/** The only value of an item, or its JSON; then where it comes from. */
const tellItem = (item: Item): string => {
  const values = Object.values(item.json);
  const value = values.length === 1 && typeof values[0] !== 'object' ? String(values[0]) : JSON.stringify(item.json);
  return `${value}${item.pairedItem === undefined ? '' : `←${tellLink(item.pairedItem)}`}${item.error ? '!' : ''}`;
};

const tellLink = (link: PairedItem): string => {
  if (Array.isArray(link)) return `[${link.map(tellLink).join()}]`;
  if (typeof link === 'number') return String(link);
  return link.input ? `${link.input}:${link.item}` : String(link.item);
};
