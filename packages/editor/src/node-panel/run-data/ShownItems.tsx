import type { Item } from '@millrace/contract';
import { BinaryView } from './BinaryView.tsx';
import { hasFiles } from './binary-files.ts';
import type { DataMode } from './DataBar.tsx';
import type { FieldSource } from './drag-field.ts';
import { JsonView } from './JsonView.tsx';
import { SchemaView } from './SchemaView.tsx';
import { TableView } from './TableView.tsx';
import type { IndexedItem } from './table.ts';

interface ShownItemsProps {
  mode: DataMode;
  items: readonly IndexedItem[];
  /** What the schema is made of. */
  all: readonly Item[];
  search: string;
  source: FieldSource;
  chosen?: number;
  onChoose?(item: number): void;
}

export const ShownItems = ({ mode, items, all, search, source, chosen, onChoose }: ShownItemsProps) => {
  if (mode === 'json') return <JsonView items={items} source={source} />;
  if (mode === 'schema') return <SchemaView items={all} search={search} source={source} />;
  if (mode === 'binary') return <BinaryView items={items} />;
  return <TableView items={items} source={source} chosen={chosen} onChoose={onChoose} />;
};

/** One item that is mostly made of objects, such as a call: its fields are within them, and a table would have none to drag. */
const isNested = (items: readonly Item[]): boolean => {
  const values = items.length === 1 ? Object.values(items[0]!.json) : [];
  return values.filter((value) => typeof value === 'object' && value !== null).length > values.length / 2;
};

/**
 * The view that was asked for, if these items have it; files are shown first where there is nothing else.
 * @param isInput fields are taken from it
 */
export const modeFor = (wanted: DataMode | null, items: readonly Item[], isInput: boolean): DataMode => {
  const withFiles = hasFiles(items);
  if (wanted !== null && (wanted !== 'binary' || withFiles)) return wanted;
  if (withFiles && items.every(({ json }) => Object.keys(json).length === 0)) return 'binary';
  return isInput && isNested(items) ? 'schema' : 'table';
};
