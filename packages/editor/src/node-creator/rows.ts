import type { NodeTypeDescription } from '@millrace/contract';
import type { Category } from './categories.ts';
import { searchNodeTypes } from './search.ts';

/** The lines of the node creator, one below the other as they are walked with the arrow keys. */
export type CreatorRow =
  | { kind: 'category'; id: string; name: string; isOpen: boolean; count: number }
  | { kind: 'subcategory'; id: string; category: string; name: string; count: number }
  | { kind: 'node'; id: string; type: NodeTypeDescription };

export interface CreatorPlace {
  query: string;
  /** Names of the categories that are open. */
  open: ReadonlySet<string>;
  /** The subcategory whose own list is shown. */
  inside: { category: string; subcategory: string } | null;
}

export const creatorRows = (
  types: readonly NodeTypeDescription[],
  categories: readonly Category[],
  { query, open, inside }: CreatorPlace,
): CreatorRow[] => {
  if (query.trim() !== '') return nodeRows(searchNodeTypes(types, query), 'found');
  if (inside) {
    const members = categories
      .find(({ name }) => name === inside.category)
      ?.subcategories.find(({ name }) => name === inside.subcategory)?.types;
    return nodeRows(members ?? [], `${inside.category}/${inside.subcategory}`);
  }
  return categories.flatMap((category): CreatorRow[] => {
    const isOpen = open.has(category.name);
    const head: CreatorRow = {
      kind: 'category',
      id: category.name,
      name: category.name,
      isOpen,
      // A node that stands in two subcategories is found in both: what is told is what is listed.
      count:
        category.subcategories.reduce((sum, { types: members }) => sum + members.length, 0) || category.types.length,
    };
    if (!isOpen) return [head];
    if (category.subcategories.length === 0) return [head, ...nodeRows(category.types, category.name)];
    return [
      head,
      ...category.subcategories.map(
        ({ name, types: members }): CreatorRow => ({
          kind: 'subcategory',
          id: `${category.name}/${name}`,
          category: category.name,
          name,
          count: members.length,
        }),
      ),
    ];
  });
};

const nodeRows = (types: readonly NodeTypeDescription[], place: string): CreatorRow[] =>
  types.map((type) => ({ kind: 'node', id: `${place}/${type.name}`, type }));
