import type { TemplateCategory, TemplateCollectionsQuery, TemplateListing } from '@millrace/contract';
import { createTextIndex, type SearchedText, wordsOf } from '@millrace/contract/search';

const weights = { name: 8, keywords: 5, nodes: 4, categories: 3, description: 1 } as const;

/** What a template or a collection is found by. */
export type Searched = Record<keyof typeof weights, string>;

/** What can be looked for. */
export interface Listed {
  searched: Searched;
  categories: readonly TemplateCategory[];
}

const textsOf = ({ searched }: Listed): SearchedText[] =>
  Object.entries(weights).map(([part, weight]) => ({ text: searched[part as keyof Searched], weight }));

/** Gives what belongs to any of the categories that are asked for and has all words of the search. */
export type Selection<T> = (query: TemplateCollectionsQuery) => readonly T[];

/** Without a search all stay in their order. What searches need is made for the first of them. */
export const createSelection = <T extends Listed>(all: readonly T[]): Selection<T> => {
  let index: ReturnType<typeof createTextIndex<T>> | undefined;
  const search = (wanted: string): readonly T[] => {
    if (wordsOf(wanted).length === 0) return all;
    index ??= createTextIndex(all, textsOf);
    const { found, words } = index(wanted);
    return found.filter((one) => one.words === words).map(({ one }) => one);
  };
  return ({ category = [], search: wanted = '' }) => {
    const ids = new Set(category);
    const found = search(wanted);
    return ids.size === 0 ? found : found.filter(({ categories }) => categories.some(({ id }) => ids.has(id)));
  };
};

/** What a template is found by. */
export const searchedOf = (
  { name, nodes, description = '' }: Pick<TemplateListing, 'name' | 'nodes' | 'description'>,
  categories: readonly TemplateCategory[],
  keywords = '',
): Searched => ({
  name,
  keywords,
  nodes: nodes.map(({ displayName }) => displayName).join(' '),
  categories: categories.map((category) => category.name).join(' '),
  description,
});
