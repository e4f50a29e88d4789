import type { Item } from '@millrace/contract/data';
import type { ExecuteContext, NodeOutput } from '@millrace/engine/node-api';
import { NodeError } from '@millrace/engine/node-api';

/**
 * Sends each item as it is to the output that `choose` names (several: to each; undefined: to none). Where the node continues on failure, an
 * item whose choice fails goes to the last output with its error (or to the error output, if the node has one).
 */
export const route = (
  context: Pick<ExecuteContext, 'items' | 'continueOnFail' | 'failedItem'>,
  outputs: number,
  choose: (item: Item, index: number) => number | readonly number[] | undefined,
): NodeOutput => {
  const lists: Item[][] = Array.from({ length: outputs }, () => []);
  for (const [index, item] of context.items.entries()) {
    const linked = { ...item, pairedItem: index };
    try {
      const chosen = choose(item, index);
      if (chosen === undefined) continue;
      for (const output of typeof chosen === 'number' ? [chosen] : chosen) {
        const list = lists[output];
        if (!list)
          throw new NodeError(`There is no output ${output}`, {
            itemIndex: index,
            description: `The node has ${outputs} outputs, counted from 0.`,
          });
        list.push(linked);
      }
    } catch (error) {
      if (!context.continueOnFail || !(error instanceof Error)) throw error;
      const failed = context.failedItem(error, index);
      lists.at(-1)?.push({ ...linked, json: { ...item.json, ...failed.json }, error: failed.error });
    }
  }
  return lists;
};
