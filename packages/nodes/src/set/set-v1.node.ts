import type { Item } from '@millrace/contract/data';
import { defineNode } from '@millrace/engine/node-api';
import { convertField, setField } from '../fields/assign.ts';
import { setDescription } from './description.ts';

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
      description: 'Whether only the fields set here are passed on',
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
            { displayName: 'Value', name: 'value', type: 'boolean', default: false },
          ],
        },
        {
          name: 'number',
          displayName: 'Number',
          values: [
            { displayName: 'Name', name: 'name', type: 'string', default: 'propertyName' },
            { displayName: 'Value', name: 'value', type: 'number', default: 0 },
          ],
        },
        {
          name: 'string',
          displayName: 'Text',
          values: [
            { displayName: 'Name', name: 'name', type: 'string', default: 'propertyName' },
            { displayName: 'Value', name: 'value', type: 'string', default: '' },
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
          description: 'Whether "a.b" is field b of object a; otherwise a field of that very name',
        },
      ],
    },
  ],
  repeatable: true,
  execute: (context) =>
    context.forEachItem((item, index) => {
      const keepOnlySet = context.parameter('keepOnlySet', index);
      const { dotNotation = true } = context.parameter('options', index);
      const { boolean = [], number = [], string = [] } = context.parameter('values', index);
      const result: Item = { json: keepOnlySet ? {} : { ...item.json } };
      for (const { name = 'propertyName', value } of [...boolean, ...number, ...string]) {
        setField(result.json, name, convertField(name, value, undefined, true, index), dotNotation);
      }
      if (item.binary && !keepOnlySet) result.binary = item.binary;
      return result;
    }),
});
