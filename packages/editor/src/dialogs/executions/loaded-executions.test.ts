import type { ExecutionSummary } from '@millrace/contract';
import { expect, test } from 'vitest';
import { firstExecutions, type LoadedExecutions, withNewest, withOlder, without } from './loaded-executions.ts';

const row = (id: number, status: ExecutionSummary['status'] = 'success') =>
  ({ id: String(id), status }) as ExecutionSummary;
/** From one id down to another. */
const rows = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => row(from - index));
const page = (from: number, to: number, count = 99) => ({ count, results: rows(from, to) });
const shown = ({ rows: list, cursor, count }: LoadedExecutions) => ({
  ids: list.map(({ id }) => Number(id)),
  cursor,
  count,
});
const idsOf = (from: number, to: number) => rows(from, to).map(({ id }) => Number(id));

test('pages follow each other until one is not full', () => {
  const first = firstExecutions(page(25, 16, 25));
  expect(shown(first)).toEqual({ ids: idsOf(25, 16), cursor: '16', count: 25 });
  const second = withOlder(first, page(15, 6, 25));
  expect(second.cursor).toBe('6');
  expect(shown(withOlder(second, page(5, 1, 25)))).toEqual({ ids: idsOf(25, 1), cursor: null, count: 25 });
});

test('a refresh brings new ones and changes, and does not load older ones than were asked for', () => {
  const first = firstExecutions(page(30, 21, 30));
  const newest = { count: 32, results: [row(32), row(31), row(30, 'waiting'), ...rows(29, 3)] };
  const after = withNewest(first, newest, 30);
  expect(shown(after)).toEqual({ ids: idsOf(32, 21), cursor: '21', count: 32 });
  expect(after.rows[2]?.status).toBe('waiting');
});

test('a refresh keeps what was loaded with more, and drops what was deleted', () => {
  const loaded: LoadedExecutions = { rows: rows(60, 11), cursor: '11', count: 60 };
  const newest = { count: 59, results: [...rows(60, 52), ...rows(50, 30)] };
  expect(shown(withNewest(loaded, newest, 30)).ids).toEqual([...idsOf(60, 52), ...idsOf(50, 11)]);
});

test('a refresh of a list that was short makes it longer', () => {
  const first = firstExecutions({ count: 0, results: [] });
  expect(shown(withNewest(first, page(2, 1, 2), 30))).toEqual({ ids: [2, 1], cursor: null, count: 2 });
  const full = withNewest(first, page(40, 11, 40), 30);
  expect(shown(full)).toEqual({ ids: idsOf(40, 11), cursor: '11', count: 40 });
});

test('after more new ones than a refresh reads, loading more fills the gap', () => {
  const first = firstExecutions(page(20, 11, 20));
  const jumped = withNewest(first, page(100, 71, 100), 30);
  expect(shown(jumped)).toEqual({ ids: [...idsOf(100, 71), ...idsOf(20, 11)], cursor: '71', count: 100 });
  const next = withOlder(jumped, page(70, 61, 100));
  expect(next.cursor).toBe('61');
  const filled = withOlder({ ...next, rows: [...rows(100, 25), ...rows(20, 11)], cursor: '25' }, page(24, 15, 100));
  expect(shown(filled)).toEqual({ ids: idsOf(100, 11), cursor: '11', count: 100 });
});

test('what was deleted here is gone at once', () => {
  const loaded = firstExecutions(page(10, 1, 10));
  expect(shown(without(loaded, new Set(['3', '99'])))).toMatchObject({ ids: [...idsOf(10, 4), 2, 1], count: 9 });
});
