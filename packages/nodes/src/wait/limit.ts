import type { NodeContext } from '@millrace/engine/node-api';
import { readDuration, readMoment, toTill } from './moment.ts';

/** How long a node waits at most. */

export const units = [
  { name: 'Seconds', value: 'seconds' },
  { name: 'Minutes', value: 'minutes' },
  { name: 'Hours', value: 'hours' },
  { name: 'Days', value: 'days' },
] as const;

const amount = {
  displayName: 'Wait Amount',
  type: 'number',
  typeOptions: { minValue: 0, numberPrecision: 2 },
} as const;

/** When to wait, and for what. */
const occasion = [
  {
    name: 'resume',
    displayName: 'Resume',
    type: 'options',
    default: 'timeInterval',
    options: [
      { name: 'After Time Interval', value: 'timeInterval', description: 'After a while' },
      { name: 'At Specified Time', value: 'specificTime', description: 'At a date and time' },
      { name: 'On Webhook Call', value: 'webhook', description: 'When an address is called' },
      { name: 'On Form Submitted', value: 'form', description: 'When a form is sent' },
    ],
    description: 'What makes the run go on',
  },
  {
    name: 'dateTime',
    displayName: 'Date and Time',
    type: 'dateTime',
    default: '',
    required: true,
    displayOptions: { show: { resume: ['specificTime'] } },
    description: 'Without an offset it is a time of the workflow’s zone',
  },
  {
    ...amount,
    name: 'amount',
    default: 5,
    displayOptions: { show: { resume: ['timeInterval'], '@version': [1.1] } },
  },
  { ...amount, name: 'amount', default: 1, displayOptions: { show: { resume: ['timeInterval'], '@version': [1] } } },
  {
    name: 'unit',
    displayName: 'Wait Unit',
    type: 'options',
    default: 'seconds',
    options: units,
    displayOptions: { show: { resume: ['timeInterval'], '@version': [1.1] } },
  },
  {
    name: 'unit',
    displayName: 'Wait Unit',
    type: 'options',
    default: 'hours',
    options: units,
    displayOptions: { show: { resume: ['timeInterval'], '@version': [1] } },
  },
  {
    name: 'resumeNotice',
    displayName:
      'The address is $execution.resumeUrl (of a form: $execution.resumeFormUrl). Send it to whoever is to call it from a node before this one. It works once.',
    type: 'notice',
    default: '',
    displayOptions: { show: { resume: ['webhook', 'form'] } },
  },
  {
    name: 'incomingAuthentication',
    displayName: 'Authentication',
    type: 'options',
    default: 'none',
    options: [
      { name: 'Basic', value: 'basicAuth' },
      { name: 'Header', value: 'headerAuth' },
      { name: 'JWT', value: 'jwtAuth' },
      { name: 'None', value: 'none' },
    ],
    displayOptions: { show: { resume: ['webhook', 'form'] } },
    description: 'How callers must prove who they are, besides knowing the address',
  },
] as const satisfies readonly ParameterDefinition[];

/** @param where conditions under which the node waits for something that may not come */
export const limitParameters = <const Where extends Readonly<Record<string, readonly string[]>>>(where: Where) =>
  [
    {
      name: 'limitWaitTime',
      displayName: 'Limit Wait Time',
      type: 'boolean',
      default: false,
      displayOptions: { show: where },
      description: 'Whether the run goes on by itself, with the items that came in, when nothing arrives',
    },
    {
      name: 'limitType',
      displayName: 'Limit Type',
      type: 'options',
      default: 'afterTimeInterval',
      options: [
        { name: 'After Time Interval', value: 'afterTimeInterval', description: 'After a while' },
        { name: 'At Specified Time', value: 'atSpecifiedTime', description: 'At a date and time' },
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
      displayName: 'Date and Time',
      type: 'dateTime',
      default: '',
      required: true,
      displayOptions: { show: { ...where, limitWaitTime: [true], limitType: ['atSpecifiedTime'] } },
      description: 'Without an offset it is a time of the workflow’s zone',
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
