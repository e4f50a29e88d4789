import type { Item, ItemLists, TaskData } from '@millrace/contract';
import type { ItemChunk, NodeRunRecord } from '../store/writes.ts';

/**
 * The items of a node run as texts. A small result is one text with its record; a large one becomes pieces that are made one after the
 * other, so that the whole of it is never there as text.
 */

/** Characters of JSON up to which a result stays in one piece. */
export const mostInline = 65_536;
const mostItems = 1000;
const mostCharacters = 262_144;
/** Results of more items are not tried in one piece. */
const fewItems = 200;

type Data = NonNullable<TaskData['data']>;

/** JSON of connection type → number of items of each output. */
export const outputsText = (data: Data): string => {
  const counts: Record<string, (number | null)[]> = {};
  for (const type in data) counts[type] = data[type]!.map((items) => items?.length ?? null);
  return JSON.stringify(counts);
};

const countAll = (lists: ItemLists): number => lists.reduce((sum, items) => sum + (items?.length ?? 0), 0);

/** JSON list of `items`, without its brackets. */
const bareText = (items: readonly Item[]): string => JSON.stringify(items).slice(1, -1);

interface Place {
  position: number;
  connection: string;
  output: number;
}

function* piecesOf(items: readonly Item[], place: Place): Generator<ItemChunk> {
  let chunk = 0;
  let firstItem = 0;
  let texts: string[] = [];
  let characters = 0;
  // How many to take at once: they are to make about an eighth of a piece.
  let step = 8;
  const piece = (end: number): ItemChunk => ({
    ...place,
    chunk: chunk++,
    firstItem,
    itemCount: end - firstItem,
    items: `[${texts.join(',')}]`,
  });
  for (let index = 0; index < items.length; ) {
    const next = Math.min(index + step, items.length, firstItem + mostItems);
    const text = bareText(items.slice(index, next));
    texts.push(text);
    characters += text.length;
    const each = Math.max(1, text.length / (next - index));
    step = Math.max(1, Math.min(mostItems, Math.floor(mostCharacters / 8 / each)));
    index = next;
    if (characters + step * each <= mostCharacters && index - firstItem < mostItems && index < items.length) continue;
    yield piece(index);
    texts = [];
    characters = 0;
    firstItem = index;
  }
}

/** Gives the pieces of a large result one by one, and at last the record of the node run. */
export function* recordsOf(
  position: number,
  node: string,
  { data, ...task }: TaskData,
): Generator<{ piece: ItemChunk } | { record: NodeRunRecord }> {
  const record = (outputs: string | null, text: string | null) => ({
    record: { position, node, task: JSON.stringify(task), outputs, data: text },
  });
  if (data === undefined) {
    yield record(null, null);
    return;
  }
  const outputs = outputsText(data);
  if (Object.values(data).reduce((sum, lists) => sum + countAll(lists), 0) <= fewItems) {
    const text = JSON.stringify(data);
    if (text.length <= mostInline) {
      yield record(outputs, text);
      return;
    }
  }
  for (const [connection, lists] of Object.entries(data))
    for (const [output, items] of lists.entries())
      if (items) for (const piece of piecesOf(items, { position, connection, output })) yield { piece };
  yield record(outputs, null);
}
