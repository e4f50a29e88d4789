/** Items as the lines of a JSON tree, so that only those on screen are mounted. */
import type { ParameterPath } from '../../workflow/types.ts';
import { type SchemaType, typeOf } from './schema.ts';
import type { IndexedItem } from './table.ts';

export interface JsonLine {
  /** Unique within the list; names the container for folding. */
  id: string;
  depth: number;
  /** Name or index within its container; undefined for an item itself. */
  name?: string | number;
  /** Place of the item in the whole list. */
  item: number;
  path: ParameterPath;
  type: SchemaType;
  /** Containers only. */
  fold?: 'open' | 'closed';
  /** Number of entries of a container. */
  size?: number;
  value: unknown;
  /** A line that only closes its container. */
  closes?: true;
}

/**
 * @param toggled ids of the containers that a person has switched
 * @param openDepth containers are open down to here
 */
export const jsonLines = (items: readonly IndexedItem[], toggled: ReadonlySet<string>, openDepth = 10): JsonLine[] => {
  const lines: JsonLine[] = [];
  const add = (value: unknown, path: ParameterPath, item: number, depth: number, parentId: string) => {
    const name = path.at(-1);
    const id = name === undefined ? parentId : `${parentId}/${typeof name === 'number' ? '#' : '.'}${name}`;
    const type = typeOf(value);
    const line: JsonLine = { id, depth, name, item, path, type, value };
    if ((type !== 'object' && type !== 'array') || value === null) {
      lines.push(line);
      return;
    }
    const entries: [string | number, unknown][] = Array.isArray(value)
      ? value.map((entry, index) => [index, entry])
      : Object.entries(value as object);
    const isOpen = depth < openDepth !== toggled.has(id) && entries.length > 0;
    lines.push({ ...line, size: entries.length, fold: isOpen ? 'open' : 'closed' });
    if (!isOpen) return;
    for (const [key, entry] of entries) add(entry, [...path, key], item, depth + 1, id);
    lines.push({ id: `${id}/end`, depth, item, path, type, value: undefined, closes: true });
  };
  for (const { item, index } of items) add(item.json, [], index, 0, String(index));
  return lines;
};
