/**
 * The shape of a list of items: every field that occurs in any of them, with its types and a sample. The entries of a list have one shape,
 * shown at its first place.
 */
import type { Item, Json } from '@millrace/contract';
import type { ParameterPath } from '../../workflow/types.ts';

export type SchemaType = 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object';

export interface SchemaField {
  path: ParameterPath;
  name: string;
  /** Types in the order in which they occur; null only if nothing else does. */
  types: SchemaType[];
  /** First value that is not null or empty; only for fields without children. */
  sample?: Json;
  children: SchemaField[];
}

/** Items looked at, and entries of one list: enough to know a shape without reading a million of them. */
const itemsRead = 200;
const entriesRead = 20;
const maxDepth = 12;

export const typeOf = (value: unknown): SchemaType =>
  value === null || value === undefined
    ? 'null'
    : Array.isArray(value)
      ? 'array'
      : (typeof value as Exclude<SchemaType, 'null' | 'array'>);

const fieldsOf = (values: readonly unknown[], path: ParameterPath, depth: number): SchemaField[] => {
  const byName = new Map<string | number, unknown[]>();
  const collect = (name: string | number, value: unknown) => {
    const list = byName.get(name);
    if (list) list.push(value);
    else byName.set(name, [value]);
  };
  for (const value of values) {
    if (Array.isArray(value)) {
      for (const entry of value.slice(0, entriesRead)) collect(0, entry);
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, entry] of Object.entries(value)) collect(name, entry);
    }
  }
  return [...byName].map(([name, found]) => fieldOf(name, found, [...path, name], depth));
};

const fieldOf = (
  name: string | number,
  values: readonly unknown[],
  path: ParameterPath,
  depth: number,
): SchemaField => {
  const types = new Set(values.map(typeOf));
  if (types.size > 1) types.delete('null');
  const children = depth < maxDepth ? fieldsOf(values, path, depth + 1) : [];
  const sample = values.find((value) => value !== null && value !== undefined && value !== '') ?? values[0];
  return {
    path,
    name: String(name),
    types: [...types],
    ...(children.length === 0 ? { sample: sample as Json } : {}),
    children,
  };
};

export const schemaOf = (items: readonly Item[]): SchemaField[] =>
  fieldsOf(
    items.slice(0, itemsRead).map(({ json }) => json),
    [],
    0,
  );

/** Fields whose name or sample has the text, with what leads to them. */
export const filterSchema = (fields: readonly SchemaField[], search: string): SchemaField[] => {
  const text = search.trim().toLowerCase();
  if (text === '') return [...fields];
  return fields.flatMap((field) => {
    if (
      field.name.toLowerCase().includes(text) ||
      String(field.sample ?? '')
        .toLowerCase()
        .includes(text)
    )
      return [field];
    const children = filterSchema(field.children, search);
    return children.length > 0 ? [{ ...field, children }] : [];
  });
};
