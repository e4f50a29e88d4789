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

const path = {
  name: 'path',
  displayName: 'Form Path',
  type: 'string',
  default: '',
  placeholder: 'contact',
  description: 'Last part of the address of the form, for tests and in production; empty is an id of the node',
} as const satisfies ParameterDefinition;

const zone = {
  name: 'useWorkflowTimezone',
  displayName: 'Use Time Zone of Workflow',
  type: 'boolean',
  description: 'Whether submittedAt is a time of the workflow’s zone and not of UTC',
} as const;

const immediately = {
  name: 'Form Is Submitted',
  value: 'onReceived',
  description: 'As soon as the answers have arrived',
} as const;
const atTheEnd = { name: 'Workflow Finishes', value: 'lastNode', description: 'At the end of the execution' } as const;

/** All versions of the Form Trigger; where they differ, `@version` says so. */
export const formTriggerParameters = [
  {
    name: 'authentication',
    displayName: 'Authentication',
    type: 'options',
    default: 'none',
    options: [
      { name: 'Basic', value: 'basicAuth' },
      { name: 'None', value: 'none' },
    ],
    description: 'Whether people need a user name and a password for the form',
  },
  { ...path, displayOptions: { show: { '@version': [{ _cnd: { lte: 2.1 } }] } } },
  { ...formTitleParameter, required: true },
  formDescriptionParameter,
  formFieldsParameter,
  {
    name: 'responseMode',
    displayName: 'Respond When',
    type: 'options',
    default: 'onReceived',
    options: [
      immediately,
      atTheEnd,
      {
        name: "Using 'Respond to Webhook' Node",
        value: 'responseNode',
        description: 'With what a Respond to Webhook node of the workflow answers',
      },
    ],
    displayOptions: { show: { '@version': [{ _cnd: { lte: 2.1 } }] } },
    description: 'When whoever sends the form gets an answer',
  },
  {
    name: 'responseMode',
    displayName: 'Respond When',
    type: 'options',
    default: 'onReceived',
    options: [immediately, atTheEnd],
    displayOptions: { show: { '@version': [{ _cnd: { gt: 2.1 } }] } },
    description: 'When whoever sends the form gets an answer; a Form node that comes later adds a page',
  },
  {
    name: 'responseNotice',
    displayName:
      'Let the Respond to Webhook node answer with JSON: formSubmittedText is shown to whoever sent the form, redirectURL leads them there.',
    type: 'notice',
    default: '',
    displayOptions: { show: { responseMode: ['responseNode'] } },
  },
  {
    name: 'options',
    displayName: 'Options',
    type: 'collection',
    default: {},
    options: [
      allowedAddressesOption,
      attributionOption,
      buttonLabelOption,
      customCssOption,
      { ...path, displayOptions: { show: { '@version': [{ _cnd: { gt: 2.1 } }] } } },
      {
        name: 'formSubmittedText',
        displayName: 'Text After Submission',
        type: 'string',
        default: '',
        displayOptions: { show: { '@version': [1] } },
      },
      {
        name: 'ignoreBots',
        displayName: 'Ignore Bots',
        type: 'boolean',
        default: false,
        description: 'Whether crawlers and link previews are turned away',
      },
      { ...afterSubmissionOption, displayOptions: { hide: { '/responseMode': ['responseNode'] } } },
      { ...zone, default: false, displayOptions: { show: { '@version': [{ _cnd: { lte: 2 } }] } } },
      { ...zone, default: true, displayOptions: { show: { '@version': [{ _cnd: { gt: 2 } }] } } },
    ],
  },
] as const satisfies readonly ParameterDefinition[];
