import { type Item, type ItemLists, isObject } from '@millrace/contract/data';
import { toJsonValue } from './to-json.ts';

/**
 * What a node gave becomes plain data in one place, so that items survive JSON wherever they are stored or sent. Data that an item
 * has from the input item that it is linked to is plain already and passed over: nodes that only choose among their items cost nothing.
 */

/**
 * @param inputs what the node was given
 * @throws TypeError that says which item is none, or cannot be kept
 */
export const toPlainOutputs = (output: unknown, inputs: readonly (readonly Item[] | null)[]): ItemLists => {
  if (!Array.isArray(output)) throw new TypeError('The node did not give a list of outputs');
  const [first] = inputs;
  return mapChanged(output as unknown[], (items, index) => {
    if (items === null || items === undefined) return null;
    if (!Array.isArray(items)) throw new TypeError(`Output ${index} of the node is no list of items`);
    return mapChanged(items as unknown[], (item, place) => {
      if (isInputItem(item, first)) return item;
      try {
        return toPlainItem(item);
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        throw new TypeError(`Item ${place} of output ${index} ${error.message}`);
      }
    });
  }) as ItemLists;
};

/** The list itself where nothing changes. */
const mapChanged = (list: unknown[], map: (value: unknown, index: number) => unknown): unknown[] => {
  let copy: unknown[] | undefined;
  for (let index = 0; index < list.length; index++) {
    const mapped = map(list[index], index);
    if (copy === undefined && mapped !== list[index]) copy = list.slice(0, index);
    copy?.push(mapped);
  }
  return copy ?? list;
};

/** Linked by a number to an item of the first input, with the very data of that. */
const isInputItem = (item: unknown, items: readonly Item[] | null | undefined): item is Item => {
  const { json, binary, pairedItem, error } = (item ?? {}) as Partial<Item>;
  if (typeof pairedItem !== 'number') return false;
  const source = items?.[pairedItem];
  return source !== undefined && source.json === json && source.binary === binary && source.error === error;
};

const parts: ReadonlySet<string> = new Set(['json', 'binary', 'pairedItem', 'error']);

/** Lists are the data of items that requests of older workflows give. */
const isData = (json: unknown): boolean => isObject(json) || Array.isArray(json);

const toPlainItem = (item: unknown): Item => {
  if (!isObject(item) || !isData(item.json)) throw new TypeError('has no object as json');
  const json = toPlain(item.json, 'json');
  const binary = item.binary === undefined ? undefined : toPlain(item.binary, 'binary');
  const error = item.error === undefined ? undefined : toPlain(item.error, 'error');
  const pairedItem = toPlainLink(item.pairedItem);
  if (!isData(json)) throw new TypeError('has no plain object as json');
  let isPlain = json === item.json && binary === item.binary && error === item.error;
  isPlain &&= pairedItem === item.pairedItem;
  for (const key in item) isPlain &&= parts.has(key) && item[key as keyof typeof item] !== undefined;
  if (isPlain) return item as unknown as Item;
  const plain: Record<string, unknown> = { json };
  if (binary !== undefined && binary !== null) plain.binary = binary;
  if (pairedItem !== undefined && pairedItem !== null) plain.pairedItem = pairedItem;
  if (error !== undefined && error !== null) plain.error = error;
  return plain as unknown as Item;
};

/** What is no link counts as none. */
const toPlainLink = (link: unknown): unknown => {
  if (typeof link === 'object') return toPlain(link, 'pairedItem');
  return typeof link === 'number' ? link : undefined;
};

const toPlain = (value: unknown, part: string): unknown => {
  try {
    return toJsonValue(value);
  } catch (error) {
    throw new TypeError(`cannot be kept as JSON (${part}): ${error instanceof Error ? error.message : String(error)}`);
  }
};
