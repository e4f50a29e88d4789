import { describe, expect, it } from 'vitest';
import { clampTries, clampWait, onErrorChanges, onErrorOf } from './node-settings.ts';

describe('what happens on an error', () => {
  it('reads the older key', () => {
    expect(onErrorOf({})).toBe('stopWorkflow');
    expect(onErrorOf({ continueOnFail: true })).toBe('continueRegularOutput');
    expect(onErrorOf({ continueOnFail: true, onError: 'continueErrorOutput' })).toBe('continueErrorOutput');
  });

  it('keeps the older key as long as it can say the same', () => {
    expect(onErrorChanges({ continueOnFail: true }, 'stopWorkflow')).toEqual({ continueOnFail: undefined });
    expect(onErrorChanges({ continueOnFail: true }, 'continueErrorOutput')).toEqual({
      onError: 'continueErrorOutput',
      continueOnFail: undefined,
    });
  });

  it('does not store the default', () => {
    expect(onErrorChanges({ onError: 'continueErrorOutput' }, 'stopWorkflow')).toEqual({ onError: undefined });
  });
});

it('keeps tries and waits within their limits', () => {
  expect([clampTries(1), clampTries(9), clampTries(3.4)]).toEqual([2, 5, 3]);
  expect([clampWait(-1), clampWait(99_999)]).toEqual([0, 5000]);
});
