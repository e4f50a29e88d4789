/** Several items in one request, for services that take lists. */
import { type Item, isObject, type JsonObject } from '@millrace/contract/data';
import type { ExecuteContext, NodeOutput } from '@millrace/engine/node-api';
import type { Batching, RequestOperation, Tools } from './operation.ts';
import { shapeItems } from './output.ts';
import { readPath } from './path.ts';
import { fillPlaces, type RequestLine, type RequestParts, splitLine } from './request.ts';
import { partsOf } from './request-operation.ts';

interface Entry {
  tools: Tools;
  body: JsonObject;
  /** What items of one batch agree in. */
  line: RequestLine;
  parts: RequestParts;
  beside: JsonObject;
}

const toEntry = (operation: RequestOperation, { beside: names = [] }: Batching<never>, tools: Tools): Entry => {
  const { body, ...parts } = partsOf(operation, tools);
  const whole = (isObject(body) ? body : {}) as JsonObject;
  const isBeside = ([name]: [string, unknown]) => names.includes(name);
  const { method, path } = splitLine(operation.request);
  const line = `${method} ${fillPlaces(path, (name) => tools.value(name as never))}` as RequestLine;
  return {
    tools,
    line,
    parts,
    beside: Object.fromEntries(Object.entries(whole).filter(isBeside)),
    body: Object.fromEntries(Object.entries(whole).filter((entry) => !isBeside(entry))),
  };
};

const keyOf = ({ line, parts, beside }: Entry): string => JSON.stringify([line, parts, beside]);

const send = async (
  operation: RequestOperation,
  { into }: Batching<never>,
  entries: { entry: Entry; itemIndex: number }[],
): Promise<Item[]> => {
  const { tools, line, parts, beside } = entries[0]!.entry;
  const { root = into, ...output } = operation.output ?? {};
  const answer = await tools.request(line, {
    ...parts,
    body: { ...beside, [into]: entries.map(({ entry }) => entry.body) },
  });
  const results = readPath(answer, root);
  return pairedResults(Array.isArray(results) ? results : [], entries, (result, position) =>
    shapeItems([result], output, (entries[position] ?? entries[0]!).entry.tools),
  );
};

export interface Batches<T> {
  /** What is to be done for an item: nothing, or one or several entries. */
  entriesOf(itemIndex: number): T[] | Promise<T[]>;
  size: number | ((itemIndex: number) => number);
  /** Entries of one batch have the same. */
  keyOf(entry: T): string;
  send(entries: { entry: T; itemIndex: number }[]): Promise<Item[]>;
}

/**
 * Batches of neighbours in the items' order. Where a batch is refused, and the node goes on after failures, its entries are sent one by one, so that a failure
 * is that of its item.
 */
export const inBatches = async <T>(context: ExecuteContext, batches: Batches<T>): Promise<NodeOutput> => {
  const output: Item[] = [];
  const { entriesOf, size, keyOf, send } = batches;
  const fail = (error: unknown, itemIndex: number) => {
    if (!context.continueOnFail || context.signal.aborted) throw error;
    output.push(context.failedItem(error, itemIndex));
  };
  const deliver = async (entries: { entry: T; itemIndex: number }[]): Promise<void> => {
    if (entries.length === 0) return;
    try {
      for (const item of await send(entries)) output.push(item);
    } catch (error) {
      if (entries.length === 1 || !context.continueOnFail) return fail(error, entries[0]!.itemIndex);
      for (const one of entries) await deliver([one]);
    }
  };
  let batch: { entry: T; itemIndex: number }[] = [];
  const flush = async () => {
    const entries = batch;
    batch = [];
    await deliver(entries);
  };
  for (const itemIndex of context.items.keys()) {
    try {
      const most = typeof size === 'number' ? size : size(itemIndex);
      for (const entry of await entriesOf(itemIndex)) {
        const [first] = batch;
        if (first && (batch.length >= most || keyOf(first.entry) !== keyOf(entry))) await flush();
        batch.push({ entry, itemIndex });
      }
    } catch (error) {
      await flush();
      fail(error, itemIndex);
    }
  }
  await flush();
  return [output];
};

/** Results of a batch with the items that they are of: one each, or where there are more or fewer, all of them. */
export const pairedResults = (
  results: readonly unknown[],
  entries: readonly { itemIndex: number }[],
  toItems: (result: unknown, position: number) => Item[],
): Item[] =>
  results.flatMap((result, position) => {
    const isOneEach = results.length === entries.length;
    const pairedItem = isOneEach ? entries[position]!.itemIndex : entries.map(({ itemIndex }) => ({ item: itemIndex }));
    return toItems(result, position).map((item) => ({ ...item, pairedItem }));
  });

/** An operation whose items' bodies become the entries of a list. */
export const runBatches = (
  operation: RequestOperation,
  batching: Batching<never>,
  context: ExecuteContext,
  toolsFor: (itemIndex: number) => Tools,
): Promise<NodeOutput> => {
  const { size } = batching;
  return inBatches<Entry>(context, {
    entriesOf: (itemIndex) => [toEntry(operation, batching, toolsFor(itemIndex))],
    size: typeof size === 'number' ? size : (itemIndex) => size(toolsFor(itemIndex) as never),
    keyOf,
    send: (entries) => send(operation, batching, entries),
  });
};
