import type { DataTableRow } from '@millrace/contract';
import { useQueries } from '@tanstack/react-query';
import { type RowView, rowsAtOnce, rowsQuery } from '../../api/data-tables.ts';

/** The rows from one to another, as far as they are loaded: the pages around them are asked for. @param to after the last */
export const useRows = (id: string, view: RowView, { from, to }: { from: number; to: number }) => {
  const firstPage = Math.floor(from / rowsAtOnce);
  const pages = Math.max(1, Math.ceil(to / rowsAtOnce) - firstPage);
  // The first page is always asked for: it says how many there are.
  const wanted = [...new Set([0, ...Array.from({ length: pages }, (_, index) => firstPage + index)])];
  const answers = useQueries({ queries: wanted.map((page) => rowsQuery(id, view, page)) });
  const byPage = new Map(wanted.map((page, index) => [page, answers[index]?.data?.rows]));
  const [first] = answers;
  return {
    count: first?.data?.count,
    error: answers.find(({ error }) => error)?.error ?? null,
    refetch: () => Promise.all(answers.map((answer) => answer.refetch())),
    row: (index: number): DataTableRow | undefined => byPage.get(Math.floor(index / rowsAtOnce))?.[index % rowsAtOnce],
  };
};
