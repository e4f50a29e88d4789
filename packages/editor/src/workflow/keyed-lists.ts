import { inOrder, isObject, partsOf, pointer, withOrdersOf } from '@millrace/contract';
import type { WorkflowDocument } from './types.ts';

/*
 * Entries of lists are told apart by their places, so two people who both add one change the same list. Where all entries have ids (fields to set,
 * conditions), the lists are compared as what nodes and wires are: things with a key and an order.
 */

type Entry = { key: string; order: number; value: unknown };
type Part = string | number;

/** Documents in which lists by id are records of entries, and the way back. */
export interface Keyed {
  documents: WorkflowDocument[];
  document(keyed: WorkflowDocument): WorkflowDocument;
  /** What stands at a path into the records, as it was. */
  plainAt(value: unknown, path: string): unknown;
  /** A path into the records, as one in which entries of such lists are named by their ids. */
  plainPath(path: string): string;
  /** It says no more than where an entry stands. */
  isOrder(path: string): boolean;
}

const idOf = (entry: unknown): string | undefined =>
  isObject(entry) && typeof entry.id === 'string' && entry.id !== '' ? entry.id : undefined;

const isByIds = (value: unknown): value is unknown[] => {
  if (!Array.isArray(value)) return false;
  const ids = new Set(value.map(idOf));
  return ids.size === value.length && !ids.has(undefined);
};

const member = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

const namesOf = (values: readonly unknown[]): string[] => [
  ...new Set(values.flatMap((value) => (isObject(value) ? Object.keys(value) : []))),
];

/** @param documents of one workflow, under one name for each node; the orders are those of the first */
export const withKeyedLists = (documents: readonly WorkflowDocument[]): Keyed => {
  const lists = new Set<string>();

  const keyedLists = (values: readonly unknown[], path: readonly Part[]): unknown[] => {
    lists.add(pointer(path));
    const records = values.map((list) =>
      isByIds(list) ? list.map((value, order): Entry => ({ key: idOf(value)!, order, value })) : undefined,
    );
    for (const id of new Set(records.flatMap((entries = []) => entries.map(({ key }) => key)))) {
      const entries = records.map((list) => list?.find(({ key }) => key === id));
      const inner = keyed(
        entries.map((entry) => entry?.value),
        [...path, id, 'value'],
      );
      for (const [index, entry] of entries.entries()) if (entry) entry.value = inner[index];
    }
    const [first, ...others] = records.map((list) => list && Object.fromEntries(list.map((one) => [one.key, one])));
    return [first, ...others.map((other) => other && withOrdersOf(first ?? {}, other))];
  };

  const keyed = (values: readonly unknown[], path: readonly Part[]): unknown[] => {
    const present = values.filter((value) => value !== undefined);
    if (present.every(isByIds) && present.some(({ length }) => length > 0)) return keyedLists(values, path);
    const [first] = present;
    if (values.every(Array.isArray) && values.every(({ length }) => length === (first as unknown[]).length)) {
      const columns = (first as unknown[]).map((_, index) =>
        keyed(
          values.map((list) => list[index]),
          [...path, index],
        ),
      );
      return values.map((_, side) => columns.map((column) => column[side]));
    }
    if (!present.every(isObject)) return [...values];
    const columns = namesOf(present).map((name): [string, unknown[]] => [
      name,
      keyed(
        values.map((value) => member(value, name)),
        [...path, name],
      ),
    ]);
    return values.map((value, side) =>
      isObject(value)
        ? Object.fromEntries(
            columns.filter(([name]) => Object.hasOwn(value, name)).map(([name, column]) => [name, column[side]]),
          )
        : value,
    );
  };

  const plain = (value: unknown, path: string): unknown => {
    const at = (name: Part) => path + pointer([name]);
    if (Array.isArray(value)) return value.map((entry, index) => plain(entry, at(index)));
    if (!isObject(value)) return value;
    if (lists.has(path))
      return inOrder(value as Record<string, Entry>).map((one) => plain(one.value, `${at(one.key)}/value`));
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner, at(name))]));
  };

  const [start] = documents;
  const shared = Object.keys(start?.nodes ?? {}).filter((key) => documents.every(({ nodes }) => nodes[key]));
  const parameters = new Map(
    shared.map((key) => [
      key,
      keyed(
        documents.map(({ nodes }) => nodes[key]?.data.parameters),
        ['nodes', key, 'data', 'parameters'],
      ),
    ]),
  );
  const withParameters = (document: WorkflowDocument, side: number): WorkflowDocument => ({
    ...document,
    nodes: Object.fromEntries(
      Object.values(document.nodes).map((node) => {
        const own = parameters.get(node.key)?.[side] as typeof node.data.parameters;
        return [node.key, own ? { ...node, data: { ...node.data, parameters: own } } : node];
      }),
    ),
  });

  return {
    documents: lists.size === 0 ? [...documents] : documents.map(withParameters),
    document: (keyed) => (lists.size === 0 ? keyed : (plain(keyed, '') as WorkflowDocument)),
    plainAt: (value, path) => {
      const isEntry = lists.has(path.slice(0, path.lastIndexOf('/')));
      return isEntry && isObject(value) ? plain(value.value, `${path}/value`) : plain(value, path);
    },
    plainPath: (path) => {
      let [whole, text] = ['', ''];
      let isEntry = false;
      for (const part of partsOf(path)) {
        const isList = lists.has(whole);
        whole += pointer([part]);
        if (!isEntry) text += pointer([part]);
        isEntry = isList;
      }
      return text;
    },
    isOrder: (path) => {
      const [order = '', , ...list] = partsOf(path).reverse();
      return order === 'order' && lists.has(pointer(list.reverse()));
    },
  };
};
