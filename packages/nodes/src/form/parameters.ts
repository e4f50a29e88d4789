import type { ParameterDefinition } from '@millrace/contract/data';
import { formFieldsParameter } from '../forms/field-parameters.ts';
import { buttonLabelOption, customCssOption, formDescriptionParameter, formTitleParameter } from '../forms/options.ts';
import { limitParameters } from '../wait/limit.ts';

const jsonExample = `[
  { "fieldLabel": "Name", "placeholder": "Ada", "requiredField": true },
  { "fieldLabel": "Age", "fieldType": "number" },
  { "fieldLabel": "Email", "fieldType": "email", "requiredField": true }
]`;

/** All versions of the Form node. */
export const formParameters = [
  {
    name: 'triggerNotice',
    displayName:
      'People see this page after they submit the one before it. The workflow must start with a Form Trigger.',
    type: 'notice',
    default: '',
  },
  {
    name: 'operation',
    displayName: 'Page type',
    type: 'options',
    default: 'page',
    noDataExpression: true,
    options: [
      { name: 'Next Form page', value: 'page', description: 'Show another page and continue with the response' },
      { name: 'Form ending', value: 'completion', description: 'Show the final page' },
    ],
  },
  {
    name: 'defineForm',
    displayName: 'Define Form',
    type: 'options',
    default: 'fields',
    noDataExpression: true,
    options: [
      { name: 'Using fields below', value: 'fields' },
      { name: 'Using JSON', value: 'json' },
    ],
    displayOptions: { show: { operation: ['page'] } },
  },
  {
    name: 'jsonOutput',
    displayName: 'Form fields',
    type: 'json',
    default: jsonExample,
    typeOptions: { rows: 5 },
    displayOptions: { show: { operation: ['page'], defineForm: ['json'] } },
    description: 'A list of fields, such as [{ "fieldLabel": "Name", "fieldType": "text" }]',
  },
  { ...formFieldsParameter, displayOptions: { show: { operation: ['page'], defineForm: ['fields'] } } },
  {
    name: 'respondWith',
    displayName: 'On Form submission',
    type: 'options',
    default: 'text',
    options: [
      { name: 'Show completion screen', value: 'text', description: 'Show a title and a text' },
      { name: 'Redirect to URL', value: 'redirect', description: 'Redirect to another website' },
      { name: 'Show text', value: 'showText', description: 'Show your own text or HTML' },
      { name: 'Return binary file', value: 'returnBinary', description: 'Download a file' },
    ],
    displayOptions: { show: { operation: ['completion'] } },
    description: 'What people see after they complete the form',
  },
  {
    name: 'redirectUrl',
    displayName: 'URL',
    type: 'string',
    default: '',
    required: true,
    placeholder: 'https://example.org/thanks',
    displayOptions: { show: { operation: ['completion'], respondWith: ['redirect'] } },
  },
  {
    name: 'completionTitle',
    displayName: 'Completion title',
    type: 'string',
    default: '',
    required: true,
    displayOptions: { show: { operation: ['completion'], respondWith: ['text', 'returnBinary'] } },
  },
  {
    name: 'completionMessage',
    displayName: 'Completion message',
    type: 'string',
    default: '',
    typeOptions: { rows: 2 },
    displayOptions: { show: { operation: ['completion'], respondWith: ['text', 'returnBinary'] } },
  },
  {
    name: 'responseText',
    displayName: 'Text',
    type: 'string',
    default: '',
    typeOptions: { rows: 2 },
    placeholder: 'Thank you',
    displayOptions: { show: { operation: ['completion'], respondWith: ['showText'] } },
    description: 'You can use HTML. It is shown as a page of its own.',
  },
  {
    name: 'inputDataFieldName',
    displayName: 'Input data field name',
    type: 'string',
    default: 'data',
    displayOptions: { show: { operation: ['completion'], respondWith: ['returnBinary'] } },
    description: 'The binary field of the first item that contains the file',
  },
  ...limitParameters({ operation: ['page', 'completion'] }),
  {
    name: 'options',
    displayName: 'Options',
    type: 'collection',
    default: {},
    displayOptions: { show: { operation: ['page'] } },
    options: [
      buttonLabelOption,
      customCssOption,
      { ...formDescriptionParameter, description: 'Shown below the title. Optional.' },
      { ...formTitleParameter, description: 'Leave empty to use the title of the first page' },
    ],
  },
  {
    name: 'options',
    displayName: 'Options',
    type: 'collection',
    default: {},
    displayOptions: { show: { operation: ['completion'], respondWith: ['text', 'returnBinary'] } },
    options: [customCssOption, { ...formTitleParameter, displayName: 'Page title' }],
  },
] as const satisfies readonly ParameterDefinition[];
