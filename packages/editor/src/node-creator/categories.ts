import { coreCategory, coreSubcategories, customCategory, type NodeTypeDescription } from '@millrace/contract';
import { isTrigger } from '../workflow/triggers.ts';

/** What the node creator lists while nothing is searched: categories that open, those with subcategories lead to their own list. */
export interface Category {
  name: string;
  /** Empty where the node types have none. */
  subcategories: Subcategory[];
  /** Of all subcategories. */
  types: NodeTypeDescription[];
}

export interface Subcategory {
  name: string;
  types: NodeTypeDescription[];
}

export type CreatorTab = 'all' | 'regular' | 'trigger';

export const suggestedCategory = 'Suggested';
export const lastCategory = 'Miscellaneous';

/** Node types that can be added: the default version of each, without hidden ones. */
export const offeredTypes = (types: readonly NodeTypeDescription[], tab: CreatorTab): NodeTypeDescription[] => {
  const byName = new Map<string, NodeTypeDescription>();
  for (const type of types) {
    if (type.hidden || type.version !== type.defaultVersion) continue;
    if (tab !== 'all' && isTrigger(type) !== (tab === 'trigger')) continue;
    byName.set(type.name, type);
  }
  return [...byName.values()].sort((a, b) => a.displayName.localeCompare(b.displayName));
};

/**
 * Core, custom, suggested, others from A to Z, Miscellaneous last. `suggested` holds names of types that this person uses often.
 */
export const categoriesOf = (types: readonly NodeTypeDescription[], suggested: readonly string[] = []): Category[] => {
  const groups = new Map<string, NodeTypeDescription[]>();
  const put = (category: string, type: NodeTypeDescription) => {
    const list = groups.get(category);
    if (list) list.push(type);
    else groups.set(category, [type]);
  };
  for (const type of types) {
    const categories = type.codex?.categories ?? [];
    for (const category of categories.length > 0 ? categories : [lastCategory]) put(category, type);
  }
  for (const name of suggested) {
    const type = types.find((candidate) => candidate.name === name);
    if (type) put(suggestedCategory, type);
  }
  return [...groups]
    .sort(([a], [b]) => placeOf(a) - placeOf(b) || a.localeCompare(b))
    .map(([name, members]) => ({ name, types: members, subcategories: subcategoriesOf(name, members) }));
};

const placeOf = (category: string): number => {
  const first = [coreCategory, customCategory, suggestedCategory].indexOf(category);
  if (first >= 0) return first;
  return category === lastCategory ? 9 : 5;
};

const subcategoriesOf = (category: string, types: readonly NodeTypeDescription[]): Subcategory[] => {
  const groups = new Map<string, NodeTypeDescription[]>();
  const rest: NodeTypeDescription[] = [];
  for (const type of types) {
    const names = ownValue(type.codex?.subcategories, category) ?? [];
    if (names.length === 0) rest.push(type);
    for (const name of names) groups.set(name, [...(groups.get(name) ?? []), type]);
  }
  if (groups.size === 0) return [];
  const order: readonly string[] = category === coreCategory ? coreSubcategories : [];
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  const subcategories = [...groups]
    .sort(([a], [b]) => place(a) - place(b) || a.localeCompare(b))
    .map(([name, members]) => ({ name, types: members }));
  return rest.length > 0 ? [...subcategories, { name: lastCategory, types: rest }] : subcategories;
};

const ownValue = <T>(record: Record<string, T> | undefined, key: string): T | undefined =>
  record && Object.hasOwn(record, key) ? record[key] : undefined;
