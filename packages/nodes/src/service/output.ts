import { type Item, isObject, type Json, type JsonObject } from '@millrace/contract/data';
import type { Output, Tools } from './operation.ts';
import { readPath } from './path.ts';

const whole = new WeakSet<Item>();

/** An item that is given as it is. */
export const wholeItem = (item: Item): Item => {
  whole.add(item);
  return item;
};

const picked = (element: JsonObject, names: readonly string[]): JsonObject => {
  const result: JsonObject = {};
  for (const name of names) {
    const value = readPath(element, name);
    if (value !== undefined) result[name.split('.').at(-1)!] = value as Json;
  }
  return result;
};

const toItem = (element: unknown, output: Output, tools: Tools): Item => {
  if (isObject(element) && whole.has(element as unknown as Item)) return element as unknown as Item;
  if (!isObject(element)) return { json: { data: element as Json } };
  const { map, pick, simple } = output;
  const names = simple && tools.context.parameter('simple' as never, tools.itemIndex) === true ? simple : pick;
  const mapped = map ? map(element as JsonObject, tools) : element;
  if (!isObject(mapped)) return { json: { data: mapped as Json } };
  return { json: names ? picked(mapped as JsonObject, names) : (mapped as JsonObject) };
};

const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (isObject(value) && !whole.has(value as unknown as Item) && Object.keys(value).length === 0);

/** Items of what an operation has given: an answer, or a list of elements. */
export const shapeItems = (given: unknown, output: Output, tools: Tools): Item[] => {
  const found = output.root !== undefined && !Array.isArray(given) ? readPath(given, output.root) : given;
  if (isNothing(found)) return [{ json: output.empty ?? {} }];
  if (!Array.isArray(found) || output.split === false) {
    return [toItem(Array.isArray(found) ? { data: found } : found, output, tools)];
  }
  const { keep } = output;
  const kept = keep ? found.filter((element) => isObject(element) && keep(element as JsonObject, tools)) : found;
  return kept.map((element) => toItem(element, output, tools));
};
