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
  displayName: 'Wait amount',
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
      { name: 'After time interval', value: 'timeInterval', description: 'After a time interval' },
      { name: 'At specified time', value: 'specificTime', description: 'At a specific time' },
      { name: 'On Webhook call', value: 'webhook', description: 'When a webhook is called' },
      { name: 'On Form submitted', value: 'form', description: 'When a form is submitted' },
    ],
    description: 'When to continue',
  },
  {
    name: 'dateTime',
    displayName: 'Date and time',
    type: 'dateTime',
    default: '',
    required: true,
    displayOptions: { show: { resume: ['specificTime'] } },
    description: "Uses the workflow's time zone unless the date has an offset",
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
    displayName: 'Wait unit',
    type: 'options',
    default: 'seconds',
    options: units,
    displayOptions: { show: { resume: ['timeInterval'], '@version': [1.1] } },
  },
  {
    name: 'unit',
    displayName: 'Wait unit',
    type: 'options',
    default: 'hours',
    options: units,
    displayOptions: { show: { resume: ['timeInterval'], '@version': [1] } },
  },
  {
    name: 'resumeNotice',
    displayName:
      'The URL is $execution.resumeUrl, or $execution.resumeFormUrl for a form. Send it from a node before this one. It works once.',
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
    description: 'How callers must authenticate, in addition to knowing the URL',
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
      'The HTTP method of the call. Use POST if you put the URL in a message: apps that preview links call it with GET.',
  },
  {
    name: 'responseMode',
    displayName: 'Respond',
    type: 'options',
    default: 'onReceived',
    options: [
      { name: 'Immediately', value: 'onReceived', description: 'As soon as the execution continues' },
      { name: 'When last node finishes', value: 'lastNode', description: 'When the execution finishes' },
      {
        name: 'Using a Respond to Webhook node',
        value: 'responseNode',
        description: 'Respond with the result of a Respond to Webhook node',
      },
    ],
    displayOptions: { show: { resume: ['webhook', 'form'] } },
    description: 'When and how to respond to the caller',
  },
  {
    name: 'responseCode',
    displayName: 'Response code',
    type: 'number',
    default: 200,
    typeOptions: { minValue: 200, maxValue: 599 },
    displayOptions: { show: { resume: ['webhook'] }, hide: { responseMode: ['responseNode'] } },
    description: 'The HTTP status code of the response',
  },
  {
    name: 'responseData',
    displayName: 'Response data',
    type: 'options',
    default: 'firstEntryJson',
    options: [
      { name: 'All items', value: 'allEntries', description: 'All items as a JSON list' },
      { name: 'First item JSON', value: 'firstEntryJson', description: 'The first item as JSON' },
      { name: 'First item binary', value: 'firstEntryBinary', description: 'A file of the first item' },
      { name: 'No body', value: 'noData', description: 'Only a status code' },
    ],
    displayOptions: { show: { resume: ['webhook'], responseMode: ['lastNode'] } },
    description: 'Which data of the last node to send',
  },
  {
    name: 'responseBinaryPropertyName',
    displayName: 'Binary property',
    type: 'string',
    default: 'data',
    required: true,
    displayOptions: { show: { resume: ['webhook'], responseMode: ['lastNode'], responseData: ['firstEntryBinary'] } },
    description: 'The binary field to send',
  },
] as const satisfies readonly ParameterDefinition[];

const form = [
  { ...formTitleParameter, required: true, displayOptions: { show: { resume: ['form'] } } },
  { ...formDescriptionParameter, displayOptions: { show: { resume: ['form'] } } },
  { ...formFieldsParameter, displayOptions: { show: { resume: ['form'] } } },
] as const satisfies readonly ParameterDefinition[];

const webhookSuffix = {
  name: 'webhookSuffix',
  displayName: 'Webhook suffix',
  type: 'string',
  default: '',
  placeholder: 'approved',
  displayOptions: { show: { '/resume': ['webhook'] } },
  description: 'A suffix for the URL, to tell several waits apart',
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
        displayName: 'Ignore bots',
        type: 'boolean',
        default: false,
        description: 'Whether to ignore bots and link previews',
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
