import type { BinaryData, Item, JsonObject } from '@millrace/contract/data';
import { choice } from '../service/field.ts';

/** What stays of the item that a file came with. */
export const keepSourceOption = choice(
  'keepSource',
  'Keep source',
  { json: 'JSON', binary: 'Binary', both: 'Both' },
  { description: 'Which data of the input item to keep: its fields, its file or both' },
);

/** An item of what was found in a file of another. */
export const toFound = (item: Item, property: string, keepSource: string | undefined, found: JsonObject): Item => {
  const keepsFields = keepSource === 'json' || keepSource === 'both';
  const keepsFile = keepSource === 'binary' || keepSource === 'both';
  const json = keepsFields ? { ...item.json, ...found } : found;
  const binary = keepsFile ? item.binary : without(item.binary, property);
  return binary ? { json, binary } : { json };
};

const without = (files: Record<string, BinaryData> | undefined, property: string) => {
  if (!files) return undefined;
  const { [property]: _, ...others } = files;
  return Object.keys(others).length > 0 ? others : undefined;
};

/** Links to all input items: what comes out is of all of them. */
export const allItems = (items: readonly Item[]) => items.map((_, item) => ({ item }));

/** The file with a name, where it came without one. */
export const named = (file: BinaryData): BinaryData =>
  file.fileName ? file : { ...file, fileName: file.fileExtension ? `file.${file.fileExtension}` : 'file' };
