import { expect, test } from 'vitest';
import { countFilters, noFilter, toFilter } from './list-filter.ts';

const now = Date.UTC(2026, 0, 15, 12);

test('empty fields filter nothing', () => {
  expect(toFilter(noFilter, now)).toEqual({});
  expect(toFilter({ ...noFilter, text: '  ', time: 'range' }, now)).toEqual({});
});

test('fields say what the server is asked for', () => {
  expect(toFilter({ ...noFilter, text: ' closed ', time: 'day' }, now)).toEqual({
    text: 'closed',
    startedAfter: '2026-01-14T12:00:00.000Z',
  });
  const range = { ...noFilter, time: 'range' as const, after: '2026-01-01T00:00', before: '2026-01-02T00:00' };
  expect(toFilter(range, now)).toEqual({
    startedAfter: new Date('2026-01-01T00:00').toISOString(),
    startedBefore: new Date('2026-01-02T00:00').toISOString(),
  });
  const custom = { ...noFilter, customName: 'order', customValue: '17' };
  expect(toFilter(custom, now)).toEqual({ customData: { order: '17' } });
  expect([countFilters(noFilter), countFilters(custom), countFilters({ ...range, customName: 'a' })]).toEqual([
    0, 1, 2,
  ]);
  expect(toFilter({ ...noFilter, startedBy: 'core.formTrigger' }, now)).toEqual({ triggerType: 'core.formTrigger' });
  expect(countFilters({ ...noFilter, startedBy: 'manual' })).toBe(1);
});
