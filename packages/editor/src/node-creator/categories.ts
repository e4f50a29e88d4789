import { coreCategory, coreSubcategories, customCategory, type NodeTypeDescription } from '@millrace/contract';
import { isTrigger } from '../workflow/triggers.ts';

/** What the node creator lists while nothing is searched. */
export interface Category {
  name: string;
  /** Those that are in no subcategory. */
  types: readonly NodeTypeDescription[];
  subcategories: readonly Subcategory[];
  /** How many types it lists, its subcategories included. */
  count: number;
}

export interface Subcategory {
  name: string;
  types: readonly NodeTypeDescription[];
}

export type CreatorTab = 'all' | 'regular' | 'trigger';

export const recentCategory = 'Recently used';
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

/** Core, custom, recently used, others from A to Z, Miscellaneous last. @param recent names of types, the last used first */
export const categoriesOf = (types: readonly NodeTypeDescription[], recent: readonly string[] = []): Category[] => {
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
  for (const name of recent) {
    const type = types.find((candidate) => candidate.name === name);
    if (type) put(recentCategory, type);
  }
  return [...groups]
    .sort(([a], [b]) => placeOf(a) - placeOf(b) || a.localeCompare(b))
    .map(([name, members]) => categoryOf(name, members));
};

const placeOf = (category: string): number => {
  const first = [coreCategory, customCategory, recentCategory].indexOf(category);
  if (first >= 0) return first;
  return category === lastCategory ? 9 : 5;
};

/** Each type once, in the first of its subcategories, so that what is counted is what is listed. */
const categoryOf = (name: string, members: readonly NodeTypeDescription[]): Category => {
  const groups = new Map<string, NodeTypeDescription[]>();
  const types: NodeTypeDescription[] = [];
  for (const type of members) {
    const [subcategory] = ownValue(type.codex?.subcategories, name) ?? [];
    if (subcategory === undefined) types.push(type);
    else groups.set(subcategory, [...(groups.get(subcategory) ?? []), type]);
  }
  const order: readonly string[] = name === coreCategory ? coreSubcategories : [];
  const place = (subcategory: string) => (order.includes(subcategory) ? order.indexOf(subcategory) : order.length);
  const subcategories = [...groups]
    .sort(([a], [b]) => place(a) - place(b) || a.localeCompare(b))
    .map(([subcategory, listed]) => ({ name: subcategory, types: listed }));
  return { name, types, subcategories, count: members.length };
};

const ownValue = <T>(record: Record<string, T> | undefined, key: string): T | undefined =>
  record && Object.hasOwn(record, key) ? record[key] : undefined;
