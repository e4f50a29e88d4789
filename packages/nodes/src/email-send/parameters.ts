import type { ParameterDefinition } from '@millrace/contract/data';
import { sendAndWaitFields } from '../send-and-wait/fields.ts';

const people = [
  {
    name: 'fromEmail',
    displayName: 'From email',
    type: 'string',
    default: '',
    required: true,
    placeholder: 'Ada Lovelace <ada@example.com>',
    description: "The sender's address. You can put a name before it, with the address in angle brackets.",
  },
  {
    name: 'toEmail',
    displayName: 'To email',
    type: 'string',
    default: '',
    required: true,
    placeholder: 'info@example.com',
    description: "The recipients' addresses, separated by commas",
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
  displayName: 'CC email',
  type: 'string',
  default: '',
  placeholder: 'cc@example.com',
  description: 'Addresses that receive a copy, separated by commas',
} as const satisfies ParameterDefinition;

const blindCopy = {
  name: 'bccEmail',
  displayName: 'BCC email',
  type: 'string',
  default: '',
  placeholder: 'bcc@example.com',
  description: 'Addresses that receive a hidden copy, separated by commas',
} as const satisfies ParameterDefinition;

const text = {
  name: 'text',
  displayName: 'Text',
  type: 'string',
  default: '',
  typeOptions: { rows: 5 },
  description: 'The message as plain text',
} as const satisfies ParameterDefinition;

const html = {
  name: 'html',
  displayName: 'HTML',
  type: 'string',
  default: '',
  typeOptions: { rows: 5, editor: 'htmlEditor' },
  description: 'The message as HTML',
} as const satisfies ParameterDefinition;

const attachments = {
  name: 'attachments',
  displayName: 'Attachments',
  type: 'string',
  default: '',
  placeholder: 'data, attachment_0',
  description:
    'Binary fields to attach, separated by commas. In HTML, show the image in "logo" with <img src="cid:logo">.',
} as const satisfies ParameterDefinition;

const ignoreCertificates = {
  name: 'allowUnauthorizedCerts',
  displayName: 'Ignore SSL issues (insecure)',
  type: 'boolean',
  default: false,
  description: "Whether to connect even if the mail server's certificate can't be verified",
} as const satisfies ParameterDefinition;

const replyTo = {
  name: 'replyTo',
  displayName: 'Reply to',
  type: 'string',
  default: '',
  placeholder: 'info@example.com',
  description: "The address for replies, if it differs from the sender's",
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
    placeholder: 'Add option',
    default: {},
    options: [ignoreCertificates, replyTo],
  },
] as const satisfies readonly ParameterDefinition[];

const formats = [
  { name: 'Text', value: 'text', description: 'Send plain text' },
  { name: 'HTML', value: 'html', description: 'Send formatted text and images' },
  { name: 'Both', value: 'both', description: "Let the recipient's email app choose" },
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
        name: 'Send and wait for response',
        value: 'sendAndWait',
        action: 'Send an email and wait for a response',
        description: 'Ask someone and continue with the response',
      },
    ],
  },
  ...people,
  subject,
  of('send', {
    name: 'emailFormat',
    displayName: 'Email format',
    type: 'options',
    default: 'html',
    options: formats,
    displayOptions: { hide: { '@version': [2] } },
  }),
  of('send', {
    name: 'emailFormat',
    displayName: 'Email format',
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
    placeholder: 'Add option',
    default: {},
    options: [
      {
        name: 'appendAttribution',
        displayName: 'Append attribution',
        type: 'boolean',
        default: true,
        description: 'Whether to mention at the end of the email that it was sent by a workflow',
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
