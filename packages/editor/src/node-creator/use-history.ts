import { isObject } from '@millrace/contract';

/**
 * Which types of nodes this person adds, and after which, kept in the browser: what is used often is suggested. It holds numbers by name, and nothing
 * of workflows.
 */
const storageItem = 'millrace.nodeUse';
const recentlyUsed = 6;

export interface UseHistory {
  /** How often each type was added. */
  counts: ReadonlyMap<string, number>;
  /** How often each type was added after another: `previous next`. */
  pairs: ReadonlyMap<string, number>;
  /** Names of types, the last used first. */
  recent: readonly string[];
}

export const pairOf = (previous: string, next: string): string => `${previous} ${next}`;

const numbersIn = (stored: unknown): Map<string, number> => {
  const entries = Object.entries(isObject(stored) ? stored : {});
  return new Map(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
};

export const readUseHistory = (): UseHistory => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageItem) ?? '{}');
    if (!isObject(stored)) return { counts: new Map(), pairs: new Map(), recent: [] };
    const recent = Array.isArray(stored.recent) ? stored.recent.filter((name) => typeof name === 'string') : [];
    return { counts: numbersIn(stored.counts), pairs: numbersIn(stored.pairs), recent };
  } catch {
    return { counts: new Map(), pairs: new Map(), recent: [] };
  }
};

/** @param previous type of the node that it was added after */
export const noteUse = (type: string, previous?: string): void => {
  const { counts, pairs, recent } = readUseHistory();
  const oneMore = (numbers: ReadonlyMap<string, number>, key: string) =>
    Object.fromEntries(new Map([...numbers, [key, (numbers.get(key) ?? 0) + 1]]));
  const next = {
    counts: oneMore(counts, type),
    pairs: previous === undefined ? Object.fromEntries(pairs) : oneMore(pairs, pairOf(previous, type)),
    recent: [type, ...recent.filter((name) => name !== type)].slice(0, recentlyUsed),
  };
  try {
    localStorage.setItem(storageItem, JSON.stringify(next));
  } catch {
    // A browser that keeps nothing suggests what everybody uses.
  }
};
