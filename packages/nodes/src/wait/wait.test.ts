import { createFakeHost, type RunNodeOptions, runNode } from '@millrace/engine/testing';
import { describe, expect, it } from 'vitest';
import { wait } from './wait.node.ts';

const day = 86_400_000;
const run = (parameters: Record<string, unknown>, more: RunNodeOptions = {}) =>
  runNode(wait, { items: [{ a: 1 }, { a: 2 }], parameters: parameters as never, ...more });

describe('Wait', () => {
  it.each([
    [1.1, {}, 5000],
    [1, {}, 3_600_000],
    [1.1, { amount: 2, unit: 'minutes' }, 120_000],
    [1.1, { amount: '={{ $json.a / 2 }}' }, 500],
    [1, { amount: 3, unit: 'days' }, 3 * day],
  ])('version %s with %j waits %i ms, once for all items', async (typeVersion, parameters, expected) => {
    const { host, json, items, error } = await run(parameters, { typeVersion });
    expect(error).toBeUndefined();
    expect(host.sleeps).toEqual([expected]);
    expect(json).toEqual([{ a: 1 }, { a: 2 }]);
    expect(items.map((item) => item.pairedItem)).toEqual([0, 1]);
  });

  it('goes on only when the time is over', async () => {
    const host = createFakeHost({ sleep: 'manual' });
    let isOver = false;
    const running = run({}, { host }).then((result) => {
      isOver = true;
      return result;
    });
    await host.untilSleeping();
    host.advance(4999);
    expect(isOver).toBe(false);
    host.advance(1);
    expect((await running).json).toHaveLength(2);
  });

  it('waits in pieces that a timer can count', async () => {
    const { host } = await run({ amount: 50, unit: 'days' });
    expect(host.sleeps).toEqual([20 * day, 20 * day, 10 * day]);
  });

  it('waits for a date in the workflow’s zone, and not for one that is over', async () => {
    const now = Date.parse('2026-05-30T12:00:00Z');
    const until = async (dateTime: string) => {
      const host = createFakeHost({ now });
      const { error } = await run(
        { resume: 'specificTime', dateTime },
        { host, request: { timezone: 'Europe/Berlin' } },
      );
      expect(error).toBeUndefined();
      return host.sleeps;
    };
    expect(await until('2026-05-30T14:30:00')).toEqual([1_800_000]);
    expect(await until('2026-05-30T14:30:00Z')).toEqual([9_000_000]);
    expect(await until('2026-05-30 14:30:00')).toEqual([1_800_000]);
    expect(await until('2020-01-01')).toEqual([]);
  });

  it.each([
    [{ amount: -1 }, 'must be a number of 0 or more'],
    [{ unit: 'constructor' }, '"constructor" is not a unit of time'],
    [{ resume: 'specificTime' }, 'There is no date to wait for'],
    [{ resume: 'specificTime', dateTime: 'soon' }, '"soon" is not a date and time'],
    [{ resume: 'webhook' }, 'Waiting for a webhook call is not available yet'],
    [{ resume: 'form' }, 'Waiting for a form is not available yet'],
  ])('%j is refused', async (parameters, message) => {
    expect((await run(parameters)).error?.message).toContain(message);
  });

  it('ends when the run is stopped', async () => {
    const host = createFakeHost({ sleep: 'manual' });
    const stop = new AbortController();
    const running = run({}, { host, request: { signal: stop.signal } });
    await host.untilSleeping();
    stop.abort(new Error('stopped'));
    expect((await running).run.status).toBe('canceled');
  });
});
