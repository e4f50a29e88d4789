import { withContents } from './files.ts';
import { ask } from './host.ts';

/** Data of other nodes. It is fetched when the code asks for it, so only what is used travels. */

type Item = Record<string, unknown>;

/** What is remembered of a call, so that asking again costs nothing. */
const remembered = new Map<string, unknown>();

const listsItems: ReadonlySet<string> = new Set(['nodeItems', 'olderItems']);

const askOnce = (name: string, ...args: unknown[]): unknown => {
  const key = JSON.stringify([name, ...args]);
  if (!remembered.has(key))
    remembered.set(key, listsItems.has(name) ? withContents(ask(name, ...args)) : ask(name, ...args));
  return remembered.get(key);
};

type Linked = { item: Item } | { message: string };

const mostAtOnce = 1_000;
const linked = new Map<string, { found: Map<number, Linked>; next: number }>();

/** The item of a node that an input item comes from. Neighbours are fetched along with it, more each time, since mostly all are wanted. */
const linkedItem = (node: string, index: number): Item => {
  const known = linked.get(node) ?? { found: new Map<number, Linked>(), next: 1 };
  linked.set(node, known);
  if (!known.found.has(index)) {
    const answers = ask('linkedItems', node, index, known.next) as Linked[];
    for (const [offset, answer] of answers.entries()) known.found.set(index + offset, answer);
    known.next = Math.min(known.next * 4, mostAtOnce);
  }
  const answer = known.found.get(index);
  if (answer && 'item' in answer) return withContents(answer.item);
  throw new Error(answer?.message ?? `There is no input item ${index}`);
};

const toIndex = (value: unknown): number => {
  const index = Number(value);
  if (!Number.isInteger(index)) throw new TypeError('itemMatching() needs the index of an input item, such as 0');
  return index;
};

/** `$('Node')`, as seen by an item. */
export const nodeReference = (name: unknown, itemIndex: () => number) => {
  const node = String(name);
  ask('assertNode', node);
  const nodeItem = (which: 'first' | 'last' | 'all') => (output?: number, run?: number) =>
    askOnce('nodeItems', node, which, output ?? null, run ?? null) ?? undefined;
  const matching = (index: unknown) => linkedItem(node, toIndex(index));
  return {
    get item() {
      return linkedItem(node, itemIndex());
    },
    first: nodeItem('first'),
    last: nodeItem('last'),
    all: nodeItem('all'),
    itemMatching: matching,
    pairedItem: (index: unknown = itemIndex()) => matching(index),
    get isExecuted() {
      return askOnce('isExecuted', node);
    },
    get params() {
      return askOnce('nodeParameters', node);
    },
    get context() {
      return askOnce('nodeContext', node);
    },
  };
};

/** `$node["Node"]`: the item at the same place in the node's last run. */
const olderReference = (node: string, itemIndex: () => number) => {
  ask('assertNode', node);
  const item = () => (askOnce('nodeItems', node, 'all', null, null) as Item[])[itemIndex()];
  return {
    get json() {
      return item()?.json;
    },
    get data() {
      return item()?.json;
    },
    get binary() {
      return item()?.binary ?? {};
    },
    get parameter() {
      return askOnce('nodeParameters', node);
    },
    get context() {
      return askOnce('nodeContext', node);
    },
  };
};

export const olderReferences = (itemIndex: () => number): object =>
  new Proxy(
    {},
    {
      get: (_, name) => (typeof name === 'string' ? olderReference(name, itemIndex) : undefined),
      has: (_, name) => typeof name === 'string' && askOnce('hasNode', name) === true,
    },
  );

/** `$items("Node", output, run)`. */
export const itemsOfNode = (name: unknown, output?: number, run?: number): unknown =>
  askOnce('olderItems', String(name), output ?? 0, run ?? null);
