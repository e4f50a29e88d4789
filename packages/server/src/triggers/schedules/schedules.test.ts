import type { ScheduleSpec } from '@millrace/engine/node-api';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { createTicks } from './next-tick.ts';
import { createSchedules } from './schedules.ts';

const time = (text: string) => Date.parse(text);

const ticksFrom = (spec: ScheduleSpec, timezone: string, from: string, count: number): string[] => {
  const next = createTicks(spec, timezone);
  const ticks: string[] = [];
  for (let at = next(time(from)); at !== undefined && ticks.length < count; at = next(at))
    ticks.push(new Date(at).toISOString().slice(0, 16));
  return ticks;
};

describe('when a schedule fires', () => {
  it.each<[ScheduleSpec, string, string, string[]]>([
    [{ cron: '*/15 * * * *' }, 'UTC', '2026-01-01T10:01Z', ['2026-01-01T10:15', '2026-01-01T10:30']],
    [{ cron: '0 30 9 * * 1-5' }, 'Europe/Berlin', '2026-01-02T12:00Z', ['2026-01-05T08:30', '2026-01-06T08:30']],
    // Clocks go forward on 29 March and back on 25 October 2026.
    [
      { cron: '0 8 * * *' },
      'Europe/Berlin',
      '2026-03-27T12:00Z',
      ['2026-03-28T07:00', '2026-03-29T06:00', '2026-03-30T06:00'],
    ],
    [{ cron: '30 2 * * *' }, 'Europe/Berlin', '2026-10-24T12:00Z', ['2026-10-25T00:30', '2026-10-26T01:30']],
    [
      { cron: '0 12 * * *', every: { unit: 'days', count: 3 } },
      'UTC',
      '1970-01-01T00:00Z',
      ['1970-01-01T12:00', '1970-01-04T12:00'],
    ],
    [
      { cron: '0 0 * * 1', every: { unit: 'weeks', count: 2 } },
      'UTC',
      '1970-01-01T00:00Z',
      ['1970-01-12T00:00', '1970-01-26T00:00'],
    ],
    [
      { cron: '0 0 1 * *', every: { unit: 'months', count: 6 } },
      'Asia/Tokyo',
      '2026-01-10T00:00Z',
      ['2026-06-30T15:00', '2026-12-31T15:00'],
    ],
    [
      { cron: '0 * * * *', every: { unit: 'hours', count: 5 } },
      'UTC',
      '1970-01-01T00:30Z',
      ['1970-01-01T05:00', '1970-01-01T10:00'],
    ],
    [
      { cron: '* * * * *', every: { unit: 'minutes', count: 7 } },
      'UTC',
      '1970-01-01T00:01Z',
      ['1970-01-01T00:07', '1970-01-01T00:14'],
    ],
    [{ cron: '0 0 30 2 *' }, 'UTC', '2026-01-01T00:00Z', []],
  ])('%j in %s', (spec, timezone, from, expected) => {
    expect(ticksFrom(spec, timezone, from, expected.length || 1)).toEqual(expected);
  });

  it('is refused where it is no schedule', () => {
    expect(() => createTicks({ cron: 'often' }, 'UTC')).toThrow('"often" is not a schedule');
    expect(() => createTicks({ cron: '99 * * * *' }, 'UTC')).toThrow('"99 * * * *" is not a schedule');
  });
});

