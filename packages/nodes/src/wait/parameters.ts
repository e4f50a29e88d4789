import type { ParameterDefinition } from '@millrace/contract/data';

const units = [
  { name: 'Seconds', value: 'seconds' },
  { name: 'Minutes', value: 'minutes' },
  { name: 'Hours', value: 'hours' },
  { name: 'Days', value: 'days' },
] as const;

export const waitParameters = [
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
    name: 'amount',
    displayName: 'Wait Amount',
    type: 'number',
    default: 5,
    typeOptions: { minValue: 0, numberPrecision: 2 },
    displayOptions: { show: { resume: ['timeInterval'], '@version': [1.1] } },
  },
  {
    name: 'amount',
    displayName: 'Wait Amount',
    type: 'number',
    default: 1,
    typeOptions: { minValue: 0, numberPrecision: 2 },
    displayOptions: { show: { resume: ['timeInterval'], '@version': [1] } },
  },
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
] as const satisfies readonly ParameterDefinition[];
