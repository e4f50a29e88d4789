import type { ParameterDefinition } from '@millrace/contract/data';

const prefix = {
  name: 'dataPropertyAttachmentsPrefixName',
  displayName: 'Property Prefix Name',
  type: 'string',
  default: 'attachment_',
  description: 'How the binary properties of the attachments begin; a number from 0 on follows: attachment_0',
} as const satisfies ParameterDefinition;

export const emailReadImapParameters = [
  { name: 'mailbox', displayName: 'Mailbox Name', type: 'string', default: 'INBOX' },
  {
    name: 'postProcessAction',
    displayName: 'Action',
    type: 'options',
    default: 'read',
    options: [
      { name: 'Mark as Read', value: 'read' },
      { name: 'Nothing', value: 'nothing' },
    ],
    description: 'What is done with a mail when its execution is stored',
  },
  {
    name: 'downloadAttachments',
    displayName: 'Download Attachments',
    type: 'boolean',
    default: false,
    displayOptions: { show: { format: ['simple'] } },
    description: 'Whether the attachments become files of the item',
  },
  {
    name: 'format',
    displayName: 'Format',
    type: 'options',
    default: 'simple',
    options: [
      { name: 'RAW', value: 'raw', description: 'The body as it came, without its head' },
      { name: 'Resolved', value: 'resolved', description: 'All parts of the mail, with its attachments as files' },
      { name: 'Simple', value: 'simple', description: 'The text and the head; without pictures within the text' },
    ],
    description: 'How a mail is given',
  },
  { ...prefix, displayOptions: { show: { format: ['resolved'] } } },
  { ...prefix, displayOptions: { show: { format: ['simple'], downloadAttachments: [true] } } },
  {
    name: 'options',
    displayName: 'Options',
    type: 'collection',
    placeholder: 'Add Option',
    default: {},
    options: [
      {
        name: 'allowUnauthorizedCerts',
        displayName: 'Ignore SSL Issues (Insecure)',
        type: 'boolean',
        default: false,
        displayOptions: { show: { '@version': [1] } },
        description: 'Whether to connect even where the certificate cannot be verified',
      },
      {
        name: 'customEmailConfig',
        displayName: 'Custom Email Rules',
        type: 'string',
        default: '["UNSEEN"]',
        description:
          'Which mails start the workflow, as a list of the rules of IMAP: ["UNSEEN", ["FROM", "ada@example.com"]]',
      },
      {
        name: 'forceReconnect',
        displayName: 'Force Reconnect Every Minutes',
        type: 'number',
        default: 60,
        typeOptions: { minValue: 1 },
        description: 'The connection is made anew after so many minutes, for servers that let it go stale',
      },
      {
        name: 'trackLastMessageId',
        displayName: 'Fetch Only New Emails',
        type: 'boolean',
        default: true,
        description: 'Whether a mail that has started the workflow never does so again, whatever the rules say',
      },
    ],
  },
] as const satisfies readonly ParameterDefinition[];
