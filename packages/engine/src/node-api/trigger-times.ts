import type { ParameterDefinition } from '@millrace/contract/data';
import { readCronExpression, toSchedule } from './cadence.ts';
import { NodeError } from './errors.ts';
import type { ScheduleSpec } from './schedule.ts';

/** Times as old public workflows store them: of the Cron node, and of everything that polls. */

const clock = [
  {
    name: 'hour',
    displayName: 'Hour',
    type: 'number',
    default: 14,
    typeOptions: { minValue: 0, maxValue: 23 },
    displayOptions: { hide: { mode: ['custom', 'everyHour', 'everyMinute', 'everyX'] } },
  },
  {
    name: 'minute',
    displayName: 'Minute',
    type: 'number',
    default: 0,
    typeOptions: { minValue: 0, maxValue: 59 },
    displayOptions: { hide: { mode: ['custom', 'everyMinute', 'everyX'] } },
  },
] as const satisfies readonly ParameterDefinition[];

interface TriggerTime {
  mode?: string;
  hour?: number;
  minute?: number;
  dayOfMonth?: number;
  weekday?: unknown;
  cronExpression?: string;
  value?: number;
  unit?: string;
}

const toSpec = (time: TriggerTime): ScheduleSpec => {
  const { mode = 'everyDay', hour = 14, minute = 0 } = time;
  switch (mode) {
    case 'everyMinute':
      return toSchedule({ unit: 'minutes', count: 1 });
    case 'everyHour':
      return toSchedule({ unit: 'hours', count: 1, minute });
    case 'everyDay':
      return toSchedule({ unit: 'days', count: 1, hour, minute });
    case 'everyWeek':
      return toSchedule({ unit: 'weeks', count: 1, weekdays: [Number(time.weekday ?? 1)], hour, minute });
    case 'everyMonth':
      return toSchedule({ unit: 'months', count: 1, dayOfMonth: time.dayOfMonth ?? 1, hour, minute });
    case 'everyX':
      return toSchedule({ unit: time.unit === 'minutes' ? 'minutes' : 'hours', count: time.value ?? 2 });
    case 'custom':
      return readCronExpression(time.cronExpression ?? '* * * * * *');
    default:
      throw new NodeError(`A schedule cannot go by "${mode}"`);
  }
};

export const triggerTimeValues = [
  {
    name: 'mode',
    displayName: 'Mode',
    type: 'options',
    default: 'everyDay',
    options: [
      { name: 'Every Minute', value: 'everyMinute' },
      { name: 'Every Hour', value: 'everyHour' },
      { name: 'Every Day', value: 'everyDay' },
      { name: 'Every Week', value: 'everyWeek' },
      { name: 'Every Month', value: 'everyMonth' },
      { name: 'Every X', value: 'everyX' },
      { name: 'Custom', value: 'custom' },
    ],
  },
  ...clock,
  {
    name: 'dayOfMonth',
    displayName: 'Day of Month',
    type: 'number',
    default: 1,
    typeOptions: { minValue: 1, maxValue: 31 },
    displayOptions: { show: { mode: ['everyMonth'] } },
  },
  {
    name: 'weekday',
    displayName: 'Weekday',
    type: 'options',
    default: '1',
    options: [
      { name: 'Monday', value: '1' },
      { name: 'Tuesday', value: '2' },
      { name: 'Wednesday', value: '3' },
      { name: 'Thursday', value: '4' },
      { name: 'Friday', value: '5' },
      { name: 'Saturday', value: '6' },
      { name: 'Sunday', value: '0' },
    ],
    displayOptions: { show: { mode: ['everyWeek'] } },
  },
  {
    name: 'cronExpression',
    displayName: 'Cron Expression',
    type: 'string',
    default: '* * * * * *',
    displayOptions: { show: { mode: ['custom'] } },
  },
  {
    name: 'value',
    displayName: 'Value',
    type: 'number',
    default: 2,
    typeOptions: { minValue: 1 },
    displayOptions: { show: { mode: ['everyX'] } },
  },
  {
    name: 'unit',
    displayName: 'Unit',
    type: 'options',
    default: 'hours',
    options: [
      { name: 'Minutes', value: 'minutes' },
      { name: 'Hours', value: 'hours' },
    ],
    displayOptions: { show: { mode: ['everyX'] } },
  },
] as const satisfies readonly ParameterDefinition[];

/**
 * @param times value of a collection whose group `item` has `triggerTimeValues`
 * @throws NodeError that says which time is none
 */
export const readTriggerTimes = (times: { item?: readonly unknown[] }): ScheduleSpec[] =>
  (times.item ?? []).map((time) => toSpec(time as TriggerTime));
