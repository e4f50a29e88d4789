import { type Item, isObject, type Json, type JsonObject } from '@millrace/contract/data';
import { defineField } from '@millrace/engine/node-api';

export type Cell = string | number | boolean | null;
export type Row = Record<string, Cell>;

const flatten = (row: Row, prefix: string, value: Json): void => {
  if (isObject(value) || Array.isArray(value))
    for (const [key, inner] of Object.entries(value))
      flatten(row, prefix === '' ? key : `${prefix}.${key}`, inner as Json);
  else defineField(row, prefix, value);
};

/** Fields of an item as columns: what is in objects and lists has names with dots. */
const toRow = (json: JsonObject): Row => {
  const row: Row = {};
  for (const [key, value] of Object.entries(json)) flatten(row, key, value as Json);
  return row;
};

export const toRows = (items: readonly Item[]): Row[] => items.map(({ json }) => toRow(json));

/** Columns of all rows, in the order in which they come up. */
export const columnsOf = (rows: readonly Row[]): string[] => {
  const columns = new Set<string>();
  for (const row of rows) for (const column of Object.keys(row)) columns.add(column);
  return [...columns];
};
