import type { ParameterDefinition } from '@millrace/contract/data';
import { callOptions } from '../webhook/options.ts';
import { formFieldsParameter } from './form-parameters.ts';

const units = [
  { name: 'Seconds', value: 'seconds' },
  { name: 'Minutes', value: 'minutes' },
  { name: 'Hours', value: 'hours' },
  { name: 'Days', value: 'days' },
] as const;

const amount = {
  displayName: 'Wait Amount',
  type: 'number',
  typeOptions: { minValue: 0, numberPrecision: 2 },
} as const;

/** When to wait, and for what. */
const occasion = [
  {
    name: 'resume',
    displayName: 'Resume',
    type: 'options',
    default: 'timeInterval',
    options: [
      { name: 'After Time Interval', value: 'timeInterval', description: 'After a while' },
      { name: 'At Specified Time', value: 'specificTime', description: 'At a date and time' },
      { name: 'On Webhook Call', value: 'webhook', description: 'When an address is called' },
      { name: 'On Form Submitted', value: 'form', description: 'When a form is sent' },
    ],
    description: 'What makes the run go on',
  },
  {
    name: 'dateTime',
    displayName: 'Date and Time',
    type: 'dateTime',
    default: '',
    required: true,
    displayOptions: { show: { resume: ['specificTime'] } },
    description: 'Without an offset it is a time of the workflow’s zone',
  },
  {
    ...amount,
    name: 'amount',
    default: 5,
    displayOptions: { show: { resume: ['timeInterval'], '@version': [1.1] } },
  },
  { ...amount, name: 'amount', default: 1, displayOptions: { show: { resume: ['timeInterval'], '@version': [1] } } },
  {
    name: 'unit',
    displayName: 'Wait Unit',
    type: 'options',
    default: 'seconds',
    options: units,
    displayOptions: { show: { resume: ['timeInterval'], '@version': [1.1] } },
  },
  {
    name: 'unit',
    displayName: 'Wait Unit',
    type: 'options',
    default: 'hours',
    options: units,
    displayOptions: { show: { resume: ['timeInterval'], '@version': [1] } },
  },
  {
    name: 'resumeNotice',
    displayName:
      'The address is $execution.resumeUrl (of a form: $execution.resumeFormUrl). Send it to whoever is to call it from a node before this one. It works once.',
    type: 'notice',
    default: '',
    displayOptions: { show: { resume: ['webhook', 'form'] } },
  },
  {
    name: 'incomingAuthentication',
    displayName: 'Authentication',
    type: 'options',
    default: 'none',
    options: [
      { name: 'Basic', value: 'basicAuth' },
      { name: 'Header', value: 'headerAuth' },
      { name: 'JWT', value: 'jwtAuth' },
      { name: 'None', value: 'none' },
    ],
    displayOptions: { show: { resume: ['webhook', 'form'] } },
    description: 'How callers must prove who they are, besides knowing the address',
  },
] as const satisfies readonly ParameterDefinition[];

const call = [
  {
    name: 'httpMethod',
    displayName: 'Method',
    type: 'options',
    default: 'GET',
    options: ['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT'].map((method) => ({ name: method, value: method })),
    displayOptions: { show: { resume: ['webhook'] } },
    description:
      'The HTTP method of the call. Take POST where the address goes into a message: programs that show a preview of a link call it with GET.',
  },
  {
    name: 'responseMode',
    displayName: 'Respond',
    type: 'options',
    default: 'onReceived',
    options: [
      { name: 'Immediately', value: 'onReceived', description: 'As soon as the run goes on' },
      { name: 'When Last Node Finishes', value: 'lastNode', description: 'At the end of the run' },
      {
        name: "Using 'Respond to Webhook' Node",
        value: 'responseNode',
        description: 'With what a Respond to Webhook node of the workflow answers',
      },
    ],
    displayOptions: { show: { resume: ['webhook', 'form'] } },
    description: 'When and how the caller gets an answer',
  },
  {
    name: 'responseCode',
    displayName: 'Response Code',
    type: 'number',
    default: 200,
    typeOptions: { minValue: 200, maxValue: 599 },
    displayOptions: { show: { resume: ['webhook'] }, hide: { responseMode: ['responseNode'] } },
    description: 'The HTTP status of the answer',
  },
  {
    name: 'responseData',
    displayName: 'Response Data',
    type: 'options',
    default: 'firstEntryJson',
    options: [
      { name: 'All Items', value: 'allEntries', description: 'A list of the JSON of all items' },
      { name: 'First Item JSON', value: 'firstEntryJson', description: 'The JSON of the first item' },
      { name: 'First Item Binary', value: 'firstEntryBinary', description: 'A file of the first item' },
      { name: 'No Body', value: 'noData', description: 'A status and nothing else' },
    ],
    displayOptions: { show: { resume: ['webhook'], responseMode: ['lastNode'] } },
    description: 'What of the last node is sent',
  },
  {
    name: 'responseBinaryPropertyName',
    displayName: 'Binary Property',
    type: 'string',
    default: 'data',
    required: true,
    displayOptions: { show: { resume: ['webhook'], responseMode: ['lastNode'], responseData: ['firstEntryBinary'] } },
    description: 'Name of the binary property that is sent',
  },
] as const satisfies readonly ParameterDefinition[];

