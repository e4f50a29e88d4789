import type { ParameterDefinition } from '@millrace/contract/data';
import { defineNode, NodeError } from '@millrace/engine/node-api';
import { listNames } from '../fields/assign.ts';
import { disableDotNotationOption, fieldNames } from '../fields/parameters.ts';
import { requireFields } from '../fields/require-field.ts';
import { Summary } from './summarize.ts';

const field = {
  displayName: 'Field',
  name: 'field',
  type: 'string',
  default: '',
  placeholder: 'cost',
  requiresDataPath: 'single',
} as const satisfies ParameterDefinition;

const splitBy = {
  name: 'fieldsToSplitBy',
  ...fieldNames,
  placeholder: 'country, city',
  requiresDataPath: 'multiple',
  description:
    'Groups items with the same values in these fields, separated by commas. Leave empty for a single group.',
} as const;

export const summarizeNode = defineNode({
  name: 'core.summarize',
  displayName: 'Summarize',
  aliases: ['n8n-nodes-base.summarize'],
  description: 'Sums, counts, averages or joins values, like a pivot table',
  versions: [1, 1.1],
  defaultVersion: 1.1,
  group: ['transform'],
  defaults: { name: 'Summarize', color: '#2f9457' },
  inputs: ['main'],
  outputs: ['main'],
  repeatable: true,
  usableAsTool: true,
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Data Transformation'] },
    alias: ['sum', 'count', 'average', 'max', 'min', 'pivot', 'group', 'concatenate', 'total', 'aggregate'],
  },
  parameters: [
    {
      displayName: 'Fields to summarize',
      name: 'fieldsToSummarize',
      type: 'fixedCollection',
      placeholder: 'Add field',
      typeOptions: { multipleValues: true },
      default: { values: [{ aggregation: 'count', field: '' }] },
      options: [
        {
          name: 'values',
          displayName: 'Field',
          values: [
            {
              displayName: 'Aggregation',
              name: 'aggregation',
              type: 'options',
              options: [
                { name: 'Append', value: 'append', description: 'A list of all values' },
                { name: 'Average', value: 'average', description: 'The average of the numbers' },
                { name: 'Concatenate', value: 'concatenate', description: 'All values joined as text' },
                { name: 'Count', value: 'count', description: 'The number of values' },
                { name: 'Count unique', value: 'countUnique', description: 'The number of unique values' },
                { name: 'Max', value: 'max', description: 'The highest value' },
                { name: 'Min', value: 'min', description: 'The lowest value' },
                { name: 'Sum', value: 'sum', description: 'The sum of the numbers' },
              ],
              default: 'count',
            },
            field,
            {
              displayName: 'Include empty values',
              name: 'includeEmpty',
              type: 'boolean',
              default: false,
              displayOptions: { show: { aggregation: ['append', 'concatenate'] } },
            },
            {
              displayName: 'Separator',
              name: 'separateBy',
              type: 'options',
              options: [
                { name: 'Comma', value: ',' },
                { name: 'Comma and space', value: ', ' },
                { name: 'New line', value: '\n' },
                { name: 'None', value: '' },
                { name: 'Space', value: ' ' },
                { name: 'Other', value: 'other' },
              ],
              default: ',',
              displayOptions: { show: { aggregation: ['concatenate'] } },
            },
            {
              displayName: 'Custom separator',
              name: 'customSeparator',
              type: 'string',
              default: '',
              displayOptions: { show: { aggregation: ['concatenate'], separateBy: ['other'] } },
            },
          ],
        },
      ],
    },
    {
      displayName: 'Fields to split by',
      ...splitBy,
      displayOptions: { hide: { '/options.outputFormat': ['singleItem'] } },
    },
    {
      displayName: 'Fields to group by',
      ...splitBy,
      displayOptions: { show: { '/options.outputFormat': ['singleItem'] } },
    },
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add option',
      default: {},
      options: [
        {
          displayName: 'Continue if field not found',
          name: 'continueIfFieldNotFound',
          type: 'boolean',
          default: false,
          description: 'Whether to treat a missing field as empty instead of failing',
          displayOptions: { hide: { '@version': [1.1] } },
        },
        disableDotNotationOption,
        {
          displayName: 'Output format',
          name: 'outputFormat',
          type: 'options',
          options: [
            { name: 'Each split in a separate item', value: 'separateItems' },
            { name: 'All splits in a single item', value: 'singleItem' },
          ],
          default: 'separateItems',
        },
        {
          displayName: 'Ignore items without valid fields to group by',
          name: 'skipEmptySplitFields',
          type: 'boolean',
          default: false,
        },
      ],
    },
  ],
  execute: (context) => {
    const options = context.parameter('options');
    const splitBy = listNames(context.parameter('fieldsToSplitBy'));
    const fields = (context.parameter('fieldsToSummarize').values ?? []).filter(({ field }) => field);
    if (fields.length === 0) {
      throw new NodeError('No field to summarize is set', { description: 'Name at least one field of the input.' });
    }
    const keepsTypes = context.node.typeVersion > 1;
    if (!keepsTypes && !options.continueIfFieldNotFound) {
      const names = fields.map(({ field = '' }) => field);
      requireFields(context.items, names, !options.disableDotNotation);
    }
    const summary = new Summary(context.items, fields, options);
    if (options.outputFormat === 'singleItem') return [[summary.singleItem(splitBy)]];
    return [summary.separateItems(splitBy, keepsTypes)];
  },
});
