import type { ParameterDefinition, ParameterOption } from '@millrace/contract/data';

const numberOf = <N extends string>(name: N, displayName: string, initial: number, field: string) =>
  ({
    name,
    displayName,
    type: 'number',
    default: initial,
    typeOptions: { minValue: 1 },
    displayOptions: { show: { field: [field] } },
  }) as const satisfies ParameterDefinition;

const hourName = (hour: number): string =>
  hour === 0 ? 'Midnight' : hour === 12 ? 'Noon' : `${hour % 12} ${hour < 12 ? 'am' : 'pm'}`;

export const hours: readonly ParameterOption[] = Array.from({ length: 24 }, (_, hour) => ({
  name: hourName(hour),
  value: hour,
}));

const weekdays = [
  { name: 'Monday', value: 1 },
  { name: 'Tuesday', value: 2 },
  { name: 'Wednesday', value: 3 },
  { name: 'Thursday', value: 4 },
  { name: 'Friday', value: 5 },
  { name: 'Saturday', value: 6 },
  { name: 'Sunday', value: 0 },
] as const;

export const scheduleParameters = [
  {
    name: 'notice',
    displayName: "The schedule runs once the workflow is active. Times are in the workflow's time zone.",
    type: 'notice',
    default: '',
  },
  {
    name: 'rule',
    displayName: 'Trigger rules',
    type: 'fixedCollection',
    default: { interval: [{ field: 'days', daysInterval: 1, triggerAtHour: 0, triggerAtMinute: 0 }] },
    typeOptions: { multipleValues: true, multipleValueButtonText: 'Add rule' },
    options: [
      {
        name: 'interval',
        displayName: 'Trigger interval',
        values: [
          {
            name: 'field',
            displayName: 'Trigger interval',
            type: 'options',
            default: 'days',
            options: [
              { name: 'Seconds', value: 'seconds' },
              { name: 'Minutes', value: 'minutes' },
              { name: 'Hours', value: 'hours' },
              { name: 'Days', value: 'days' },
              { name: 'Weeks', value: 'weeks' },
              { name: 'Months', value: 'months' },
              { name: 'Custom (cron)', value: 'cronExpression' },
            ],
          },
          numberOf('secondsInterval', 'Seconds between triggers', 30, 'seconds'),
          numberOf('minutesInterval', 'Minutes between triggers', 5, 'minutes'),
          numberOf('hoursInterval', 'Hours between triggers', 1, 'hours'),
          numberOf('daysInterval', 'Days between triggers', 1, 'days'),
          numberOf('weeksInterval', 'Weeks between triggers', 1, 'weeks'),
          numberOf('monthsInterval', 'Months between triggers', 1, 'months'),
          {
            name: 'triggerAtDayOfMonth',
            displayName: 'Trigger at day of month',
            type: 'number',
            default: 1,
            typeOptions: { minValue: 1, maxValue: 31 },
            displayOptions: { show: { field: ['months'] } },
            description: "Skipped in months that don't have this day",
          },
          {
            name: 'triggerAtDay',
            displayName: 'Trigger on weekdays',
            type: 'multiOptions',
            default: [0],
            options: weekdays,
            displayOptions: { show: { field: ['weeks'] } },
          },
          {
            name: 'triggerAtHour',
            displayName: 'Trigger at hour',
            type: 'options',
            default: 0,
            options: hours,
            displayOptions: { show: { field: ['days', 'weeks', 'months'] } },
          },
          {
            name: 'triggerAtMinute',
            displayName: 'Trigger at minute',
            type: 'number',
            default: 0,
            typeOptions: { minValue: 0, maxValue: 59 },
            displayOptions: { show: { field: ['hours', 'days', 'weeks', 'months'] } },
          },
          {
            name: 'expression',
            displayName: 'Expression',
            type: 'string',
            default: '',
            placeholder: '0 15 * 1 sun',
            displayOptions: { show: { field: ['cronExpression'] } },
            description: 'Minute, hour, day of month, month, weekday. Add a sixth field in front for seconds.',
          },
        ],
      },
    ],
  },
] as const satisfies readonly ParameterDefinition[];
