import type { NodeTypeDescription } from '@millrace/contract';
import { hasLettersInOrder, startsAWord } from '../ui/rank-text.ts';

/** How well a text fits a word of the search; smaller is better. Names before aliases before descriptions. */
const rank = {
  nameEqual: 0,
  nameStart: 1,
  nameWordStart: 2,
  aliasEqual: 3,
  nameInside: 4,
  aliasStart: 5,
  aliasInside: 6,
  description: 8,
  letters: 12,
} as const;

/** Node types that every word of `query` fits, best first; those of one rank by name. An empty query gives all as they are. */
export const searchNodeTypes = (types: readonly NodeTypeDescription[], query: string): NodeTypeDescription[] => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...types];
  const phrase = words.join(' ');
  const found: { type: NodeTypeDescription; score: number }[] = [];
  for (const type of types) {
    const scores = words.map((word) => rankOf(type, word));
    const whole = words.length > 1 ? rankOf(type, phrase) : Number.POSITIVE_INFINITY;
    const score = Math.min(whole, Math.max(...scores));
    if (score < Number.POSITIVE_INFINITY) found.push({ type, score });
  }
  found.sort((a, b) => a.score - b.score || a.type.displayName.localeCompare(b.type.displayName));
  return found.map(({ type }) => type);
};

const rankOf = (type: NodeTypeDescription, word: string): number => {
  const name = type.displayName.toLowerCase();
  if (name === word) return rank.nameEqual;
  if (name.startsWith(word)) return rank.nameStart;
  if (startsAWord(name, word)) return rank.nameWordStart;
  const aliases = [...(type.codex?.alias ?? []), lastPart(type.name), ...type.aliases.map(lastPart)].map((alias) =>
    alias.toLowerCase(),
  );
  if (aliases.includes(word)) return rank.aliasEqual;
  if (name.includes(word)) return rank.nameInside;
  if (aliases.some((alias) => startsAWord(alias, word))) return rank.aliasStart;
  if (aliases.some((alias) => alias.includes(word))) return rank.aliasInside;
  if (startsAWord(type.description.toLowerCase(), word)) return rank.description;
  if (word.length >= 3 && hasLettersInOrder(name, word)) return rank.letters;
  return Number.POSITIVE_INFINITY;
};

const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1);
