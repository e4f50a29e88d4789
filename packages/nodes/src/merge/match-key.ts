import type { Item, Json } from '@millrace/contract/data';
import { NodeError } from '@millrace/engine/node-api';
import { readField } from '../fields/assign.ts';
import { stable } from '../fields/stable.ts';

export interface FieldPair {
  field1: string;
  field2: string;
}

const truths = new Map<Json, string>([
  ['true', 'true'],
  ['false', 'false'],
]);

/** Fuzzy: no value, null and the empty text are one; numbers and booleans equal their texts. */
const fuzzy = (value: Json | undefined): Json => {
  if (value === undefined || value === null || value === '') return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return truths.get(value.trim().toLowerCase()) ?? value.trim();
  return stable(value) ?? '';
};

/** A text that is equal for items whose fields are equal; undefined where a field is missing. */
export const matchKey = (fields: readonly string[], dotNotation: boolean, fuzzyCompare: boolean) => {
  return (item: Item): string | undefined => {
    const values: Json[] = [];
    for (const field of fields) {
      const value = readField(item.json, field, dotNotation);
      if (value === undefined && !fuzzyCompare) return undefined;
      values.push(fuzzyCompare ? fuzzy(value) : (stable(value) ?? null));
    }
    return JSON.stringify(values);
  };
};

/** @throws NodeError where no item of an input has one of the fields; an input without data is none */
export const requireFields = (
  inputs: readonly (readonly Item[])[],
  pairs: readonly FieldPair[],
  dotNotation: boolean,
): void => {
  for (const [input, items] of inputs.entries()) {
    if (items.every(({ json }) => Object.keys(json).length === 0)) continue;
    for (const pair of pairs) {
      const field = input === 0 ? pair.field1 : pair.field2;
      if (items.some(({ json }) => readField(json, field, dotNotation) !== undefined)) continue;
      throw new NodeError(`No item of input ${input + 1} has the field "${field}"`, {
        description: 'Check how the field is written; capital letters count.',
      });
    }
  }
};

/** `a, b` as pairs of fields with equal names. @throws NodeError when there is none */
export const fieldPairs = (pairs: readonly Partial<FieldPair>[]): FieldPair[] => {
  const complete = pairs.filter((pair): pair is FieldPair => Boolean(pair.field1) && Boolean(pair.field2));
  if (complete.length === 0)
    throw new NodeError('No fields to match are set', {
      description: 'Name at least one field that both inputs have.',
    });
  return complete;
};
