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

/** The view that was asked for, if these items have it; files are shown first where there is nothing else. */
export const modeFor = (wanted: DataMode | null, items: readonly Item[]): DataMode => {
  const withFiles = hasFiles(items);
  if (wanted !== null && (wanted !== 'binary' || withFiles)) return wanted;
  return withFiles && items.every(({ json }) => Object.keys(json).length === 0) ? 'binary' : 'table';
};
