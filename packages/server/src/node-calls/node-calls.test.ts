import { describe, expect, it, vi } from 'vitest';
import { choices, createTestCalls, subjectOf } from './node-calls.testing.ts';

vi.setConfig({ testTimeout: 60_000 });

const methods = subjectOf('methods');
const name = 'Choice usual';

describe('a call', () => {
  it('of each kind of method gives its answer', async () => {
    const calls = await createTestCalls();
    const ask: typeof calls.ask = (...what) => calls.ask(...what);
    const path = 'parameters.text';
    const urls = { default: 'http://known' };
    const values = await Promise.all([
      ask(methods, choices('plain')),
      ask(methods, { kind: 'search', name: 'page', path, filter: 'f' }),
      ask(methods, { kind: 'search', name: 'page', path, page: '2' }),
      ask(methods, { kind: 'mapping', name: 'columns', path }),
      ask(methods, { kind: 'action', name: 'echo', path, payload: { a: [1] } }),
      ask(methods, { kind: 'webhook' }),
      ask(methods, { kind: 'schedule' }),
      ask(subjectOf('plain'), { kind: 'schedule' }),
      ask(methods, { kind: 'exists', urls, isTest: false }),
      ask(methods, { kind: 'exists', urls, isTest: true }),
      ask(subjectOf('poller'), { kind: 'poll', isTest: true }),
    ]);
    expect(values.map(({ value }) => value)).toEqual([
      [
        { name, value: 'usual' },
        { name: 'Choice 2', value: 2 },
      ],
      { results: [{ name: 'Choice f/undefined', value: 'f/undefined' }], nextPage: '2' },
      { results: [{ name: 'Choice undefined/2', value: 'undefined/2' }] },
      { fields: [{ id: 'a', displayName: 'A', type: 'string', required: true }] },
      { echoed: { a: [1] } },
      [{ method: 'POST', path: 'usual', responseMode: 'onReceived' }],
      [{ cron: '0 * * * *' }],
      [],
      true,
      false,
      [[{ json: { test: true } }]],
    ]);
  });
});
