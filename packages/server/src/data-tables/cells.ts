import {
  type DataTableColumnType,
  type DataTableRow,
  type DataTableValue,
  dataTableSystemColumns,
  limits,
} from '@millrace/contract';

/** What a cell of the database holds: a boolean is 0 or 1, a date milliseconds. */
export type Cell = string | number | null;

/** A column of a table, also of those that each has. */
export interface Column {
  name: string;
  type: DataTableColumnType;
  /** Of the table in the database. */
  physical: string;
  /** Null: every table has it, and nobody writes it. */
  id: number | null;
}

export const systemColumns: readonly Column[] = [
  { name: 'id', type: dataTableSystemColumns.id, physical: 'id', id: null },
  { name: 'createdAt', type: dataTableSystemColumns.createdAt, physical: 'created_at', id: null },
  { name: 'updatedAt', type: dataTableSystemColumns.updatedAt, physical: 'updated_at', id: null },
];

/** A value does not fit its column. The message goes on from the name of the column. */
export class CellError extends Error {
  override name = 'CellError';
}

/** The first and the last moment that a date can be written as text with. */
const moments = { first: Date.UTC(-9999, 0), last: Date.UTC(9999, 11, 31, 23, 59, 59, 999) };

const show = (value: DataTableValue): string => {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

const toText = (value: Exclude<DataTableValue, null>): string => {
  const text = String(value);
  if (text.length > limits.dataTableTextMaxLength)
    throw new CellError(`has ${text.length} characters, and may have ${limits.dataTableTextMaxLength}`);
  if (text.includes('\0')) throw new CellError('must not hold a null character');
  return text;
};

const toNumber = (value: Exclude<DataTableValue, null>): number | null => {
  if (typeof value === 'string' && value.trim() === '') return null;
  const number = typeof value === 'boolean' ? Number.NaN : Number(value);
  if (!Number.isFinite(number)) throw new CellError(`must be a number, and is ${show(value)}`);
  return number;
};

const words: Readonly<Record<string, 0 | 1 | null>> = { true: 1, false: 0, '1': 1, '0': 0, '': null };

const toFlag = (value: Exclude<DataTableValue, null>): number | null => {
  const word = String(value).trim().toLowerCase();
  if (!Object.hasOwn(words, word)) throw new CellError(`must be true or false, and is ${show(value)}`);
  return words[word] ?? null;
};

const toMoment = (value: Exclude<DataTableValue, null>): number | null => {
  if (typeof value === 'string' && value.trim() === '') return null;
  const moment = typeof value === 'boolean' ? Number.NaN : new Date(value).getTime();
  if (!(moment >= moments.first && moment <= moments.last))
    throw new CellError(`must be a date such as "2026-01-31T12:00:00Z", and is ${show(value)}`);
  return moment;
};

const writers: Record<DataTableColumnType, (value: Exclude<DataTableValue, null>) => Cell> = {
  string: toText,
  number: toNumber,
  boolean: toFlag,
  date: toMoment,
};

/** @throws CellError */
export const toCell = (type: DataTableColumnType, value: DataTableValue): Cell =>
  value === null ? null : writers[type](value);

const readers: Record<DataTableColumnType, (cell: string | number) => DataTableValue> = {
  string: String,
  number: Number,
  boolean: (cell) => Number(cell) === 1,
  date: (cell) => new Date(Number(cell)).toISOString(),
};

/** A row as the database gives it. */
export type StoredRow = Record<string, Cell>;

export const toRow = (columns: readonly Column[], stored: StoredRow): DataTableRow =>
  Object.fromEntries(
    [...systemColumns, ...columns].map(({ name, type, physical }) => {
      const cell = stored[physical] ?? null;
      return [name, cell === null ? null : readers[type](cell)];
    }),
  );

/** Bytes that are counted for a value, and for a row beside its values. */
export const sizeOfCell = (cell: Cell): number => {
  if (cell === null) return 0;
  return typeof cell === 'string' ? Buffer.byteLength(cell) : 8;
};
export const sizeOfRow = 24;
