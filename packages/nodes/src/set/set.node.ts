import { type Item, isObject, type JsonObject } from '@millrace/contract/data';
import { defineField, defineNode, type ExecuteContext, NodeError, toJsonValue } from '@millrace/engine/node-api';
import { assignField, convertField, keptFields } from '../fields/assign.ts';
import { fieldNames } from '../fields/parameters.ts';
import { setDescription } from './description.ts';

const sinceAssignments = [{ _cnd: { gte: 3.3 } }] as const;
const beforeAssignments = [{ _cnd: { lt: 3.3 } }] as const;

const valueParameter = { displayName: 'Value', default: '', keepsType: true } as const;
const ofType = (type: string) => ({ show: { type: [type] } });

const parameters = [
  {
    displayName: 'Mode',
    name: 'mode',
    type: 'options',
    noDataExpression: true,
    options: [
      { name: 'Fields', value: 'manual', description: 'Set each field by name' },
      { name: 'JSON', value: 'raw', description: 'Write the whole item as JSON' },
    ],
    default: 'manual',
  },
  {
    displayName: 'JSON',
    name: 'jsonOutput',
    type: 'json',
    typeOptions: { rows: 5 },
    displayOptions: { show: { mode: ['raw'] } },
    default: '{\n  "my_field_1": "value",\n  "my_field_2": 1\n}\n',
  },
  {
    displayName: 'Fields to set',
    name: 'assignments',
    type: 'assignmentCollection',
    displayOptions: { show: { mode: ['manual'], '@version': sinceAssignments } },
    default: {},
  },
  {
    displayName: 'Fields to set',
    name: 'fields',
    type: 'fixedCollection',
    placeholder: 'Add field',
    typeOptions: { multipleValues: true, sortable: true },
    displayOptions: { show: { mode: ['manual'], '@version': beforeAssignments } },
    default: {},
    options: [
      {
        name: 'values',
        displayName: 'Field',
        values: [
          { displayName: 'Name', name: 'name', type: 'string', default: '' },
          {
            displayName: 'Type',
            name: 'type',
            type: 'options',
            options: [
              { name: 'Text', value: 'stringValue' },
              { name: 'Number', value: 'numberValue' },
              { name: 'Boolean', value: 'booleanValue' },
              { name: 'List', value: 'arrayValue' },
              { name: 'Object', value: 'objectValue' },
            ],
            default: 'stringValue',
          },
          { ...valueParameter, name: 'stringValue', type: 'string', displayOptions: ofType('stringValue') },
          { ...valueParameter, name: 'numberValue', type: 'string', displayOptions: ofType('numberValue') },
          {
            ...valueParameter,
            name: 'booleanValue',
            type: 'string',
            default: 'true',
            displayOptions: ofType('booleanValue'),
          },
          { ...valueParameter, name: 'arrayValue', type: 'string', displayOptions: ofType('arrayValue') },
          {
            ...valueParameter,
            name: 'objectValue',
            type: 'json',
            default: '={}',
            displayOptions: ofType('objectValue'),
          },
        ],
      },
    ],
  },
  {
    displayName: 'Include other input fields',
    name: 'includeOtherFields',
    type: 'boolean',
    default: false,
    description: 'Whether to keep the input fields in addition to those set here',
    displayOptions: { show: { '@version': sinceAssignments } },
  },
  {
    displayName: 'Input fields to include',
    name: 'include',
    type: 'options',
    options: [
      { name: 'All', value: 'all' },
      { name: 'Selected', value: 'selected' },
      { name: 'All except', value: 'except' },
    ],
    default: 'all',
    displayOptions: { show: { includeOtherFields: [true], '@version': sinceAssignments } },
  },
  {
    displayName: 'Include in output',
    name: 'include',
    type: 'options',
    options: [
      { name: 'All input fields', value: 'all' },
      { name: 'No input fields', value: 'none' },
      { name: 'Selected input fields', value: 'selected' },
      { name: 'All input fields except', value: 'except' },
    ],
    default: 'all',
    displayOptions: { show: { '@version': beforeAssignments } },
  },
  {
    displayName: 'Fields to include',
    name: 'includeFields',
    ...fieldNames,
    placeholder: 'name, address.city',
    displayOptions: { show: { include: ['selected'] } },
  },
  {
    displayName: 'Fields to exclude',
    name: 'excludeFields',
    ...fieldNames,
    placeholder: 'name, address',
    displayOptions: { show: { include: ['except'] } },
  },
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add option',
    default: {},
    options: [
      {
        displayName: 'Include binary data',
        name: 'includeBinary',
        type: 'boolean',
        default: true,
        displayOptions: { show: { '@version': [{ _cnd: { lt: 3.4 } }] } },
      },
      {
        displayName: 'Strip binary data',
        name: 'stripBinary',
        type: 'boolean',
        default: true,
        description: 'Whether to remove binary data even if other fields are kept',
        displayOptions: { show: { '@version': [{ _cnd: { gte: 3.4 } }] } },
      },
      {
        displayName: 'Ignore type conversion errors',
        name: 'ignoreConversionErrors',
        type: 'boolean',
        default: false,
        description: "Whether to keep values that can't be converted to their type instead of failing",
      },
      {
        displayName: 'Support dot notation',
        name: 'dotNotation',
        type: 'boolean',
        default: true,
        description: 'Whether dots lead to nested fields: "a.b" is field b of object a',
      },
    ],
  },
  {
    displayName: 'Duplicate item',
    name: 'duplicateItem',
    type: 'boolean',
    default: false,
    isNodeSetting: true,
    description: 'Whether to output each item several times to test a workflow; only in manual executions',
  },
  {
    displayName: 'Duplicate item count',
    name: 'duplicateCount',
    type: 'number',
    typeOptions: { minValue: 0, numberPrecision: 0 },
    default: 0,
    isNodeSetting: true,
    description: 'How many copies of each item to add',
    displayOptions: { show: { duplicateItem: [true] } },
  },
] as const;

