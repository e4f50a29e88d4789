import { isObject } from '@millrace/contract';

/** How often this person added each type of node, kept in the browser: what is used often is suggested. */
const storageItem = 'millrace.nodeUse';
const suggestions = 6;
const leastUses = 2;

const read = (): Map<string, number> => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageItem) ?? '{}');
    const counts = Object.entries(isObject(stored) ? stored : {});
    return new Map(counts.filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
  } catch {
    return new Map();
  }
};

export const noteUse = (type: string): void => {
  const counts = read();
  counts.set(type, (counts.get(type) ?? 0) + 1);
  localStorage.setItem(storageItem, JSON.stringify(Object.fromEntries(counts)));
};

/** Names of types, the most used first. */
export const oftenUsed = (): string[] =>
  [...read()]
    .filter(([, count]) => count >= leastUses)
    .sort(([, a], [, b]) => b - a)
    .slice(0, suggestions)
    .map(([type]) => type);
