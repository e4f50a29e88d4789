import type { TemplateCategory, TemplateCollectionsQuery, TemplateListing } from '@millrace/contract';

/** What a template is found by, as `searchText` makes it. Most telling first. */
export interface Searched {
  name: string;
  nodes: string;
  /** What people call it who do not know its name. */
  keywords: string;
  categories: string;
  description: string;
}

/** In lower case and without accents, words with one space between them. */
export const searchText = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const weights = Object.entries({ name: 8, keywords: 5, nodes: 4, categories: 3, description: 1 }) as [
  keyof Searched,
  number,
][];

/** What a word is looked for as: somebody who asks for invoices also means an invoice. */
const singular = (word: string): string => (word.length > 3 ? word.replace(/(?<=[^s])s$/, '') : word);

/** Words of questions, which say nothing of what is looked for. */
const fillers = new Set(
  'a an and are do for how i if in is it my of on or the to when with der die das ein eine ich in mein meine mit und wenn wie zu'.split(
    ' ',
  ),
);

/** Words of which one is typed and another written. */
const sameWords = [
  ['email', 'mail'],
  ['bill', 'invoice'],
  ['monitor', 'watch', 'check'],
  ['notify', 'alert', 'warn', 'tell'],
  ['spreadsheet', 'excel', 'csv'],
];
const meant = (word: string): readonly string[] => [
  word,
  ...sameWords.filter((words) => words.includes(word)).flatMap((words) => words.filter((other) => other !== word)),
];

/** Shortest word that is looked for in two that stand beside each other, as `website` in `web site`. */
const leastCompound = 6;

/** 0 where it is not in the text; more where a word of the text begins with it. */
const found = (text: string, word: string): number => {
  if (` ${text}`.includes(` ${word}`)) return 2;
  if (word.length > 2 && text.includes(word)) return 1;
  if (word.length < leastCompound) return 0;
  const parts = text.split(' ');
  return parts.some((part, index) => `${part}${parts[index + 1] ?? ''}`.startsWith(word)) ? 1 : 0;
};

const score = (searched: Searched, words: readonly string[], whole: string): number => {
  let sum = 0;
  for (const word of words) {
    let best = 0;
    for (const [part, weight] of weights)
      for (const one of meant(word)) {
        const quality = found(searched[part], one) * (one === word ? 1 : 0.6);
        best = Math.max(best, weight * quality);
      }
    if (best === 0) return 0;
    sum += best;
  }
  return sum / words.length + (searched.name.startsWith(whole) ? 2 : searched.name.includes(whole) ? 1 : 0);
};

/** Those that have all words of a search, the best first; those that are as good as each other stay in their order. An empty search finds all. */
const search = <T extends { searched: Searched }>(all: readonly T[], wanted: string): readonly T[] => {
  const whole = searchText(wanted);
  if (whole === '') return all;
  const asked = [...new Set(whole.split(' '))];
  const telling = asked.filter((word) => !fillers.has(word));
  const words = (telling.length > 0 ? telling : asked).map(singular);
  return all
    .map((one) => ({ one, score: score(one.searched, words, whole) }))
    .filter((hit) => hit.score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ one }) => one);
};

/** What can be looked for. */
export interface Listed {
  searched: Searched;
  categories: readonly TemplateCategory[];
}

/** What belongs to any of the categories that are asked for and has all words of the search. */
export const select = <T extends Listed>(
  all: readonly T[],
  { category = [], search: wanted = '' }: TemplateCollectionsQuery,
): readonly T[] => {
  const ids = new Set(category);
  return search(
    ids.size === 0 ? all : all.filter(({ categories }) => categories.some(({ id }) => ids.has(id))),
    wanted,
  );
};

/** What a template is found by. */
export const searchedOf = (
  { name, nodes, description = '' }: Pick<TemplateListing, 'name' | 'nodes' | 'description'>,
  categories: readonly TemplateCategory[],
  keywords = '',
): Searched => ({
  name: searchText(name),
  keywords: searchText(keywords),
  nodes: searchText(nodes.map(({ displayName }) => displayName).join(' ')),
  categories: searchText(categories.map((category) => category.name).join(' ')),
  description: searchText(description),
});