type Context = ExecuteContext<typeof parameters>;
type Field = { name: string; value: unknown; type: string | undefined };

export const setNode = defineNode({
  ...setDescription,
  versions: [3, 3.1, 3.2, 3.3, 3.4],
  defaultVersion: 3.4,
  subtitle: '={{ $parameter.mode === "raw" ? "JSON" : "" }}',
  parameters,
  repeatable: true,
  execute: (context) => {
    const { typeVersion } = context.node;
    const fieldsOf = typeVersion >= 3.3 ? assignedFields : listedFields;
    const raw = context.rawParameter('mode') === 'raw';
    return context.forEachItem((item, index) => {
      const {
        dotNotation = true,
        ignoreConversionErrors = false,
        includeBinary,
        stripBinary,
      } = context.parameter('options', index);
      const include = includeOf(context, index);
      const names =
        include === 'except' ? context.parameter('excludeFields', index) : context.parameter('includeFields', index);
      const json = keptFields(item.json, include, names, dotNotation);
      if (raw) {
        const output = parseOutput(context.parameter('jsonOutput', index), index);
        for (const [name, value] of Object.entries(output)) defineField(json, name, value);
      } else {
        for (const { name, value, type } of fieldsOf(context, index)) {
          assignField(json, name, convertField(name, value, type, ignoreConversionErrors, index), dotNotation);
        }
      }
      const result: Item = { json };
      const keepsBinary = typeVersion >= 3.4 ? include !== 'none' && stripBinary !== true : includeBinary !== false;
      if (item.binary && keepsBinary) result.binary = item.binary;
      return duplicated(context, result, index);
    });
  },
});

const mostDuplicates = 100_000;

const duplicated = (context: Context, item: Item, index: number): Item | Item[] => {
  if (context.execution.mode !== 'manual' || !context.parameter('duplicateItem', index)) return item;
  const count = context.parameter('duplicateCount', index);
  if (!(count >= 0 && count <= mostDuplicates)) {
    throw new NodeError(`An item cannot be given ${count} times`, { description: `At most ${mostDuplicates} times.` });
  }
  return Array.from({ length: Math.floor(count) + 1 }, () => ({ ...item }));
};

const includeOf = (context: Context, index: number): string =>
  context.node.typeVersion >= 3.3 && !context.parameter('includeOtherFields', index)
    ? 'none'
    : context.parameter('include', index);

const assignedFields = (context: Context, index: number): Field[] =>
  (context.parameter('assignments', index).assignments ?? []).map(({ name, value, type }) => ({ name, value, type }));

const listedFields = (context: Context, index: number): Field[] =>
  (context.parameter('fields', index).values ?? []).map((field) => {
    const key = field.type ?? 'stringValue';
    return { name: field.name ?? '', value: field[key], type: String(key).slice(0, -'Value'.length) };
  });

const parseOutput = (value: unknown, itemIndex: number): JsonObject => {
  let json: unknown = value;
  if (typeof value === 'string') {
    try {
      json = JSON.parse(value);
    } catch (error) {
      throw new NodeError('The JSON of this node is not valid', {
        itemIndex,
        description: error instanceof Error ? error.message : undefined,
      });
    }
  }
  const plain = toJsonValue(json);
  if (!isObject(plain)) {
    throw new NodeError('The JSON of this node must be an object', {
      itemIndex,
      description: 'Write it as { "name": "value" }.',
    });
  }
  return plain as JsonObject;
};
