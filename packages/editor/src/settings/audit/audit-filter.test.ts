import { expect, test } from 'vitest';
import { auditQuery, isFiltered, noFilter } from './audit-filter.ts';

test('no filter asks for everything', () => {
  expect(auditQuery(noFilter)).toEqual({});
  expect(isFiltered(noFilter)).toBe(false);
});

test('days are whole days of the browser’s zone, the last one included', () => {
  const query = auditQuery({ ...noFilter, from: '2026-02-27', to: '2026-02-28' });
  expect(query).toEqual({
    from: new Date(2026, 1, 27).toISOString(),
    to: new Date(2026, 2, 1).toISOString(),
  });
});
