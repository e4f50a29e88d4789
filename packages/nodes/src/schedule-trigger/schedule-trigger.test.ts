import type { NodeDefinition } from '@millrace/engine/node-api';
import { runNode, setUpNode } from '@millrace/engine/testing';
import { describe, expect, it } from 'vitest';
import { cron } from './cron.node.ts';
import { interval } from './interval.node.ts';
import { scheduleTrigger } from './schedule-trigger.node.ts';

const schedules = (definition: NodeDefinition, parameters: Record<string, unknown>, typeVersion?: number) =>
  definition.schedule!(
    setUpNode(definition, { parameters, ...(typeVersion !== undefined && { typeVersion }) }).context,
  );
const rule = (...intervals: Record<string, unknown>[]) => ({ rule: { interval: intervals } });

describe('Schedule Trigger: when', () => {
  it.each([
    [{ field: 'seconds' }, { cron: '*/30 * * * * *' }],
    [
      { field: 'seconds', secondsInterval: 45 },
      { cron: '* * * * * *', every: { unit: 'seconds', count: 45 } },
    ],
    [{ field: 'minutes' }, { cron: '0 */5 * * * *' }],
    [{ field: 'minutes', minutesInterval: 1 }, { cron: '0 * * * * *' }],
    [
      { field: 'minutes', minutesInterval: 90 },
      { cron: '0 * * * * *', every: { unit: 'minutes', count: 90 } },
    ],
    [{ field: 'hours' }, { cron: '0 0 * * * *' }],
    [{ field: 'hours', hoursInterval: 6, triggerAtMinute: 15 }, { cron: '0 15 */6 * * *' }],
    [
      { field: 'hours', hoursInterval: 5 },
      { cron: '0 0 * * * *', every: { unit: 'hours', count: 5 } },
    ],
    [{}, { cron: '0 0 0 * * *' }],
    [{ field: 'days', triggerAtHour: 9, triggerAtMinute: 30 }, { cron: '0 30 9 * * *' }],
    [{ daysInterval: 3 }, { cron: '0 0 0 * * *', every: { unit: 'days', count: 3 } }],
    [{ field: 'weeks' }, { cron: '0 0 0 * * 0' }],
    [{ field: 'weeks', triggerAtDay: [5, 1, 5], triggerAtHour: 8 }, { cron: '0 0 8 * * 1,5' }],
    [
      { field: 'weeks', weeksInterval: 2, triggerAtDay: [1] },
      { cron: '0 0 0 * * 1', every: { unit: 'weeks', count: 2 } },
    ],
    [{ field: 'months', triggerAtDayOfMonth: 31 }, { cron: '0 0 0 31 * *' }],
    [
      { field: 'months', monthsInterval: 3 },
      { cron: '0 0 0 1 * *', every: { unit: 'months', count: 3 } },
    ],
    [{ field: 'cronExpression', expression: ' 0 9  * * mon-fri ' }, { cron: '0 9 * * mon-fri' }],
    [{ field: 'cronExpression', expression: '=*/{{ 2 * 5 }} * * * * *' }, { cron: '*/10 * * * * *' }],
  ])('%j is %j', (given, expected) => {
    for (const version of [1, 1.1, 1.2, 1.3])
      expect(schedules(scheduleTrigger, rule(given), version)).toEqual([expected]);
  });

  it('has several rules, and one of midnight if none is given', () => {
    const both = rule({ field: 'minutes' }, { field: 'days', triggerAtHour: 12 });
    expect(schedules(scheduleTrigger, both)).toEqual([{ cron: '0 */5 * * * *' }, { cron: '0 0 12 * * *' }]);
    expect(schedules(scheduleTrigger, {})).toEqual([{ cron: '0 0 0 * * *' }]);
  });

  it.each([
    [rule(), 'The schedule has no rule'],
    [rule({ field: 'minutes', minutesInterval: 0 }), 'The number of minutes must be a whole number from 1'],
    [rule({ field: 'hours', hoursInterval: 1.5 }), 'The number of hours must be a whole number'],
    [rule({ field: 'days', triggerAtHour: 24 }), 'The hour must be a whole number from 0 to 23'],
    [rule({ field: 'days', triggerAtMinute: 60 }), 'The minute must be a whole number from 0 to 59'],
    [rule({ field: 'weeks', triggerAtDay: [] }), 'at least one weekday'],
    [rule({ field: 'months', triggerAtDayOfMonth: 32 }), 'The day of the month must be'],
    [rule({ field: 'cronExpression' }), 'The cron expression is empty'],
    [rule({ field: 'cronExpression', expression: 'every day' }), '"every day" is not a cron expression'],
    [rule({ field: 'fortnights' }), 'A schedule cannot go by "fortnights"'],
  ])('%j is refused', (parameters, message) => {
    expect(() => schedules(scheduleTrigger, parameters)).toThrow(message);
  });

  it('an expression that is none is said to be that of its rule', () => {
    const given = rule({ field: 'days' }, { field: 'cronExpression', expression: 'every day' });
    expect(() => schedules(scheduleTrigger, given)).toThrow(
      expect.objectContaining({ context: { parameter: 'rule.interval[1].expression' } }),
    );
  });
});

