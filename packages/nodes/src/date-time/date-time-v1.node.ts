import type { ParameterDefinition } from '@millrace/contract/data';
import { defineNode } from '@millrace/engine/node-api';
import { DateTime } from 'luxon';
import { formatByMoment } from '../dates/moment-format.ts';
import { readByMoment } from '../dates/read-by-moment.ts';
import { readDate, refuseDate, requireZone } from '../dates/read-date.ts';
import { withField } from '../fields/assign.ts';
import { dateTimeDescription, timeUnits } from './description.ts';

const forFormat = { show: { action: ['format'] } };
const forCalculation = { show: { action: ['calculate'] } };

const value = {
  displayName: 'Value',
  name: 'value',
  type: 'string',
  keepsType: true,
  default: '',
  required: true,
  description: 'A date as text, or as a Unix timestamp in seconds or milliseconds',
} as const satisfies ParameterDefinition;

const propertyName = {
  displayName: 'Property name',
  name: 'dataPropertyName',
  type: 'string',
  default: 'data',
  required: true,
  description: 'The field to put the result in. Use dots for nested fields.',
} as const satisfies ParameterDefinition;

const fromFormat = {
  displayName: 'From format',
  name: 'fromFormat',
  type: 'string',
  default: '',
  placeholder: 'DD.MM.YYYY',
  description: "The format of the input date, if it isn't recognized automatically",
} as const satisfies ParameterDefinition;

const zone = (displayName: string, name: string) =>
  ({
    displayName,
    name,
    type: 'options',
    allowArbitraryValues: true,
    typeOptions: { loadOptionsMethod: 'getTimezones' },
    default: 'UTC',
  }) as const satisfies ParameterDefinition;

/** Version 1: formats with the letters of Moment. */
export const dateTimeNodeV1 = defineNode({
  ...dateTimeDescription,
  versions: [1],
  subtitle: '={{ $parameter.action }}',
  parameters: [
    {
      displayName: 'Action',
      name: 'action',
      type: 'options',
      options: [
        { name: 'Calculate a date', value: 'calculate', description: 'Add time to or subtract time from a date' },
        { name: 'Format a date', value: 'format', description: 'Convert a date to another format' },
      ],
      default: 'format',
    },
    { ...value, displayOptions: forFormat },
    { ...propertyName, displayOptions: forFormat },
    {
      displayName: 'Custom format',
      name: 'custom',
      type: 'boolean',
      default: false,
      description: 'Whether to enter a custom format instead of choosing one',
      displayOptions: forFormat,
    },
    {
      displayName: 'To format',
      name: 'toFormat',
      type: 'string',
      default: '',
      placeholder: 'YYYY-MM-DD',
      displayOptions: { show: { action: ['format'], custom: [true] } },
    },
    {
      displayName: 'To format',
      name: 'toFormat',
      type: 'options',
      options: [
        { name: 'MM/DD/YYYY', value: 'MM/DD/YYYY', description: 'For example 05/30/2026' },
        { name: 'YYYY/MM/DD', value: 'YYYY/MM/DD', description: 'For example 2026/05/30' },
        { name: 'MMMM DD YYYY', value: 'MMMM DD YYYY', description: 'For example May 30 2026' },
        { name: 'MM-DD-YYYY', value: 'MM-DD-YYYY', description: 'For example 05-30-2026' },
        { name: 'YYYY-MM-DD', value: 'YYYY-MM-DD', description: 'For example 2026-05-30' },
        { name: 'Unix timestamp', value: 'X', description: 'Unix timestamp in seconds' },
        { name: 'Unix ms timestamp', value: 'x', description: 'Unix timestamp in milliseconds' },
      ],
      default: 'MM/DD/YYYY',
      displayOptions: { show: { action: ['format'], custom: [false] } },
    },
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add option',
      default: {},
      options: [fromFormat, zone('From time zone', 'fromTimezone'), zone('To time zone', 'toTimezone')],
      displayOptions: forFormat,
    },
    { ...value, displayOptions: forCalculation },
    {
      displayName: 'Operation',
      name: 'operation',
      type: 'options',
      options: [
        { name: 'Add', value: 'add' },
        { name: 'Subtract', value: 'subtract' },
      ],
      default: 'add',
      displayOptions: forCalculation,
    },
    {
      displayName: 'Duration',
      name: 'duration',
      type: 'number',
      typeOptions: { minValue: 0 },
      default: 0,
      description: 'How many units to add or subtract',
      displayOptions: forCalculation,
    },
    {
      displayName: 'Time unit',
      name: 'timeUnit',
      type: 'options',
      options: timeUnits,
      default: 'days',
      displayOptions: forCalculation,
    },
    { ...propertyName, displayOptions: forCalculation },
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add option',
      default: {},
      options: [fromFormat],
      displayOptions: forCalculation,
    },
  ],
  methods: {
    options: {
      getTimezones: async () => ['UTC', ...Intl.supportedValuesOf('timeZone')].map((name) => ({ name, value: name })),
    },
  },
  execute: (context) =>
    context.forEachItem((item, index) => {
      const options = context.parameter('options', index) as {
        fromFormat?: string;
        fromTimezone?: string;
        toTimezone?: string;
      };
      const from = requireZone(options.fromTimezone || context.timezone);
      const given = context.parameter('value', index);
      const { fromFormat = '' } = options;
      const date =
        fromFormat === '' || DateTime.isDateTime(given)
          ? readDate(given, { zone: from })
          : (readByMoment(String(given ?? ''), fromFormat, from) ?? refuseDate(given, fromFormat));
      const field = context.parameter('dataPropertyName', index);
      if (context.parameter('action') === 'format') {
        const shown = date.setZone(requireZone(options.toTimezone || context.timezone));
        const text = formatByMoment(shown, context.parameter('toFormat', index));
        return { ...item, json: withField(item.json, field, text) };
      }
      const direction = context.parameter('operation', index) === 'add' ? 1 : -1;
      const moved = date.plus({
        [context.parameter('timeUnit', index)]: direction * context.parameter('duration', index),
      });
      return { ...item, json: withField(item.json, field, moved.toJSDate().toISOString()) };
    }),
});