describe('active schedules', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: time('2026-01-01T10:00:30Z') });
  });
  afterEach(() => {
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  const create = () => {
    const ticks: string[] = [];
    const schedules = createSchedules({
      clock: { now: () => Date.now() },
      onTick: ({ workflowId, node, scheduledAt }) =>
        void ticks.push(`${workflowId} ${node} ${new Date(scheduledAt).toISOString().slice(11, 16)}`),
    });
    return { schedules, ticks };
  };
  const every = (cron: string, node = 'Schedule') => ({ node, position: 0, spec: { cron }, timezone: 'UTC' });

  it('fire once a tick, until they are taken away', () => {
    const { schedules, ticks } = create();
    schedules.set(1, [every('*/2 * * * *'), every('1 10 * * *', 'Other')]);
    schedules.set(2, [every('5 * * * *')]);
    vi.advanceTimersByTime(5 * 60_000);
    expect(ticks).toEqual(['1 Other 10:01', '1 Schedule 10:02', '1 Schedule 10:04', '2 Schedule 10:05']);
    schedules.set(1, []);
    vi.advanceTimersByTime(60 * 60_000);
    expect(ticks.slice(4)).toEqual(['2 Schedule 11:05']);
    schedules.close();
  });

  it('fire a month away, beyond the longest timer', () => {
    const { schedules, ticks } = create();
    schedules.set(1, [every('0 12 15 2 *')]);
    vi.advanceTimersByTime(46 * 86_400_000);
    expect(ticks).toEqual(['1 Schedule 12:00']);
    schedules.close();
  });

  it('do not make up for what was missed, and go on', () => {
    const { schedules, ticks } = create();
    schedules.set(1, [every('0 * * * *')]);
    vi.setSystemTime(time('2026-01-02T15:20:00Z'));
    vi.advanceTimersByTime(60 * 60_000);
    expect(ticks).toEqual(['1 Schedule 16:00']);
    schedules.close();
  });

  it('fire for the moments before they were set, unless they were changed in these', () => {
    const { schedules, ticks } = create();
    const before = time('2026-01-01T09:00:00Z');
    schedules.set(1, [every('15 0 10 * * *', 'Too long ago'), every('25 0 10 * * *', 'Just before')], before);
    schedules.set(2, [every('22,24,26 0 10 * * *')], time('2026-01-01T10:00:23Z'));
    schedules.set(3, [every('28 0 10 * * *')], time('2026-01-02T00:00:00Z'));
    schedules.set(4, [every('28 0 10 * * *')]);
    vi.advanceTimersByTime(60_000);
    expect(ticks).toEqual(['1 Just before 10:00', '2 Schedule 10:00', '2 Schedule 10:00']);
    schedules.close();
  });

  it('do not fire a tick again when the clock is set back', () => {
    const { schedules, ticks } = create();
    schedules.set(1, [every('*/30 * * * *')]);
    vi.advanceTimersByTime(30 * 60_000);
    expect(ticks).toEqual(['1 Schedule 10:30']);
    vi.setSystemTime(time('2026-01-01T10:05:00Z'));
    vi.advanceTimersByTime(50 * 60_000);
    expect(ticks).toEqual(['1 Schedule 10:30']);
    vi.advanceTimersByTime(10 * 60_000);
    expect(ticks).toEqual(['1 Schedule 10:30', '1 Schedule 11:00']);
    schedules.close();
  });

  it('go on within seconds when the clock was set back and right again', () => {
    const { schedules, ticks } = create();
    schedules.set(1, [every('* * * * *')]);
    vi.advanceTimersByTime(60_000);
    vi.setSystemTime(time('2026-01-01T09:50:00Z'));
    vi.advanceTimersByTime(5000);
    // Right again, just before the next tick.
    vi.setSystemTime(time('2026-01-01T10:01:50Z'));
    vi.advanceTimersByTime(15_000);
    expect(ticks).toEqual(['1 Schedule 10:01', '1 Schedule 10:02']);
    schedules.close();
  });

  it('keep what they were when the new ones are no schedules', () => {
    const { schedules, ticks } = create();
    schedules.set(1, [every('1 * * * *')]);
    expect(() => schedules.set(1, [every('2 * * * *'), every('never')])).toThrow('is not a schedule');
    vi.advanceTimersByTime(10 * 60_000);
    expect(ticks).toEqual(['1 Schedule 10:01']);
    schedules.close();
  });

  it.each([
    ['a day forward: nothing is made up for', '2026-01-02T10:00:30Z', ['10:02']],
    ['a day back: times are counted from there', '2025-12-31T10:00:30Z', ['10:02']],
  ])('go on when the clock is set %s', (_name, moved, expected) => {
    const { schedules, ticks } = create();
    schedules.set(1, [every('*/2 * * * *')]);
    vi.advanceTimersByTime(60_000 * 10);
    expect(ticks).toHaveLength(5);
    vi.setSystemTime(time(moved));
    vi.advanceTimersByTime(60_000 * 2);
    expect(ticks.slice(5)).toEqual(expected.map((at) => `1 Schedule ${at}`));
    vi.advanceTimersByTime(60_000 * 10);
    expect(ticks).toHaveLength(11);
    schedules.close();
  });

  it.each([
    // Clocks in Berlin go from 2:00 to 3:00 at 1:00 UTC on 29 March 2026, and from 3:00 to 2:00 at 1:00 UTC on 25 October.
    ['2026-03-28T22:30:00Z', ['23:00', '00:00', '01:00', '02:00']],
    ['2026-10-24T22:30:00Z', ['23:00', '00:00', '01:00', '02:00']],
  ])('fire once each hour that passes through a change of daylight saving time, from %s', (from, expected) => {
    vi.setSystemTime(time(from));
    const { schedules, ticks } = create();
    schedules.set(1, [{ node: 'Hourly', position: 0, spec: { cron: '0 * * * *' }, timezone: 'Europe/Berlin' }]);
    vi.advanceTimersByTime(4 * 3_600_000);
    expect(ticks).toEqual(expected.map((at) => `1 Hourly ${at}`));
    schedules.close();
  });
});

test('thousands that are due at the same second leave turns to others', async () => {
  vi.useFakeTimers({ now: time('2026-01-01T10:00:30Z'), toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const dueSchedules = 2000;
  const fired = Promise.withResolvers<void>();
  let count = 0;
  let turns = 0;
  const schedules = createSchedules({
    clock: { now: () => Date.now() },
    onTick() {
      const end = performance.now() + 0.1;
      while (performance.now() < end);
      count += 1;
      if (count === dueSchedules) fired.resolve();
    },
  });
  for (let id = 0; id < dueSchedules; id += 1)
    schedules.set(id, [{ node: 'S', position: 0, spec: { cron: '0 1 10 * * *' }, timezone: 'UTC' }]);
  const takeTurns = () => {
    turns += 1;
    if (count < dueSchedules) setImmediate(takeTurns);
  };
  setImmediate(takeTurns);
  vi.advanceTimersByTime(30_000);
  await fired.promise;
  schedules.close();
  // The work of all together takes 200 ms or more, a slice 5.
  expect(turns).toBeGreaterThan(10);
}, 30_000);