describe('Schedule Trigger: the run', () => {
  it('gives the moment in the workflow’s zone', async () => {
    const scheduledAt = Date.parse('2026-02-22T17:05:09.120Z');
    const { json } = await runNode(scheduleTrigger, {
      payload: { kind: 'schedule', scheduledAt },
      request: { timezone: 'America/New_York' },
    });
    expect(json).toEqual([
      {
        timestamp: '2026-02-22T12:05:09.120-05:00',
        'Readable date': 'February 22nd 2026, 12:05:09 pm',
        'Readable time': '12:05:09 pm',
        'Day of week': 'Sunday',
        Year: '2026',
        Month: 'February',
        'Day of month': '22',
        Hour: '12',
        Minute: '05',
        Second: '09',
        Timezone: 'America/New_York (UTC-05:00)',
      },
    ]);
  });

  it.each([
    ['2026-03-01', '1st'],
    ['2026-03-11', '11th'],
    ['2026-03-23', '23rd'],
    ['2026-03-30', '30th'],
  ])('says %s as %s', async (date, ordinal) => {
    const { json } = await runNode(scheduleTrigger, {
      payload: { kind: 'schedule', scheduledAt: Date.parse(date) },
    });
    expect(json[0]?.['Readable date']).toBe(`March ${ordinal} 2026, 12:00:00 am`);
  });

  it('run by hand gives the present', async () => {
    const { json } = await runNode(scheduleTrigger, { host: { now: Date.parse('2026-01-02T03:04:05Z') } });
    expect(json[0]?.timestamp).toBe('2026-01-02T03:04:05.000+00:00');
  });
});

describe('the old schedules', () => {
  const time = (item: Record<string, unknown>) => ({ triggerTimes: { item: [item] } });

  it.each([
    [{}, { cron: '0 0 14 * * *' }],
    [{ hour: 7, minute: 45 }, { cron: '0 45 7 * * *' }],
    [{ mode: 'everyMinute' }, { cron: '0 * * * * *' }],
    [{ mode: 'everyHour', minute: 10 }, { cron: '0 10 * * * *' }],
    [{ mode: 'everyWeek', weekday: '0', hour: 6 }, { cron: '0 0 6 * * 0' }],
    [{ mode: 'everyMonth', dayOfMonth: 15 }, { cron: '0 0 14 15 * *' }],
    [{ mode: 'everyX' }, { cron: '0 0 */2 * * *' }],
    [{ mode: 'everyX', value: 10, unit: 'minutes' }, { cron: '0 */10 * * * *' }],
    [{ mode: 'custom', cronExpression: '5 4 * * sun' }, { cron: '5 4 * * sun' }],
  ])('Cron with %j is %j', (item, expected) => {
    expect(schedules(cron, time(item))).toEqual([expected]);
  });

  it('Interval counts units', async () => {
    expect(schedules(interval, {})).toEqual([{ cron: '* * * * * *' }]);
    expect(schedules(interval, { interval: 15, unit: 'minutes' })).toEqual([{ cron: '0 */15 * * * *' }]);
    expect((await runNode(interval, { payload: { kind: 'schedule', scheduledAt: 0 } })).json).toEqual([{}]);
    expect((await runNode(cron, { payload: { kind: 'schedule', scheduledAt: 0 } })).json).toEqual([{}]);
  });
});
