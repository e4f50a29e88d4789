import type { NodeContext } from '@millrace/engine/node-api';
import { readDuration, readMoment, toTill } from './moment.ts';

/** How long a node waits at most. */

export const units = [
  { name: 'Seconds', value: 'seconds' },
  { name: 'Minutes', value: 'minutes' },
  { name: 'Hours', value: 'hours' },
  { name: 'Days', value: 'days' },
] as const;

/** @param where conditions under which the node waits for something that may not come */
export const limitParameters = <const Where extends Readonly<Record<string, readonly string[]>>>(where: Where) =>
  [
    {
      name: 'limitWaitTime',
      displayName: 'Limit wait time',
      type: 'boolean',
      default: false,
      displayOptions: { show: where },
      description: 'Whether to continue with the original items if no one responds in time',
    },
    {
      name: 'limitType',
      displayName: 'Limit type',
      type: 'options',
      default: 'afterTimeInterval',
      options: [
        { name: 'After time interval', value: 'afterTimeInterval', description: 'After a time interval' },
        { name: 'At specified time', value: 'atSpecifiedTime', description: 'At a specific time' },
      ],
      displayOptions: { show: { ...where, limitWaitTime: [true] } },
    },
    {
      name: 'resumeAmount',
      displayName: 'Amount',
      type: 'number',
      default: 1,
      typeOptions: { minValue: 0, numberPrecision: 2 },
      displayOptions: { show: { ...where, limitWaitTime: [true], limitType: ['afterTimeInterval'] } },
    },
    {
      name: 'resumeUnit',
      displayName: 'Unit',
      type: 'options',
      default: 'hours',
      options: units,
      displayOptions: { show: { ...where, limitWaitTime: [true], limitType: ['afterTimeInterval'] } },
    },
    {
      name: 'maxDateAndTime',
      displayName: 'Date and time',
      type: 'dateTime',
      default: '',
      required: true,
      displayOptions: { show: { ...where, limitWaitTime: [true], limitType: ['atSpecifiedTime'] } },
      description: "Uses the workflow's time zone unless the date has an offset",
    },
  ] as const;

type Context = NodeContext<ReturnType<typeof limitParameters>> & { now(): number };

/** Epoch milliseconds at which the run goes on without anything; null: never. @throws NodeError */
export const readLimit = (context: Context): number | null => {
  if (!context.parameter('limitWaitTime')) return null;
  if (context.parameter('limitType') === 'atSpecifiedTime') {
    return toTill(readMoment(context.parameter('maxDateAndTime'), context.timezone));
  }
  const length = readDuration(context.parameter('resumeAmount'), context.parameter('resumeUnit'));
  return toTill(context.now() + length);
};
