import type { NodeAction, NodeTypeDescription } from '@millrace/contract';
import type { Category } from './categories.ts';
import { isNamed, searchActions, searchNodeTypes } from './search.ts';

/** The lines of the node creator, one below the other as they are walked with the arrow keys. */
export type CreatorRow =
  | { kind: 'category'; id: string; name: string; isOpen: boolean; count: number }
  | { kind: 'subcategory'; id: string; name: string; isOpen: boolean; count: number }
  | { kind: 'node'; id: string; type: NodeTypeDescription; actions: number; isOpen: boolean }
  | { kind: 'action'; id: string; type: NodeTypeDescription; action: NodeAction; isBelowItsNode: boolean }
  | { kind: 'more'; id: string; node: string; count: number };

/** What is listed. */
export interface CreatorContent {
  types: readonly NodeTypeDescription[];
  categories: readonly Category[];
  actions: readonly NodeAction[];
  /** Shown before all categories. */
  suggestions: readonly NodeTypeDescription[];
  suggestionsLabel: string;
}

export interface CreatorPlace {
  query: string;
  /** Ids of the categories and subcategories that are folded. */
  folded: ReadonlySet<string>;
  /** Ids of the nodes whose actions are listed. */
  open: ReadonlySet<string>;
}

export const suggestionsId = 'suggestions';

/** How many actions stand below the first node that is found, before one asks for all. */
const shownActions = 5;
/** Actions of other nodes that a search lists. */
const foundActions = 12;

export const creatorRows = (content: CreatorContent, place: CreatorPlace): CreatorRow[] =>
  place.query.trim() === '' ? browsed(content, place) : found(content, place);

const browsed = (content: CreatorContent, place: CreatorPlace): CreatorRow[] => {
  const { suggestions, suggestionsLabel, categories } = content;
  const nodes = nodeRowsOf(content, place);
  const section = (
    kind: 'category' | 'subcategory',
    id: string,
    name: string,
    count: number,
    rows: () => CreatorRow[],
  ): CreatorRow[] => {
    const isOpen = !place.folded.has(id);
    return [{ kind, id, name, isOpen, count }, ...(isOpen ? rows() : [])];
  };
  return [
    ...(suggestions.length === 0
      ? []
      : section('category', suggestionsId, suggestionsLabel, suggestions.length, () =>
          nodes(suggestions, suggestionsId),
        )),
    ...categories.flatMap((category) =>
      section('category', category.name, category.name, category.count, () => [
        ...category.subcategories.flatMap(({ name, types }) => {
          const id = `${category.name}/${name}`;
          return section('subcategory', id, name, types.length, () => nodes(types, id));
        }),
        ...nodes(category.types, category.name),
      ]),
    ),
  ];
};

/** Nodes and actions by how well they fit; the node that is named shows what it can do. */
const found = (content: CreatorContent, place: CreatorPlace): CreatorRow[] => {
  const { types, actions } = content;
  const nodes = searchNodeTypes(types, place.query);
  const [first] = nodes;
  const named = first && isNamed(first) ? first.type.name : undefined;
  const byName = new Map(types.map((type) => [type.name, type]));
  const rows = nodeRowsOf(content, place, named);
  const single = searchActions(byName, actions, place.query)
    .filter(({ type }) => type.name !== named)
    .slice(0, foundActions)
    .map(({ type, action, score }) => ({
      score,
      rows: [{ kind: 'action', id: actionId('found', action), type, action, isBelowItsNode: false } as CreatorRow],
    }));
  return [...nodes.map(({ type, score }) => ({ score, rows: rows([type], 'found') })), ...single]
    .sort((a, b) => a.score - b.score)
    .flatMap((entry) => entry.rows);
};

/** @param named the type whose first actions stand below it without being asked for */
const nodeRowsOf = ({ actions }: CreatorContent, { open }: CreatorPlace, named?: string) => {
  const byType = Map.groupBy(actions, ({ type }) => type);
  return (types: readonly NodeTypeDescription[], place: string): CreatorRow[] =>
    types.flatMap((type) => {
      const id = `${place}/${type.name}`;
      const own = byType.get(type.name) ?? [];
      const isOpen = open.has(id);
      const listed = isOpen ? own : type.name === named ? own.slice(0, shownActions) : [];
      const rest = own.length - listed.length;
      return [
        { kind: 'node', id, type, actions: own.length, isOpen: isOpen || listed.length > 0 },
        ...listed.map(
          (action): CreatorRow => ({ kind: 'action', id: actionId(id, action), type, action, isBelowItsNode: true }),
        ),
        ...(listed.length > 0 && rest > 0 ? [{ kind: 'more', id: `${id}/more`, node: id, count: rest } as const] : []),
      ];
    });
};

const actionId = (place: string, { type, parameters }: NodeAction): string =>
  `${place}/${type}/${Object.values(parameters).join('/')}`;
