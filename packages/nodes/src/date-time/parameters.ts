import type { ParameterDefinition } from '@millrace/contract/data';
import { timeUnits } from './description.ts';

const shownFor = (...operation: string[]) => ({ show: { operation } });

const date = (displayName: string, name: string, operation: string) =>
  ({
    displayName,
    name,
    type: 'string',
    keepsType: true,
    default: '',
    placeholder: '2026-05-30T14:00:00',
    description:
      "A date as text, or as a Unix timestamp in seconds or milliseconds. Without an offset it is read in the workflow's time zone.",
    displayOptions: shownFor(operation),
  }) as const satisfies ParameterDefinition;

const outputField = (field: string, operation: string) =>
  ({
    displayName: 'Output field name',
    name: 'outputFieldName',
    type: 'string',
    default: field,
    description: 'The field to put the result in',
    displayOptions: shownFor(operation),
  }) as const satisfies ParameterDefinition;

const includeInputFields = {
  displayName: 'Include input fields',
  name: 'includeInputFields',
  type: 'boolean',
  default: false,
  description: 'Whether to keep the fields of the input item',
} as const satisfies ParameterDefinition;

const options = <const O extends readonly ParameterDefinition[]>(operation: string, more: O) =>
  ({
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add option',
    default: {},
    options: [includeInputFields, ...more],
    displayOptions: shownFor(operation),
  }) as const satisfies ParameterDefinition;

const parts = [
  { name: 'Year', value: 'year' },
  { name: 'Month', value: 'month' },
  { name: 'Week', value: 'week' },
  { name: 'Day', value: 'day' },
  { name: 'Hour', value: 'hour' },
  { name: 'Minute', value: 'minute' },
  { name: 'Second', value: 'second' },
] as const;

const duration = (operation: string, what: string) =>
  [
    {
      displayName: 'Time unit',
      name: 'timeUnit',
      type: 'options',
      options: timeUnits,
      default: 'days',
      displayOptions: shownFor(operation),
    },
    {
      displayName: 'Duration',
      name: 'duration',
      type: 'number',
      default: 0,
      description: `How many units to ${what}`,
      displayOptions: shownFor(operation),
    },
  ] as const satisfies readonly ParameterDefinition[];

