import { isObject, type Json } from '@millrace/contract';
import { referencesOf, renameNodeReferences } from '@millrace/engine';

export type RenameReferences = (value: Json, renames: ReadonlyMap<string, string>) => Json;

/**
 * Parameters whose expressions call nodes by their new names; the same value if none of them is called. No new name may be the old name
 * of another.
 * @param renames old name → new name
 */
export const renameReferences: RenameReferences = (value, renames) => {
  if (typeof value === 'string') return value.startsWith('=') ? renameInText(value, renames) : value;
  if (Array.isArray(value)) {
    const items = value.map((item) => renameReferences(item, renames));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, item]) => [name, renameReferences(item as Json, renames)] as const);
  return entries.some(([name, item]) => item !== value[name]) ? (Object.fromEntries(entries) as Json) : value;
};

const renameInText = (text: string, renames: ReadonlyMap<string, string>): string =>
  referencesOf(text).nodes.reduce((renamed, from) => {
    const to = renames.get(from);
    return to === undefined ? renamed : renameNodeReferences(renamed, from, to);
  }, text);
