import type { ParameterDefinition } from '@millrace/contract/data';

const since = { '@version': [{ _cnd: { gte: 1.1 } }] } as const;

/** What the workflow takes. Version 1 takes everything. */
export const inputParameters = [
  {
    name: 'inputSource',
    displayName: 'Input',
    type: 'options',
    default: 'workflowInputs',
    noDataExpression: true,
    options: [
      { name: 'Fields Below', value: 'workflowInputs', description: 'Fields with names and types' },
      { name: 'Fields of a JSON Example', value: 'jsonExample', description: 'Names and types of an example' },
      { name: 'Everything', value: 'passthrough', description: 'Whatever the calling workflow sends, files included' },
    ],
    displayOptions: { show: since },
    description: 'What the calling workflow has to send',
  },
  {
    name: 'workflowInputs',
    displayName: 'Fields',
    type: 'fixedCollection',
    default: {},
    typeOptions: { multipleValues: true, sortable: true, multipleValueButtonText: 'Add field' },
    displayOptions: { show: { ...since, inputSource: ['workflowInputs'] } },
    description: 'What is sent besides is left out; without any field everything is taken',
    options: [
      {
        name: 'values',
        displayName: 'Field',
        values: [
          { name: 'name', displayName: 'Name', type: 'string', default: '', required: true, noDataExpression: true },
          {
            name: 'type',
            displayName: 'Type',
            type: 'options',
            default: 'string',
            noDataExpression: true,
            options: [
              { name: 'Any', value: 'any' },
              { name: 'Array', value: 'array' },
              { name: 'Boolean', value: 'boolean' },
              { name: 'Number', value: 'number' },
              { name: 'Object', value: 'object' },
              { name: 'String', value: 'string' },
            ],
          },
        ],
      },
    ],
  },
  {
    name: 'jsonExample',
    displayName: 'JSON Example',
    type: 'json',
    default: '{\n  "name": "Ada",\n  "age": 36\n}',
    noDataExpression: true,
    displayOptions: { show: { ...since, inputSource: ['jsonExample'] } },
    description: 'Its fields are what the workflow takes; a run by hand begins with it',
  },
] as const satisfies readonly ParameterDefinition[];
