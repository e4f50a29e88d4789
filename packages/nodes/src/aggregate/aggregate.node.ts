import { isDeepStrictEqual } from 'node:util';
import { type BinaryData, type Item, isObject, type Json, type JsonObject } from '@millrace/contract/data';
import { defineField, defineNode, type ExecuteContext, NodeError } from '@millrace/engine/node-api';
import { assignField, keptFields, readField } from '../fields/assign.ts';
import { disableDotNotationOption, fieldNames } from '../fields/parameters.ts';

const individual = { show: { aggregate: ['aggregateIndividualFields'] } };
const whole = { show: { aggregate: ['aggregateAllItemData'] } };

const parameters = [
  {
    displayName: 'Aggregate',
    name: 'aggregate',
    type: 'options',
    options: [
      {
        name: 'Individual fields',
        value: 'aggregateIndividualFields',
        description: 'A list of values for each field you name',
      },
      { name: 'All item data', value: 'aggregateAllItemData', description: 'A single list of all items' },
    ],
    default: 'aggregateIndividualFields',
  },
  {
    displayName: 'Fields to aggregate',
    name: 'fieldsToAggregate',
    type: 'fixedCollection',
    placeholder: 'Add field',
    typeOptions: { multipleValues: true },
    default: { fieldToAggregate: [{ fieldToAggregate: '', renameField: false }] },
    options: [
      {
        name: 'fieldToAggregate',
        displayName: 'Field',
        values: [
          { displayName: 'Input field name', name: 'fieldToAggregate', type: 'string', placeholder: 'id', default: '' },
          { displayName: 'Rename field', name: 'renameField', type: 'boolean', default: false },
          {
            displayName: 'Output field name',
            name: 'outputFieldName',
            type: 'string',
            default: '',
            displayOptions: { show: { renameField: [true] } },
          },
        ],
      },
    ],
    displayOptions: individual,
  },
  {
    displayName: 'Put output in field',
    name: 'destinationFieldName',
    type: 'string',
    default: 'data',
    displayOptions: whole,
  },
  {
    displayName: 'Include',
    name: 'include',
    type: 'options',
    options: [
      { name: 'All fields', value: 'allFields' },
      { name: 'Specified fields', value: 'specifiedFields' },
      { name: 'All fields except', value: 'allFieldsExcept' },
    ],
    default: 'allFields',
    displayOptions: whole,
  },
  {
    displayName: 'Fields to include',
    name: 'fieldsToInclude',
    ...fieldNames,
    placeholder: 'email, name',
    displayOptions: { show: { ...whole.show, include: ['specifiedFields'] } },
  },
  {
    displayName: 'Fields to exclude',
    name: 'fieldsToExclude',
    ...fieldNames,
    placeholder: 'email, name',
    displayOptions: { show: { ...whole.show, include: ['allFieldsExcept'] } },
  },
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add option',
    default: {},
    options: [
      { ...disableDotNotationOption, displayOptions: { show: { '/aggregate': ['aggregateIndividualFields'] } } },
      {
        displayName: 'Merge lists',
        name: 'mergeLists',
        type: 'boolean',
        default: false,
        description: 'Whether to join lists in the fields into one list instead of a list of lists',
        displayOptions: { show: { '/aggregate': ['aggregateIndividualFields'] } },
      },
      { displayName: 'Include binaries', name: 'includeBinaries', type: 'boolean', default: false },
      {
        displayName: 'Keep only unique binaries',
        name: 'keepOnlyUnique',
        type: 'boolean',
        default: false,
        displayOptions: { show: { includeBinaries: [true] } },
      },
      {
        displayName: 'Keep missing and null values',
        name: 'keepMissing',
        type: 'boolean',
        default: false,
        description: 'Whether to add null to the list for items without the field',
        displayOptions: { show: { '/aggregate': ['aggregateIndividualFields'] } },
      },
    ],
  },
] as const;