export const dateTimeParameters = [
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    options: [
      { name: 'Add to a date', value: 'addToDate', action: 'Add to a date' },
      { name: 'Extract part of a date', value: 'extractDate', action: 'Extract part of a date' },
      { name: 'Format a date', value: 'formatDate', action: 'Format a date' },
      { name: 'Get current date', value: 'getCurrentDate', action: 'Get current date' },
      { name: 'Get time between dates', value: 'getTimeBetweenDates', action: 'Get time between dates' },
      { name: 'Round a date', value: 'roundDate', action: 'Round a date' },
      { name: 'Subtract from a date', value: 'subtractFromDate', action: 'Subtract from a date' },
    ],
    default: 'getCurrentDate',
  },

  {
    displayName: 'Include current time',
    name: 'includeTime',
    type: 'boolean',
    default: true,
    description: 'Whether to include the time of day. Otherwise it is midnight.',
    displayOptions: shownFor('getCurrentDate'),
  },
  outputField('currentDate', 'getCurrentDate'),
  options('getCurrentDate', [
    {
      displayName: 'Time zone',
      name: 'timezone',
      type: 'string',
      default: '',
      placeholder: 'America/New_York',
      description: "The time zone of the result. Leave empty to use the workflow's.",
    },
  ]),

  { ...date('Date to add to', 'magnitude', 'addToDate'), required: true },
  ...duration('addToDate', 'add'),
  outputField('newDate', 'addToDate'),
  options('addToDate', []),

  { ...date('Date to subtract from', 'magnitude', 'subtractFromDate'), required: true },
  ...duration('subtractFromDate', 'subtract'),
  outputField('newDate', 'subtractFromDate'),
  options('subtractFromDate', []),

  date('Date', 'date', 'formatDate'),
  {
    displayName: 'Format',
    name: 'format',
    type: 'options',
    options: [
      { name: 'Custom format', value: 'custom', description: 'A custom format in Luxon tokens' },
      { name: 'MM/DD/YYYY', value: 'MM/dd/yyyy', description: 'For example 05/30/2026' },
      { name: 'YYYY/MM/DD', value: 'yyyy/MM/dd', description: 'For example 2026/05/30' },
      { name: 'MMMM DD YYYY', value: 'MMMM dd yyyy', description: 'For example May 30 2026' },
      { name: 'MM-DD-YYYY', value: 'MM-dd-yyyy', description: 'For example 05-30-2026' },
      { name: 'YYYY-MM-DD', value: 'yyyy-MM-dd', description: 'For example 2026-05-30' },
      { name: 'Unix timestamp', value: 'X', description: 'Unix timestamp in seconds' },
      { name: 'Unix ms timestamp', value: 'x', description: 'Unix timestamp in milliseconds' },
    ],
    default: 'MM/dd/yyyy',
    displayOptions: shownFor('formatDate'),
  },
  {
    displayName: 'Custom format',
    name: 'customFormat',
    type: 'string',
    default: '',
    placeholder: 'yyyy-MM-dd HH:mm',
    description: 'yyyy year, MM month, dd day, HH hour, mm minute, ss second. Put literal text in single quotes.',
    displayOptions: { show: { operation: ['formatDate'], format: ['custom'] } },
  },
  outputField('formattedDate', 'formatDate'),
  options('formatDate', [
    {
      displayName: 'From date format',
      name: 'fromFormat',
      type: 'string',
      default: '',
      placeholder: 'yyyyMMdd',
      description: "The format of the input date, if it isn't recognized automatically",
    },
    {
      displayName: 'Use workflow time zone',
      name: 'timezone',
      type: 'boolean',
      default: false,
      description: "Whether to show the date in the workflow's time zone instead of its own",
    },
  ]),

  date('Date', 'date', 'roundDate'),
  {
    displayName: 'Mode',
    name: 'mode',
    type: 'options',
    options: [
      { name: 'Round down', value: 'roundDown' },
      { name: 'Round up', value: 'roundUp' },
    ],
    default: 'roundDown',
    displayOptions: shownFor('roundDate'),
  },
  {
    displayName: 'To nearest',
    name: 'toNearest',
    type: 'options',
    options: parts,
    default: 'month',
    displayOptions: { show: { operation: ['roundDate'], mode: ['roundDown'] } },
  },
  {
    displayName: 'To',
    name: 'to',
    type: 'options',
    options: [{ name: 'End of month', value: 'month', description: 'The start of the following month' }],
    default: 'month',
    displayOptions: { show: { operation: ['roundDate'], mode: ['roundUp'] } },
  },
  outputField('roundedDate', 'roundDate'),
  options('roundDate', []),

  { ...date('Start date', 'startDate', 'getTimeBetweenDates') },
  { ...date('End date', 'endDate', 'getTimeBetweenDates') },
  {
    displayName: 'Units',
    name: 'units',
    type: 'multiOptions',
    options: [...parts, { name: 'Millisecond', value: 'millisecond' }],
    default: ['day'],
    description: 'The units of the result. If you choose several, the time is split between them.',
    displayOptions: shownFor('getTimeBetweenDates'),
  },
  outputField('timeDifference', 'getTimeBetweenDates'),
  options('getTimeBetweenDates', [
    {
      displayName: 'Output as ISO string',
      name: 'isoString',
      type: 'boolean',
      default: false,
      description: 'Whether to return an ISO duration such as P3DT2H',
    },
  ]),

  date('Date', 'date', 'extractDate'),
  {
    displayName: 'Part',
    name: 'part',
    type: 'options',
    options: parts,
    default: 'month',
    displayOptions: shownFor('extractDate'),
  },
  outputField('datePart', 'extractDate'),
  options('extractDate', []),
] as const satisfies readonly ParameterDefinition[];
