import type { ParameterDefinition } from '@millrace/contract/data';
import { sendAndWaitFields } from '../send-and-wait/fields.ts';

const people = [
  {
    name: 'fromEmail',
    displayName: 'From Email',
    type: 'string',
    default: '',
    required: true,
    placeholder: 'Ada Lovelace <ada@example.com>',
    description: 'Who the mail is from; a name may stand before the address in angle brackets',
  },
  {
    name: 'toEmail',
    displayName: 'To Email',
    type: 'string',
    default: '',
    required: true,
    placeholder: 'info@example.com',
    description: 'Who gets the mail; several addresses with commas between',
  },
] as const satisfies readonly ParameterDefinition[];

const subject = {
  name: 'subject',
  displayName: 'Subject',
  type: 'string',
  default: '',
  placeholder: 'My subject line',
} as const satisfies ParameterDefinition;

const copy = {
  name: 'ccEmail',
  displayName: 'CC Email',
  type: 'string',
  default: '',
  placeholder: 'cc@example.com',
  description: 'Who gets a copy; several addresses with commas between',
} as const satisfies ParameterDefinition;

const blindCopy = {
  name: 'bccEmail',
  displayName: 'BCC Email',
  type: 'string',
  default: '',
  placeholder: 'bcc@example.com',
  description: 'Who gets a copy without the others seeing it; several addresses with commas between',
} as const satisfies ParameterDefinition;

const text = {
  name: 'text',
  displayName: 'Text',
  type: 'string',
  default: '',
  typeOptions: { rows: 5 },
  description: 'The mail as plain text',
} as const satisfies ParameterDefinition;

const html = {
  name: 'html',
  displayName: 'HTML',
  type: 'string',
  default: '',
  typeOptions: { rows: 5, editor: 'htmlEditor' },
  description: 'The mail as HTML',
} as const satisfies ParameterDefinition;

const attachments = {
  name: 'attachments',
  displayName: 'Attachments',
  type: 'string',
  default: '',
  placeholder: 'data, attachment_0',
  description:
    'Binary properties of the item that are sent along, with commas between. HTML shows the picture in "logo" by <img src="cid:logo">.',
} as const satisfies ParameterDefinition;

const ignoreCertificates = {
  name: 'allowUnauthorizedCerts',
  displayName: 'Ignore SSL Issues (Insecure)',
  type: 'boolean',
  default: false,
  description: 'Whether to connect even where the certificate of the mail server cannot be verified',
} as const satisfies ParameterDefinition;

const replyTo = {
  name: 'replyTo',
  displayName: 'Reply To',
  type: 'string',
  default: '',
  placeholder: 'info@example.com',
  description: 'Where answers go, if not to the sender',
} as const satisfies ParameterDefinition;

export const parametersV1 = [
  ...people,
  copy,
  blindCopy,
  subject,
  text,
  html,
  attachments,
  {
    name: 'options',
    displayName: 'Options',
    type: 'collection',
    placeholder: 'Add Option',
    default: {},
    options: [ignoreCertificates, replyTo],
  },
] as const satisfies readonly ParameterDefinition[];

const formats = [
  { name: 'Text', value: 'text', description: 'Plain text' },
  { name: 'HTML', value: 'html', description: 'With formatting and pictures' },
  { name: 'Both', value: 'both', description: 'Whoever reads the mail chooses' },
];

/** Shown for one of the operations only. */
const of = <P extends ParameterDefinition>(operation: 'send' | 'sendAndWait', parameter: P): P => ({
  ...parameter,
  displayOptions: {
    ...parameter.displayOptions,
    show: { ...parameter.displayOptions?.show, operation: [operation] },
  },
});

export const parameters: readonly ParameterDefinition[] = [
  { name: 'resource', displayName: 'Resource', type: 'hidden', default: 'email' },
  {
    name: 'operation',
    displayName: 'Operation',
    type: 'options',
    default: 'send',
    noDataExpression: true,
    options: [
      { name: 'Send', value: 'send', action: 'Send an email' },
      {
        name: 'Send and Wait for Response',
        value: 'sendAndWait',
        action: 'Send an email and wait for a response',
        description: 'Asks somebody, and goes on with the answer',
      },
    ],
  },
  ...people,
  subject,
  of('send', {
    name: 'emailFormat',
    displayName: 'Email Format',
    type: 'options',
    default: 'html',
    options: formats,
    displayOptions: { hide: { '@version': [2] } },
  }),
  of('send', {
    name: 'emailFormat',
    displayName: 'Email Format',
    type: 'options',
    default: 'text',
    options: formats,
    displayOptions: { show: { '@version': [2] } },
  }),
  of('send', { ...text, displayOptions: { show: { emailFormat: ['text', 'both'] } } }),
  of('send', { ...html, displayOptions: { show: { emailFormat: ['html', 'both'] } } }),
  of('send', {
    name: 'options',
    displayName: 'Options',
    type: 'collection',
    placeholder: 'Add Option',
    default: {},
    options: [
      {
        name: 'appendAttribution',
        displayName: 'Append Attribution',
        type: 'boolean',
        default: true,
        description: 'Whether the mail says at its end that a workflow has sent it',
      },
      attachments,
      copy,
      blindCopy,
      ignoreCertificates,
      replyTo,
    ],
  }),
  ...sendAndWaitFields().map((field) => of('sendAndWait', field as ParameterDefinition)),
];
