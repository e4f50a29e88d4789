import type { ParameterDefinition } from '@millrace/contract/data';
import { formFieldsParameter } from '../forms/field-parameters.ts';
import {
  afterSubmissionOption,
  allowedAddressesOption,
  attributionOption,
  buttonLabelOption,
  customCssOption,
  formDescriptionParameter,
  formTitleParameter,
} from '../forms/options.ts';
import { callOptions } from '../webhook/options.ts';
import { limitParameters, units } from './limit.ts';

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
  { ...formTitleParameter, required: true, displayOptions: { show: { resume: ['form'] } } },
  { ...formDescriptionParameter, displayOptions: { show: { resume: ['form'] } } },
  { ...formFieldsParameter, displayOptions: { show: { resume: ['form'] } } },
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
      buttonLabelOption,
      allowedAddressesOption,
      attributionOption,
      customCssOption,
      {
        name: 'ignoreBots',
        displayName: 'Ignore Bots',
        type: 'boolean',
        default: false,
        description: 'Whether crawlers and link previews are turned away',
      },
      afterSubmissionOption,
    ],
  },
] as const satisfies readonly ParameterDefinition[];

export const waitParameters = [
  ...occasion,
  ...call,
  ...form,
  ...limitParameters({ resume: ['webhook', 'form'] }),
  ...options,
] as const;
