import type { BinaryData, Item } from '@millrace/contract/data';
import { NodeError } from '@millrace/engine/node-api';

/** The file in a binary property of an item. @throws NodeError if there is none */
export const findFile = (item: Item | undefined, property: string, itemIndex: number): BinaryData => {
  const binary = item?.binary ?? {};
  const file = Object.hasOwn(binary, property) ? binary[property] : undefined;
  if (file) return file;
  const names = Object.keys(binary);
  throw new NodeError(`The item has no file in "${property}"`, {
    description: names.length > 0 ? `It has: ${names.join(', ')}.` : 'It has no files at all.',
    itemIndex,
  });
};
