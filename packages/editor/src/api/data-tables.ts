import {
  type DataTable,
  type DataTableFilter,
  type DataTableRow,
  type DataTableSort,
  limits,
} from '@millrace/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { apiBase, client } from './client.ts';
import { errorFromBody, networkFailure } from './errors.ts';
import { queryClient } from './queries.ts';
import { sessionId } from './session.ts';

/** Begins the keys of everything that shows data tables. */
export const dataTablesKey = ['dataTables'];

export const dataTablesQuery = queryOptions({
  queryKey: [...dataTablesKey, 'list'],
  queryFn: ({ signal }) => client.dataTables.list({ signal }),
  staleTime: 0,
});

export const dataTableQuery = (id: string) =>
  queryOptions({
    queryKey: [...dataTablesKey, id],
    queryFn: ({ signal }) => client.dataTables.get({ params: { id }, signal }),
    staleTime: 0,
  });

/** Which rows are looked at, and in which order. */
export interface RowView {
  filter: DataTableFilter;
  sort: DataTableSort[];
}

export interface RowPage {
  count: number;
  rows: DataTableRow[];
}

/** Rows that are asked for at a time. */
export const rowsAtOnce = 100;

export const rowsKey = (id: string) => [...dataTablesKey, id, 'rows'];

/** @param page from 0 */
export const rowsQuery = (id: string, { filter, sort }: RowView, page: number) =>
  queryOptions({
    queryKey: [...rowsKey(id), filter, sort, page],
    queryFn: ({ signal }): Promise<RowPage> =>
      client.dataTables.rows({
        params: { id },
        query: {
          filter: JSON.stringify(filter),
          sort: JSON.stringify(sort),
          offset: page * rowsAtOnce,
          limit: rowsAtOnce,
        },
        signal,
      }),
    staleTime: 0,
    retry: false,
    placeholderData: page === 0 ? keepPreviousData : undefined,
  });

export const forgetRows = (id: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [...dataTablesKey, id] });

/** Where the browser downloads the rows of a table from. */
export const csvAddress = (id: string): string => `${apiBase}/data-tables/${id}/csv`;

/** Sends a file as it is, without reading it. @throws ApiError */
export const importCsv = async (
  id: string,
  file: Blob,
  { addColumns }: { addColumns: boolean },
): Promise<{ count: number; table: DataTable }> => {
  const response = await fetch(`${csvAddress(id)}?addColumns=${addColumns}`, {
    method: 'POST',
    headers: { sessionid: sessionId, 'content-type': 'text/csv' },
    body: file,
  }).catch(() => {
    throw networkFailure();
  });
  const body = (await response.json().catch(() => undefined)) as { data: { count: number; table: DataTable } };
  if (!response.ok) throw errorFromBody(response.status, body);
  return body.data;
};

/** Names of new tables: that of the file, as far as one may be so long. */
export const nameOfFile = (name: string): string =>
  name
    .replace(/\.\w{1,5}$/, '')
    .trim()
    .slice(0, limits.dataTableNameMaxLength) || 'Imported';
