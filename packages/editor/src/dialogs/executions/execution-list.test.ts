import type { ExecutionSummary } from '@millrace/contract';
import { expect, test } from 'vitest';
import { filterOf, isRetryable, isStoppable, mergeExecutions } from './execution-list.ts';

const past = (id: string): ExecutionSummary => ({
  id,
  workflowId: '1',
  workflowName: 'W',
  mode: 'manual',
  status: 'success',
  finished: true,
  startedAt: '',
  stoppedAt: '',
  waitTill: null,
});
const current = (id: string) => ({
  id,
  workflowId: '1',
  workflowName: 'W',
  mode: 'manual' as const,
  status: 'running' as const,
  startedAt: '',
});

test('running ones come first; one that has just ended is shown once, as ended', () => {
  const rows = mergeExecutions([current('4'), current('3')], [past('3'), past('2')], null);
  expect(rows.map((row) => [row.id, row.status])).toEqual([
    ['4', 'running'],
    ['3', 'success'],
    ['2', 'success'],
  ]);
});

test('the status chooses the list', () => {
  expect(mergeExecutions([current('4')], [past('2')], 'running').map((row) => row.id)).toEqual(['4']);
  expect(mergeExecutions([current('4')], [past('2')], 'success').map((row) => row.id)).toEqual(['2']);
});

test('filters are those of the API', () => {
  expect(filterOf(null, null)).toEqual({});
  expect(filterOf('success', '5')).toEqual({ workflowId: '5', finished: true });
  expect(filterOf('error', null)).toEqual({ finished: false });
  expect(filterOf('waiting', null)).toEqual({ waitTill: true });
});

test('what runs or waits can be stopped', () => {
  expect((['queued', 'running', 'waiting', 'success', 'error'] as const).map(isStoppable)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

test('a retry is offered for what failed, once', () => {
  expect(
    (['error', 'canceled', 'crashed', 'success', 'waiting', 'running'] as const).map((status) =>
      isRetryable({ status }),
    ),
  ).toEqual([true, true, true, false, false, false]);
  expect(isRetryable({ status: 'error', retryOf: '1' })).toBe(false);
  expect(isRetryable({ status: 'error', retrySuccessId: '9' })).toBe(false);
});
