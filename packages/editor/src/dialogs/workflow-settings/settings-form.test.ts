import { expect, test } from 'vitest';
import { formOf, settingsOf, timeoutProblem, timePart } from './settings-form.ts';

test('settings that are edited and not changed stay as they are, unknown ones too', () => {
  const settings = {
    executionOrder: 'v1',
    errorWorkflow: '7',
    timezone: 'Europe/Berlin',
    saveManualExecutions: false,
    executionTimeout: 3661,
    repeatInterrupted: true,
  };
  expect(settingsOf(formOf(settings), settings)).toEqual(settings);
  expect(settingsOf(formOf({}), {})).toEqual({});
});

test('the order of execution is stored when it is changed, and else stays as it is, also unsaid or unknown', () => {
  for (const settings of [{}, { executionOrder: 'v1' }, { executionOrder: 'v0' }, { executionOrder: 'v9' }])
    expect(settingsOf(formOf(settings), settings)).toEqual(settings);
  expect(formOf({}).executionOrder).toBe('v1');
  expect(settingsOf({ ...formOf({}), executionOrder: 'v0' }, {})).toEqual({ executionOrder: 'v0' });
  const before = { executionOrder: 'v0' };
  expect(settingsOf({ ...formOf(before), executionOrder: 'v1' }, before)).toEqual({ executionOrder: 'v1' });
});

test('who may call the workflow is kept, also as the public format says the default, and changed', () => {
  for (const settings of [
    { callerPolicy: 'workflowsFromSameOwner' },
    { callerPolicy: 'workflowsFromAList', callerIds: '5, 7' },
    { callerPolicy: 'any', callerIds: '5' },
  ])
    expect(settingsOf(formOf(settings), settings)).toEqual(settings);
  const form = { ...formOf({}), callerPolicy: 'workflowsFromAList' as const, callers: ['5', '7'] };
  expect(settingsOf(form, {})).toEqual({ callerPolicy: 'workflowsFromAList', callerIds: '5,7' });
  expect(settingsOf({ ...form, callerPolicy: '', callers: [] }, { callerPolicy: 'none', callerIds: '5' })).toEqual({});
});

test('what follows the instance is not stored', () => {
  const settings = { timezone: 'DEFAULT', saveDataErrorExecution: 'DEFAULT', errorWorkflow: '7' } as const;
  expect(settingsOf({ ...formOf(settings), errorWorkflow: '' }, settings)).toEqual({});
});

test('hours, minutes and seconds are stored as seconds; switched off it is -1', () => {
  const form = { ...formOf({}), hasTimeout: true, hours: '1', minutes: '1', seconds: '1' };
  expect(settingsOf(form, {})).toEqual({ executionTimeout: 3661 });
  expect(settingsOf({ ...form, hasTimeout: false }, { executionTimeout: 60 })).toEqual({ executionTimeout: -1 });
  expect(formOf({ executionTimeout: 3661 })).toMatchObject({
    hasTimeout: true,
    hours: '1',
    minutes: '1',
    seconds: '1',
  });
  expect(formOf({ executionTimeout: -1 }).hasTimeout).toBe(false);
});

test('a time of 0 and one above the maximum are refused', () => {
  const form = { ...formOf({}), hasTimeout: true };
  expect(timeoutProblem(form, 3600)).toContain('0');
  expect(timeoutProblem({ ...form, hours: '1', seconds: '1' }, 3600)).toContain('1h 0m 0s');
  expect(timeoutProblem({ ...form, hours: '1' }, 3600)).toBeUndefined();
  expect(timeoutProblem({ ...form, hours: '999' }, 0)).toBeUndefined();
  expect(timeoutProblem({ ...form, hasTimeout: false }, 3600)).toBeUndefined();
});

test.each([
  ['61', 60, '60'],
  ['60', 60, '60'],
  ['-5', 60, '5'],
  ['x', 60, ''],
  ['007', 60, '7'],
])('%s as a part up to %d is %s', (text, most, expected) => expect(timePart(text, most)).toBe(expected));
