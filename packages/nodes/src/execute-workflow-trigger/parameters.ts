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
      { name: 'Using the fields below', value: 'workflowInputs', description: 'Define fields with names and types' },
      { name: 'Using a JSON example', value: 'jsonExample', description: 'Infer names and types from an example' },
      {
        name: 'Accept all data',
        value: 'passthrough',
        description: 'Accept whatever the calling workflow passes, including files',
      },
    ],
    displayOptions: { show: since },
    description: 'The data that the calling workflow must pass',
  },
  {
    name: 'workflowInputs',
    displayName: 'Fields',
    type: 'fixedCollection',
    default: {},
    typeOptions: { multipleValues: true, sortable: true, multipleValueButtonText: 'Add field' },
    displayOptions: { show: { ...since, inputSource: ['workflowInputs'] } },
    description: 'Other data is dropped. Without any fields, everything is accepted.',
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
    displayName: 'JSON example',
    type: 'json',
    default: '{\n  "name": "Ada",\n  "age": 36\n}',
    noDataExpression: true,
    displayOptions: { show: { ...since, inputSource: ['jsonExample'] } },
    description: 'Its fields define the input. Manual runs start with this example.',
  },
] as const satisfies readonly ParameterDefinition[];