const form = [
  {
    name: 'formTitle',
    displayName: 'Form Title',
    type: 'string',
    default: '',
    placeholder: 'Approve the order',
    required: true,
    displayOptions: { show: { resume: ['form'] } },
  },
  {
    name: 'formDescription',
    displayName: 'Form Description',
    type: 'string',
    default: '',
    typeOptions: { rows: 2 },
    displayOptions: { show: { resume: ['form'] } },
    description: 'Shown below the title',
  },
  formFieldsParameter,
] as const satisfies readonly ParameterDefinition[];

const limit = [
  {
    name: 'limitWaitTime',
    displayName: 'Limit Wait Time',
    type: 'boolean',
    default: false,
    displayOptions: { show: { resume: ['webhook', 'form'] } },
    description: 'Whether the run goes on by itself, with the items that came in, when nothing arrives',
  },
  {
    name: 'limitType',
    displayName: 'Limit Type',
    type: 'options',
    default: 'afterTimeInterval',
    options: [
      { name: 'After Time Interval', value: 'afterTimeInterval', description: 'After a while' },
      { name: 'At Specified Time', value: 'atSpecifiedTime', description: 'At a date and time' },
    ],
    displayOptions: { show: { resume: ['webhook', 'form'], limitWaitTime: [true] } },
  },
  {
    name: 'resumeAmount',
    displayName: 'Amount',
    type: 'number',
    default: 1,
    typeOptions: { minValue: 0, numberPrecision: 2 },
    displayOptions: {
      show: { resume: ['webhook', 'form'], limitWaitTime: [true], limitType: ['afterTimeInterval'] },
    },
  },
  {
    name: 'resumeUnit',
    displayName: 'Unit',
    type: 'options',
    default: 'hours',
    options: units,
    displayOptions: {
      show: { resume: ['webhook', 'form'], limitWaitTime: [true], limitType: ['afterTimeInterval'] },
    },
  },
  {
    name: 'maxDateAndTime',
    displayName: 'Date and Time',
    type: 'dateTime',
    default: '',
    required: true,
    displayOptions: { show: { resume: ['webhook', 'form'], limitWaitTime: [true], limitType: ['atSpecifiedTime'] } },
    description: 'Without an offset it is a time of the workflow’s zone',
  },
] as const satisfies readonly ParameterDefinition[];

const webhookSuffix = {
  name: 'webhookSuffix',
  displayName: 'Webhook Suffix',
  type: 'string',
  default: '',
  placeholder: 'approved',
  displayOptions: { show: { '/resume': ['webhook'] } },
  description: 'What the call has behind the address, to tell several waits apart',
} as const satisfies ParameterDefinition;

const options = [
  {
    name: 'options',
    displayName: 'Options',
    type: 'collection',
    default: {},
    displayOptions: { show: { resume: ['webhook'] } },
    options: [...callOptions, webhookSuffix],
  },
  {
    name: 'options',
    displayName: 'Options',
    type: 'collection',
    default: {},
    displayOptions: { show: { resume: ['form'] } },
    options: [
      {
        name: 'buttonLabel',
        displayName: 'Button Label',
        type: 'string',
        default: 'Submit',
      },
      {
        name: 'ipWhitelist',
        displayName: 'Allowed Addresses',
        type: 'string',
        default: '',
        placeholder: '203.0.113.7, 198.51.100.0/24',
        description: 'Addresses and ranges from which the form can be seen, joined by commas; empty is everyone',
      },
      {
        name: 'respondWithOptions',
        displayName: 'After Submission',
        type: 'fixedCollection',
        default: { values: { respondWith: 'text' } },
        options: [
          {
            name: 'values',
            displayName: 'Values',
            values: [
              {
                name: 'respondWith',
                displayName: 'Show',
                type: 'options',
                default: 'text',
                options: [
                  { name: 'Text', value: 'text' },
                  { name: 'Another Web Site', value: 'redirect' },
                ],
              },
              {
                name: 'formSubmittedText',
                displayName: 'Text',
                type: 'string',
                default: '',
                typeOptions: { rows: 2 },
                placeholder: 'Your answers have arrived',
                displayOptions: { show: { respondWith: ['text'] } },
              },
              {
                name: 'redirectUrl',
                displayName: 'Address',
                type: 'string',
                default: '',
                placeholder: 'https://example.org/thanks',
                displayOptions: { show: { respondWith: ['redirect'] } },
              },
            ],
          },
        ],
      },
    ],
  },
] as const satisfies readonly ParameterDefinition[];

export const waitParameters = [...occasion, ...call, ...form, ...limit, ...options] as const;
