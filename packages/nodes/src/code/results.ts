import {
  type BinaryData,
  type Item,
  isItem,
  isObject,
  itemKeys,
  type Json,
  type JsonObject,
  type PairedItem,
} from '@millrace/contract/data';
import { NodeError } from '@millrace/engine/node-api';

/** What code gives back, as items. */

const expected = 'Give back a list of items, such as [{ json: { name: "Ada" } }], a list of objects, or one object.';

const refuse = (message: string, itemIndex: number | undefined): NodeError =>
  new NodeError(message, { description: expected, itemIndex });

const isReference = (link: unknown): boolean =>
  typeof link === 'number' ||
  (isObject(link) && typeof link.item === 'number' && (link.input === undefined || typeof link.input === 'number'));

const isLink = (link: unknown): link is PairedItem =>
  Array.isArray(link) ? link.every(isReference) : isReference(link);

const isFiles = (binary: unknown): binary is Record<string, BinaryData> =>
  isObject(binary) && Object.values(binary).every((file) => isObject(file));

const looksLikeItem = (value: JsonObject): boolean => isItem(value) || (isObject(value.binary) && !hasOthers(value));

const hasOthers = (value: JsonObject): boolean => Object.keys(value).some((key) => !itemKeys.has(key));

const toItem = (value: Json, itemIndex: number | undefined): Item => {
  if (!isObject(value)) throw refuse('The code gives back something that is no item', itemIndex);
  if (!looksLikeItem(value)) return { json: value };
  const { json = {}, binary, pairedItem } = value;
  if (hasOthers(value)) {
    const others = Object.keys(value).filter((key) => !itemKeys.has(key));
    throw refuse(`An item that the code gives back has the field "${others[0]}" beside "json"`, itemIndex);
  }
  const item: Item = { json: json as JsonObject };
  if (binary !== undefined && binary !== null) {
    if (!isFiles(binary)) throw refuse('The files of an item must be objects in "binary"', itemIndex);
    item.binary = binary;
  }
  if (isLink(pairedItem)) item.pairedItem = pairedItem;
  return item;
};

/**
 * A list of items, a list of plain objects, one item, one object, or nothing.
 *
 * @throws NodeError for what is none of these
 */
export const toItems = (value: Json, itemIndex?: number): Item[] => {
  if (value === null) return [];
  const list = Array.isArray(value) ? value : [value];
  return list.map((one) => toItem(one, itemIndex));
};

/** For a mode in which each item gives one: it is linked to that. */
export const toItemsOf = (value: Json, itemIndex: number): Item[] =>
  toItems(value, itemIndex).map((item) => ({ pairedItem: itemIndex, ...item }));
