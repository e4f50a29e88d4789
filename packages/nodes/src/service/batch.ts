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

const send = async (operation: RequestOperation, { into }: Batching<never>, entries: Entry[]): Promise<Item[]> => {
  const { tools, line, parts, beside } = entries[0]!;
  const { root = into, ...output } = operation.output ?? {};
  const body = { ...beside, [into]: entries.map((entry) => entry.body) };
  const answer = await tools.request(line, { ...parts, body });
  const results = readPath(answer, root);
  const list = Array.isArray(results) ? results : [];
  return list.flatMap((result, position) => {
    const of = list.length === entries.length ? entries[position]! : undefined;
    const pairedItem = of ? of.tools.itemIndex : entries.map((entry) => ({ item: entry.tools.itemIndex }));
    return shapeItems([result], output, (of ?? entries[0]!).tools).map((item) => ({ ...item, pairedItem }));
  });
};

/**
 * Batches of neighbours in the items' order. Where a batch is refused, and the node goes on after failures, its items are sent one by one, so that a failure
 * is that of its item.
 */
export const runBatches = async (
  operation: RequestOperation,
  batching: Batching<never>,
  context: ExecuteContext,
  toolsFor: (itemIndex: number) => Tools,
): Promise<NodeOutput> => {
  const output: Item[] = [];
  const sendAlone = async (entry: Entry) => {
    try {
      output.push(...(await send(operation, batching, [entry])));
    } catch (error) {
      if (!context.continueOnFail || context.signal.aborted) throw error;
      output.push(context.failedItem(error, entry.tools.itemIndex));
    }
  };
  let batch: Entry[] = [];
  const flush = async () => {
    const entries = batch;
    batch = [];
    if (entries.length === 0) return;
    if (entries.length === 1) return sendAlone(entries[0]!);
    try {
      output.push(...(await send(operation, batching, entries)));
    } catch (error) {
      if (!context.continueOnFail || context.signal.aborted) throw error;
      for (const entry of entries) await sendAlone(entry);
    }
  };
  for (const itemIndex of context.items.keys()) {
    const tools = toolsFor(itemIndex);
    try {
      const entry = toEntry(operation, batching, tools);
      const size = typeof batching.size === 'number' ? batching.size : batching.size(tools as never);
      if (batch.length > 0 && (batch.length >= size || keyOf(batch[0]!) !== keyOf(entry))) await flush();
      batch.push(entry);
    } catch (error) {
      if (!context.continueOnFail || context.signal.aborted) throw error;
      await flush();
      output.push(context.failedItem(error, itemIndex));
    }
  }
  await flush();
  return [output];
};
