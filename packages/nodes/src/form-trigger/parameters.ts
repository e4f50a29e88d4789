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
import { userAuthentication } from '../webhook/call-spec.ts';

const path = {
  name: 'path',
  displayName: 'Form path',
  type: 'string',
  default: '',
  placeholder: 'contact',
  description: "The last part of the form's URL, for tests and in production. Leave empty to use an ID.",
} as const satisfies ParameterDefinition;

const zone = {
  name: 'useWorkflowTimezone',
  displayName: 'Use workflow time zone',
  type: 'boolean',
  description: "Whether submittedAt uses the workflow's time zone instead of UTC",
} as const;

const immediately = {
  name: 'Form is submitted',
  value: 'onReceived',
  description: 'When the form is submitted',
} as const;
const atTheEnd = { name: 'Workflow finishes', value: 'lastNode', description: 'When the workflow finishes' } as const;

/** All versions of the Form Trigger; where they differ, `@version` says so. */
export const formTriggerParameters = [
  {
    name: 'authentication',
    displayName: 'Authentication',
    type: 'options',
    default: 'none',
    options: [{ name: 'Basic', value: 'basicAuth' }, { name: 'None', value: 'none' }, userAuthentication],
    description: 'Whether people need a user name and password to open the form',
  },
  { ...path, displayOptions: { show: { '@version': [{ _cnd: { lte: 2.1 } }] } } },
  { ...formTitleParameter, required: true },
  formDescriptionParameter,
  formFieldsParameter,
  {
    name: 'responseMode',
    displayName: 'Respond when',
    type: 'options',
    default: 'onReceived',
    options: [
      immediately,
      atTheEnd,
      {
        name: 'Using a Respond to Webhook node',
        value: 'responseNode',
        description: 'Respond with the result of a Respond to Webhook node',
      },
    ],
    displayOptions: { show: { '@version': [{ _cnd: { lte: 2.1 } }] } },
    description: 'When to respond to the person who submitted the form',
  },
  {
    name: 'responseMode',
    displayName: 'Respond when',
    type: 'options',
    default: 'onReceived',
    options: [immediately, atTheEnd],
    displayOptions: { show: { '@version': [{ _cnd: { gt: 2.1 } }] } },
    description: 'When to respond to the person who submitted the form. A Form node later in the workflow adds a page.',
  },
  {
    name: 'responseNotice',
    displayName:
      'Make the Respond to Webhook node respond with JSON: formSubmittedText is shown to the person who submitted the form, redirectURL redirects them.',
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
        displayName: 'Text after submission',
        type: 'string',
        default: '',
        displayOptions: { show: { '@version': [1] } },
      },
      {
        name: 'ignoreBots',
        displayName: 'Ignore bots',
        type: 'boolean',
        default: false,
        description: 'Whether to ignore bots and link previews',
      },
      { ...afterSubmissionOption, displayOptions: { hide: { '/responseMode': ['responseNode'] } } },
      { ...zone, default: false, displayOptions: { show: { '@version': [{ _cnd: { lte: 2 } }] } } },
      { ...zone, default: true, displayOptions: { show: { '@version': [{ _cnd: { gt: 2 } }] } } },
    ],
  },
] as const satisfies readonly ParameterDefinition[];
