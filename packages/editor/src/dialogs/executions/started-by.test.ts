import { expect, test } from 'vitest';
import { isAskedFor, startFilterOf } from './started-by.ts';

const running = {
  id: '9',
  mode: 'webhook' as const,
  triggerType: 'core.formTrigger',
  startedAt: '2026-01-15T12:00:00.000Z',
};

test('modes and types of triggers are told apart', () => {
  expect(startFilterOf(null)).toEqual({});
  expect(startFilterOf('integrated')).toEqual({ mode: 'integrated' });
  expect(startFilterOf('core.scheduleTrigger')).toEqual({ triggerType: 'core.scheduleTrigger' });
});

test.each([
  [{}, true],
  [{ mode: 'webhook' }, true],
  [{ mode: 'manual' }, false],
  [{ triggerType: 'core.formTrigger' }, true],
  [{ triggerType: 'core.webhook' }, false],
  [{ startedAfter: '2026-01-15T12:00:00.000Z' }, true],
  [{ startedAfter: '2026-01-15T12:00:00.001Z' }, false],
  [{ startedBefore: '2026-01-15T12:00:00.000Z' }, false],
  [{ text: '#9' }, true],
  [{ text: 'closed' }, false],
  [{ customData: { order: '7' } }, false],
] as const)('one under way is asked for by %j: %s', (filter, expected) =>
  expect(isAskedFor(running, filter)).toBe(expected),
);
