import { describe, expect, it } from 'vitest';
import { type ExecutionDefaults, isKept, saveRulesFor, timeoutFor } from './save-rules.ts';

const defaults: ExecutionDefaults = {
  saveDataErrorExecution: 'all',
  saveDataSuccessExecution: 'none',
  saveManualExecutions: false,
  saveExecutionProgress: false,
  executionTimeout: -1,
  maxExecutionTimeout: 3600,
};

describe('what is kept', () => {
  it.each([
    [undefined, 'success', false],
    [undefined, 'error', true],
    [undefined, 'canceled', true],
    [undefined, 'crashed', true],
    [{ saveDataSuccessExecution: 'DEFAULT' }, 'success', false],
    [{ saveDataSuccessExecution: 'all' }, 'success', true],
    [{ saveDataErrorExecution: 'none' }, 'crashed', false],
  ] as const)('with settings %j a run that ends as %s: %s', (settings, status, kept) => {
    expect(isKept(saveRulesFor('webhook', settings, defaults), status)).toBe(kept);
  });

  it('keeps a run by hand at least for now, whatever production runs do', () => {
    const rules = saveRulesFor('manual', { saveDataErrorExecution: 'none' }, defaults);
    expect(rules).toEqual({ success: true, error: true, progress: false, temporary: true });
    expect(saveRulesFor('manual', { saveManualExecutions: true }, defaults).temporary).toBe(false);
  });
});

it.each([
  [undefined, -1, undefined],
  [{ executionTimeout: -1 }, 60, undefined],
  [{ executionTimeout: 0 }, 60, 60],
  [{ executionTimeout: 10 }, 60, 10],
  [{ executionTimeout: 9999 }, 60, 3600],
  [undefined, 9999, 3600],
])('settings %j and a default of %s s give a time-out of %s', (settings, executionTimeout, expected) => {
  expect(timeoutFor(settings, { ...defaults, executionTimeout })).toBe(expected);
});
