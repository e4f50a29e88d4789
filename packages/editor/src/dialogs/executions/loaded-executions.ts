import { type ExecutionSummary, limits } from '@millrace/contract';

/**
 * Past executions as far as they are loaded, newest first. What is loaded stays: a refresh reads the newest ones only and is merged by id. On
 * a busy instance more may have ended since the last refresh than it reads; then there is a gap under `cursor`, which loading more fills.
 */
export interface LoadedExecutions {
  rows: ExecutionSummary[];
  /** Ones older than this are loaded next; null: there are none. */
  cursor: string | null;
  /** Of all that match, loaded or not. */
  count: number;
}

interface Page {
  count: number;
  results: ExecutionSummary[];
}

const place = (id: string): number => Number(id);

const lastOf = (rows: readonly ExecutionSummary[]): string | null => rows.at(-1)?.id ?? null;

const merged = (rows: readonly ExecutionSummary[], more: readonly ExecutionSummary[]): ExecutionSummary[] => {
  const byId = new Map([...rows, ...more].map((row) => [row.id, row]));
  return [...byId.values()].sort((a, b) => place(b.id) - place(a.id));
};

export const firstExecutions = ({ count, results }: Page): LoadedExecutions => ({
  rows: results,
  cursor: results.length < limits.executionsPerPage ? null : lastOf(results),
  count,
});

/** Adds the page that follows `cursor`. */
export const withOlder = (loaded: LoadedExecutions, { count, results }: Page): LoadedExecutions => {
  const known = new Set(loaded.rows.map((row) => row.id));
  const rows = merged(loaded.rows, results);
  if (results.length < limits.executionsPerPage) return { rows, cursor: null, count };
  const isGapFilled = results.some((row) => known.has(row.id));
  return { rows, cursor: lastOf(isGapFilled ? rows : results), count };
};

/** Takes over what the newest `pageSize` are now; of those that they cover, what is not among them has been deleted. */
export const withNewest = (loaded: LoadedExecutions, { count, results }: Page, pageSize: number): LoadedExecutions => {
  const { rows, cursor } = loaded;
  const oldestFresh = results.length < pageSize ? 0 : place(lastOf(results) ?? '0');
  const kept = rows.filter((row) => place(row.id) < oldestFresh);
  const newest = place(rows[0]?.id ?? '0');
  if (kept.length > 0 && oldestFresh > newest) return { rows: merged(kept, results), cursor: lastOf(results), count };
  // Older ones than were asked for are left to be loaded with more.
  const wanted = cursor === null ? results : results.filter((row) => place(row.id) >= place(cursor));
  const all = merged(kept, wanted);
  return { rows: all, cursor: cursor === null && results.length === pageSize ? lastOf(all) : cursor, count };
};

export const without = (loaded: LoadedExecutions, ids: ReadonlySet<string>): LoadedExecutions => {
  const rows = loaded.rows.filter((row) => !ids.has(row.id));
  return { ...loaded, rows, count: loaded.count - (loaded.rows.length - rows.length) };
};
