import type { NodeAction, NodeTypeDescription } from '@millrace/contract';
import { hasLettersInOrder, isNearlyAWord, startsAWord } from '@millrace/contract/search';
import { mostUsed } from './most-used.ts';

/** How well a text fits a word of the search; smaller is better. Names before aliases before descriptions, what was mistyped last. */
const rank = {
  nameEqual: 0,
  nameStart: 1,
  nameWordStart: 2,
  aliasEqual: 3,
  nameInside: 4,
  action: 4.5,
  aliasStart: 5,
  aliasInside: 6,
  description: 8,
  typo: 9,
  typoInside: 10,
  typoInAlias: 11,
  letters: 12,
} as const;

const none = Number.POSITIVE_INFINITY;

export interface FoundNode {
  type: NodeTypeDescription;
  score: number;
}
export interface FoundAction extends FoundNode {
  action: NodeAction;
}

const wordsOf = (query: string): string[] => query.toLowerCase().split(/\s+/).filter(Boolean);

/** The type is what the query names: all that it can do is of interest. */
export const isNamed = ({ score }: FoundNode): boolean => score <= rank.aliasEqual;

/** Node types that every word of `query` fits, best first. An empty query finds all as they are. */
export const searchNodeTypes = (types: readonly NodeTypeDescription[], query: string): FoundNode[] => {
  const words = wordsOf(query);
  const found = types.flatMap((type): FoundNode[] => {
    const score = scoreOf(type, words);
    return score < none ? [{ type, score }] : [];
  });
  return words.length === 0 ? found : found.sort(byScore);
};

const byScore = (a: FoundNode, b: FoundNode): number =>
  a.score - b.score || placeOf(a.type) - placeOf(b.type) || a.type.displayName.localeCompare(b.type.displayName);

/** Of those that fit alike, what workflows use most comes first. */
const placeOf = ({ name }: NodeTypeDescription): number => {
  const place = mostUsed.indexOf(name);
  return place < 0 ? mostUsed.length : place;
};

const scoreOf = (type: NodeTypeDescription, words: readonly string[]): number => {
  if (words.length === 0) return 0;
  const texts = textsOf(type);
  const scores = words.map((word) => rankOf(texts, word));
  const whole = words.length > 1 ? rankOf(texts, words.join(' ')) : none;
  return Math.min(whole, Math.max(...scores));
};

/** Actions whose words the query names, alone or beside the name of the node: `append row`, `telegram photo`. */
export const searchActions = (
  types: ReadonlyMap<string, NodeTypeDescription>,
  actions: readonly NodeAction[],
  query: string,
): FoundAction[] => {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const phrase = words.join(' ');
  return actions
    .flatMap((action): FoundAction[] => {
      const type = types.get(action.type);
      if (!type) return [];
      const name = action.displayName.toLowerCase();
      const node = type.displayName.toLowerCase();
      const own = words.filter((word) => startsAWord(name, word));
      if (own.length === 0 || !words.every((word) => own.includes(word) || startsAWord(node, word))) return [];
      const score =
        name === phrase
          ? rank.nameEqual
          : words.length === 1
            ? rank.action
            : name.startsWith(phrase)
              ? rank.nameStart
              : rank.aliasEqual;
      return [{ action, type, score }];
    })
    .sort((a, b) => byScore(a, b) || a.action.displayName.length - b.action.displayName.length);
};

interface Texts {
  name: string;
  aliases: readonly string[];
  description: string;
}

const made = new WeakMap<NodeTypeDescription, Texts>();

const textsOf = (type: NodeTypeDescription): Texts => {
  const known = made.get(type);
  if (known) return known;
  const names = [type.name, ...type.aliases].map(lastPart);
  const aliases = [...(type.codex?.alias ?? []), ...names, ...names.map(asWords), type.defaults.name];
  const texts = {
    name: type.displayName.toLowerCase(),
    aliases: aliases.map((alias) => alias.toLowerCase()),
    description: type.description.toLowerCase(),
  };
  made.set(type, texts);
  return texts;
};

const rankOf = ({ name, aliases, description }: Texts, word: string): number => {
  if (name === word) return rank.nameEqual;
  if (name.startsWith(word)) return rank.nameStart;
  if (startsAWord(name, word)) return rank.nameWordStart;
  if (aliases.includes(word)) return rank.aliasEqual;
  if (name.includes(word)) return rank.nameInside;
  if (aliases.some((alias) => startsAWord(alias, word))) return rank.aliasStart;
  if (aliases.some((alias) => alias.includes(word))) return rank.aliasInside;
  if (startsAWord(description, word)) return rank.description;
  if (word.length >= 4) {
    const [first = '', ...others] = name.split(' ');
    if (isNearlyAWordOf(first, word)) return rank.typo;
    if (isNearlyAWordOf(others.join(' '), word)) return rank.typoInside;
    if (aliases.some((text) => isNearlyAWordOf(text, word))) return rank.typoInAlias;
  }
  if (word.length >= 3 && hasLettersInOrder(name, word)) return rank.letters;
  return none;
};

const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** `splitInBatches` as `split In Batches` */
const asWords = (name: string): string => name.replace(/([a-z\d])([A-Z])/g, '$1 $2');

const isNearlyAWordOf = (text: string, typed: string): boolean =>
  text.split(/[^\p{L}\p{N}]+/u).some((word) => isNearlyAWord(word, typed));
