import { type BinaryData, type Item, isObject, type Json, type JsonObject } from '@millrace/contract/data';
import { defineNode, NodeError } from '@millrace/engine/node-api';
import { keptFields, listNames, readField, removeField } from '../fields/assign.ts';
import { disableDotNotationOption, fieldNames } from '../fields/parameters.ts';

export const splitOutNode = defineNode({
  name: 'core.splitOut',
  displayName: 'Split Out',
  aliases: ['n8n-nodes-base.splitOut'],
  description: 'Turns each entry of a list into its own item',
  versions: [1],
  defaultVersion: 1,
  group: ['transform'],
  defaults: { name: 'Split Out', color: '#2f9457' },
  subtitle: '={{ $parameter.fieldToSplitOut }}',
  inputs: ['main'],
  outputs: ['main'],
  repeatable: true,
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Data Transformation'] },
    alias: ['list', 'array', 'unwind', 'flatten', 'explode', 'items', 'each'],
  },
  parameters: [
    {
      displayName: 'Fields to split out',
      name: 'fieldToSplitOut',
      ...fieldNames,
      required: true,
      placeholder: 'orders, customer.phones',
      description:
        'The field that contains the list. Separate several with commas. Use $binary to create an item for each file.',
    },
    {
      displayName: 'Include',
      name: 'include',
      type: 'options',
      options: [
        { name: 'No other fields', value: 'noOtherFields' },
        { name: 'All other fields', value: 'allOtherFields' },
        { name: 'Selected other fields', value: 'selectedOtherFields' },
      ],
      default: 'noOtherFields',
    },
    {
      displayName: 'Fields to include',
      name: 'fieldsToInclude',
      ...fieldNames,
      placeholder: 'email, name',
      displayOptions: { show: { include: ['selectedOtherFields'] } },
    },
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add option',
      default: {},
      options: [
        disableDotNotationOption,
        {
          displayName: 'Destination field name',
          name: 'destinationFieldName',
          ...fieldNames,
          description: 'The fields to put the values in, separated by commas',
        },
        { displayName: 'Include binary', name: 'includeBinary', type: 'boolean', default: false },
      ],
    },
  ],
  execute: (context) =>
    context.forEachItem((item, index) => {
      const names = listNames(context.parameter('fieldToSplitOut', index));
      if (names.length === 0) throw new NodeError('No field to split out is set', { itemIndex: index });
      const options = context.parameter('options', index);
      const dotNotation = !options.disableDotNotation;
      const destinations = listNames(options.destinationFieldName);
      const include = context.parameter('include', index);
      const others = otherFields(item, include, context.parameter('fieldsToInclude', index), names, dotNotation);

      const lists = names.map((name) =>
        name === '$binary' ? binariesOf(item) : entriesOf(readField(item.json, name, dotNotation)),
      );
      const count = Math.max(...lists.map((list) => list.length));
      return Array.from({ length: count }, (_, position): Item => {
        const result: Item = { json: { ...others } };
        if (options.includeBinary && item.binary) result.binary = item.binary;
        for (const [field, list] of lists.entries()) {
          if (position >= list.length) continue;
          const entry = list[position];
          const destination = destinations[field];
          if (names[field] === '$binary') {
            const [name, file] = entry as [string, BinaryData];
            result.binary = { ...result.binary, [destination ?? name]: file };
          } else if (isObject(entry) && lists.length === 1 && include === 'noOtherFields' && !destination) {
            result.json = entry as JsonObject;
          } else {
            result.json[destination ?? (names[field] as string)] = (entry ?? null) as Json;
          }
        }
        return result;
      });
    }),
});

const binariesOf = (item: Item): unknown[] => Object.entries(item.binary ?? {});

/** A list as it is, an object's values, anything else as the only entry; a missing field gives none. */
const entriesOf = (value: Json | undefined): unknown[] => {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  return isObject(value) ? Object.values(value) : [value];
};

const otherFields = (
  item: Item,
  include: string,
  selected: Json | undefined,
  split: readonly string[],
  dotNotation: boolean,
): JsonObject => {
  if (include === 'noOtherFields') return {};
  if (include === 'selectedOtherFields') return keptFields(item.json, 'selected', selected, dotNotation);
  return split.reduce((json, name) => removeField(json, name, dotNotation), item.json);
};
