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
    displayName: 'A page is shown to whoever has sent the page before it: the workflow begins with a Form Trigger.',
    type: 'notice',
    default: '',
  },
  {
    name: 'operation',
    displayName: 'Page Type',
    type: 'options',
    default: 'page',
    noDataExpression: true,
    options: [
      { name: 'Next Form Page', value: 'page', description: 'Asks for more; the execution goes on with the answers' },
      { name: 'Form Ending', value: 'completion', description: 'Says how it ends' },
    ],
  },
  {
    name: 'defineForm',
    displayName: 'Define Form',
    type: 'options',
    default: 'fields',
    noDataExpression: true,
    options: [
      { name: 'Using Fields Below', value: 'fields' },
      { name: 'Using JSON', value: 'json' },
    ],
    displayOptions: { show: { operation: ['page'] } },
  },
  {
    name: 'jsonOutput',
    displayName: 'Form Fields',
    type: 'json',
    default: jsonExample,
    typeOptions: { rows: 5 },
    displayOptions: { show: { operation: ['page'], defineForm: ['json'] } },
    description: 'A list of fields, such as [{ "fieldLabel": "Name", "fieldType": "text" }]',
  },
  { ...formFieldsParameter, displayOptions: { show: { operation: ['page'], defineForm: ['fields'] } } },
  {
    name: 'respondWith',
    displayName: 'On Form Submission',
    type: 'options',
    default: 'text',
    options: [
      { name: 'Show Completion Screen', value: 'text', description: 'A title and a text' },
      { name: 'Redirect to URL', value: 'redirect', description: 'Leads to another web site' },
      { name: 'Show Text', value: 'showText', description: 'A text or a page of your own in HTML' },
      { name: 'Return Binary File', value: 'returnBinary', description: 'A file is downloaded' },
    ],
    displayOptions: { show: { operation: ['completion'] } },
    description: 'What whoever filled in the form sees at the end',
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
    displayName: 'Completion Title',
    type: 'string',
    default: '',
    required: true,
    displayOptions: { show: { operation: ['completion'], respondWith: ['text', 'returnBinary'] } },
  },
  {
    name: 'completionMessage',
    displayName: 'Completion Message',
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
    description: 'May be HTML: it is shown as a page of its own',
  },
  {
    name: 'inputDataFieldName',
    displayName: 'Input Data Field Name',
    type: 'string',
    default: 'data',
    displayOptions: { show: { operation: ['completion'], respondWith: ['returnBinary'] } },
    description: 'Binary property of the first item that has the file',
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
      { ...formDescriptionParameter, description: 'Stands below the title; empty is nothing' },
      { ...formTitleParameter, description: 'Empty is the title of the first page' },
    ],
  },
  {
    name: 'options',
    displayName: 'Options',
    type: 'collection',
    default: {},
    displayOptions: { show: { operation: ['completion'], respondWith: ['text', 'returnBinary'] } },
    options: [customCssOption, { ...formTitleParameter, displayName: 'Page Title' }],
  },
] as const satisfies readonly ParameterDefinition[];
