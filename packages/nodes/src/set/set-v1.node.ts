import type { Item } from '@millrace/contract/data';
import { defineNode, toJsonValue } from '@millrace/engine/node-api';
import { assignField, removeField } from '../fields/assign.ts';
import { setDescription } from './description.ts';

/** What the value of a field becomes; the others stay as they are written, or as their expression gives them. */
const conversions: { [type: string]: { sinceVersion: number; convert(value: unknown): unknown } } = {
  boolean: { sinceVersion: 1, convert: Boolean },
  number: {
    sinceVersion: 2,
    convert: (value) =>
      typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value)) ? Number(value) : value,
  },
};

const types = ['boolean', 'number', 'string'] as const;

/** Versions 1 and 2: one list of fields for each type of value. */
export const setNodeV1 = defineNode({
  ...setDescription,
  displayName: 'Set',
  defaults: { ...setDescription.defaults, name: 'Set' },
  versions: [1, 2],
  parameters: [
    {
      displayName: 'Keep only set',
      name: 'keepOnlySet',
      type: 'boolean',
      default: false,
      description: 'Whether to output only the fields set here',
    },
    {
      displayName: 'Values to set',
      name: 'values',
      type: 'fixedCollection',
      placeholder: 'Add value',
      typeOptions: { multipleValues: true, sortable: true },
      default: {},
      options: [
        {
          name: 'boolean',
          displayName: 'Boolean',
          values: [
            { displayName: 'Name', name: 'name', type: 'string', default: 'propertyName' },
            { displayName: 'Value', name: 'value', type: 'boolean', default: false, keepsType: true },
          ],
        },
        {
          name: 'number',
          displayName: 'Number',
          values: [
            { displayName: 'Name', name: 'name', type: 'string', default: 'propertyName' },
            { displayName: 'Value', name: 'value', type: 'number', default: 0, keepsType: true },
          ],
        },
        {
          name: 'string',
          displayName: 'Text',
          values: [
            { displayName: 'Name', name: 'name', type: 'string', default: 'propertyName' },
            { displayName: 'Value', name: 'value', type: 'string', default: '', keepsType: true },
          ],
        },
      ],
    },
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add option',
      default: {},
      options: [
        {
          displayName: 'Dot notation',
          name: 'dotNotation',
          type: 'boolean',
          default: true,
          description: 'Whether dots lead to nested fields: "a.b" is field b of object a',
        },
      ],
    },
  ],
  repeatable: true,
  execute: (context) =>
    context.forEachItem((item, index) => {
      const keepOnlySet = context.parameter('keepOnlySet', index);
      const { dotNotation = true } = context.parameter('options', index);
      const values = context.parameter('values', index);
      const result: Item = { json: keepOnlySet ? {} : { ...item.json } };
      for (const type of types) {
        const { sinceVersion = Number.POSITIVE_INFINITY, convert } = conversions[type] ?? {};
        for (const { name = 'propertyName', value } of values[type] ?? []) {
          const converted = convert && context.node.typeVersion >= sinceVersion ? convert(value) : value;
          // A value that is missing leaves no field.
          if (converted === undefined) result.json = removeField(result.json, name, dotNotation);
          else assignField(result.json, name, toJsonValue(converted), dotNotation);
        }
      }
      if (item.binary && !keepOnlySet) result.binary = item.binary;
      return result;
    }),
});
