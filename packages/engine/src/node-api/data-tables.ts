import type {
  DataTableColumn,
  DataTableColumnType,
  DataTableFilter,
  DataTableRow,
  DataTableSort,
  DataTableValue,
} from '@millrace/contract/data';

/** A data table of this instance, without its rows. Times are ISO texts. */
export interface DataTableFacts {
  id: string;
  name: string;
  columns: DataTableColumn[];
  rowCount: number;
  createdAt: string;
  updatedAt: string;
}

type RowData = Record<string, DataTableValue>;

/** What a node may ask of the data tables of this instance, with what whoever its workflow acts for may do. Tables are named by their ids. */
export type DataTableRequest =
  /** Those that it may read, by name. */
  | { op: 'list' }
  /** By one of both. */
  | { op: 'find'; id?: string; name?: string }
  | { op: 'create'; name: string; columns: { name: string; type: DataTableColumnType }[] }
  | { op: 'rename'; id: string; name: string }
  | { op: 'remove'; id: string }
  /** At most 1,000 rows. `after`: only those with higher ids, in place of an offset where nothing is sorted. */
  | {
      op: 'rows';
      id: string;
      filter: DataTableFilter;
      sort?: DataTableSort[];
      offset?: number;
      after?: number;
      limit: number;
    }
  | { op: 'count'; id: string; filter: DataTableFilter }
  /** All or none; given as they are stored. */
  | { op: 'insert'; id: string; rows: RowData[] }
  /** Gives the rows that it has changed, or deleted. */
  | { op: 'update'; id: string; filter: DataTableFilter; data: RowData }
  | { op: 'upsert'; id: string; filter: DataTableFilter; data: RowData }
  | { op: 'removeRows'; id: string; filter: DataTableFilter };

export interface DataTableAnswers {
  list: DataTableFacts[];
  find: DataTableFacts;
  create: DataTableFacts;
  rename: DataTableFacts;
  remove: null;
  rows: DataTableRow[];
  count: number;
  insert: DataTableRow[];
  update: DataTableRow[];
  upsert: DataTableRow[];
  removeRows: DataTableRow[];
}

/**
 * Writes of a node run that begins anew are not made a second time: they are answered with what they gave.
 * @throws NodeError that says what is not there, not allowed, or does not fit
 */
export type AskDataTables = <R extends DataTableRequest>(request: R) => Promise<DataTableAnswers[R['op']]>;
