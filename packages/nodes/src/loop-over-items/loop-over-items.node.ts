import type { Item } from '@millrace/contract/data';
import { defineNode, NodeError } from '@millrace/engine/node-api';

/**
 * Gives its items out in batches. What is wired to `loop` leads back here; each time something comes back it is kept and the next
 * batch goes out, and when none is left everything that came back goes out on `done`. Then it starts over with what comes next.
 */

/** Between two runs of the node. Expressions of existing workflows read all but `begunIn` and `next`: `$('Loop').context.noItemsLeft`. */
interface LoopState {
  /** The run of the node in which the items came in. What came in in later ones has come back. */
  begunIn?: number;
  /** Index of the first item that has not gone out. */
  next?: number;
  /** Batches that have come back. */
  currentRunIndex?: number;
  /** How many batches there will be. */
  maxRunIndex?: number;
  noItemsLeft?: boolean;
  done?: boolean;
}

export const loopOverItems = defineNode({
  name: 'core.loopOverItems',
  displayName: 'Loop Over Items',
  description: 'Loops over items in batches',
  versions: [1, 2, 3],
  defaultVersion: 3,
  aliases: ['n8n-nodes-base.splitInBatches'],
  group: ['organization'],
  defaults: { name: 'Loop Over Items', color: '#5468d8' },
  inputs: ['main'],
  outputs:
    '={{ $nodeVersion === 1 ? ["main"] : $nodeVersion === 2 ? [{ type: "main", displayName: "loop" }, { type: "main", displayName: "done" }] : [{ type: "main", displayName: "done" }, { type: "main", displayName: "loop" }] }}',
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Flow'] },
    alias: ['for each', 'iterate', 'batch', 'repeat', 'split in batches', 'chunk'],
  },
  parameters: [
    {
      name: 'batchSize',
      displayName: 'Batch size',
      type: 'number',
      default: 1,
      typeOptions: { minValue: 1 },
      displayOptions: { show: { '@version': [3] } },
      description: 'The number of items per batch',
    },
    {
      name: 'batchSize',
      displayName: 'Batch size',
      type: 'number',
      default: 10,
      typeOptions: { minValue: 1 },
      displayOptions: { show: { '@version': [1, 2] } },
      description: 'The number of items per batch',
    },
    {
      name: 'options',
      displayName: 'Options',
      type: 'collection',
      default: {},
      options: [
        {
          name: 'reset',
          displayName: 'Reset',
          type: 'boolean',
          default: false,
          description: 'Whether to start over with the current input items. Usually an expression.',
        },
      ],
    },
  ],
  repeatable: true,
  keepsState: true,
  execute(context) {
    const size = Math.floor(context.parameter('batchSize'));
    if (!(size >= 1)) {
      throw new NodeError(`The batch size must be 1 or more, not ${context.parameter('batchSize')}`);
    }
    const state = context.state as LoopState;
    const { runIndex, items } = context;
    const begins = state.begunIn === undefined || state.done === true || context.parameter('options').reset === true;
    const begunIn = begins ? runIndex : state.begunIn!;
    if (begins) begin(state, { begunIn, maxRunIndex: Math.ceil(items.length / size) });
    else state.currentRunIndex = (state.currentRunIndex ?? 0) + 1;

    const batch = nextBatch(state, context.itemsOf(begunIn), size);
    context.keepItemsFrom(state.done ? undefined : begunIn);
    const { typeVersion } = context.node;
    if (typeVersion === 1) return [batch];
    if (batch.length > 0) return typeVersion === 2 ? [batch, []] : [[], batch];
    const processed: Item[] = [];
    for (let run = begunIn + 1; run <= runIndex; run++) for (const item of context.itemsOf(run)) processed.push(item);
    return typeVersion === 2 ? [[], processed] : [processed, []];
  },
});

const begin = (state: LoopState, facts: Pick<LoopState, 'begunIn' | 'maxRunIndex'>): void => {
  Object.assign(state, { ...facts, next: 0, currentRunIndex: 0 });
};

const nextBatch = (state: LoopState, items: readonly Item[], size: number): Item[] => {
  const { next = 0 } = state;
  const batch = items.slice(next, next + size);
  state.next = next + batch.length;
  state.noItemsLeft = state.next >= items.length;
  state.done = batch.length === 0;
  return batch;
};