type Context = ExecuteContext<typeof parameters>;

export const aggregateNode = defineNode({
  name: 'core.aggregate',
  displayName: 'Aggregate',
  aliases: ['n8n-nodes-base.aggregate'],
  description: 'Combines all items into one',
  versions: [1],
  defaultVersion: 1,
  group: ['transform'],
  defaults: { name: 'Aggregate', color: '#2f9457' },
  inputs: ['main'],
  outputs: ['main'],
  repeatable: true,
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Data Transformation'] },
    alias: ['combine', 'list', 'array', 'group', 'collect', 'flatten', 'bundle'],
  },
  parameters,
  execute: (context) => {
    const json =
      context.parameter('aggregate') === 'aggregateAllItemData' ? wholeItems(context) : individualFields(context);
    const result: Item = { json, pairedItem: context.items.map((_, item) => ({ item })) };
    const { includeBinaries, keepOnlyUnique } = context.parameter('options');
    if (includeBinaries) result.binary = gatherBinaries(context.items, keepOnlyUnique ?? false);
    return [[result]];
  },
});

const individualFields = (context: Context): JsonObject => {
  const { disableDotNotation, mergeLists, keepMissing } = context.parameter('options');
  const fields = (context.parameter('fieldsToAggregate').fieldToAggregate ?? []).filter(
    ({ fieldToAggregate }) => fieldToAggregate,
  );
  if (fields.length === 0)
    throw new NodeError('No field to aggregate is set', { description: 'Name at least one field of the input.' });
  const json: JsonObject = {};
  for (const { fieldToAggregate = '', renameField, outputFieldName } of fields) {
    const name =
      renameField && outputFieldName
        ? outputFieldName
        : disableDotNotation
          ? fieldToAggregate
          : lastPart(fieldToAggregate);
    if (Object.hasOwn(json, name)) {
      throw new NodeError(`Two fields would be called "${name}"`, { description: 'Rename one of them.' });
    }
    const values: Json[] = [];
    for (const item of context.items) {
      const value = readField(item.json, fieldToAggregate, !disableDotNotation);
      if (value === undefined || value === null) {
        if (keepMissing) values.push(null);
        continue;
      }
      const kept = Array.isArray(value) && !keepMissing ? value.filter((entry) => entry !== null) : value;
      if (mergeLists && Array.isArray(kept)) for (const entry of kept) values.push(entry);
      else values.push(kept);
    }
    assignField(json, name, values, !disableDotNotation);
  }
  return json;
};

const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

const wholeItems = (context: Context): JsonObject => {
  const include = context.parameter('include');
  const jsons = context.items.map(({ json }) => json);
  const kept =
    include === 'allFields'
      ? jsons
      : jsons
          .map((json) =>
            include === 'specifiedFields'
              ? keptFields(json, 'selected', context.parameter('fieldsToInclude'), true)
              : keptFields(json, 'except', context.parameter('fieldsToExclude'), false),
          )
          .filter((json) => Object.keys(json).length > 0);
  return { [context.parameter('destinationFieldName') || 'data']: kept };
};

/** Every file under a name of its own: a name that is taken gets a number. */
const gatherBinaries = (items: readonly Item[], onlyUnique: boolean): Record<string, BinaryData> => {
  const gathered: Record<string, BinaryData> = {};
  for (const { binary } of items) {
    for (const [name, file] of Object.entries(binary ?? {})) {
      if (onlyUnique && Object.values(gathered).some((other) => isSameFile(other, file))) continue;
      let free = name;
      for (let number = 1; Object.hasOwn(gathered, free); number++) free = `${name}_${number}`;
      defineField(gathered, free, file);
    }
  }
  return gathered;
};

const isSameFile = (a: BinaryData, b: BinaryData): boolean =>
  isObject(a) && isDeepStrictEqual({ ...a, id: '' }, { ...b, id: '' });
