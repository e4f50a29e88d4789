import type { Item } from '@millrace/contract/data';
import { NodeError } from '@millrace/engine/node-api';
import { readField } from './assign.ts';

/** @throws NodeError where there are items and none of them has one of these fields */
export const requireFields = (items: readonly Item[], names: readonly string[], dotNotation: boolean): void => {
  if (items.length === 0) return;
  const missing = names.find((name) => items.every(({ json }) => readField(json, name, dotNotation) === undefined));
  if (missing === undefined) return;
  throw new NodeError(`No item has the field "${missing}"`, {
    description: 'Check how the field is written; capital letters count.',
  });
};
