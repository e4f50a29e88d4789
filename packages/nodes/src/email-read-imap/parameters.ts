import type { ParameterDefinition } from '@millrace/contract/data';

const prefix = {
  name: 'dataPropertyAttachmentsPrefixName',
  displayName: 'Attachment prefix',
  type: 'string',
  default: 'attachment_',
  description: 'Prefix of the binary fields for attachments. A number starting at 0 is added, such as attachment_0.',
} as const satisfies ParameterDefinition;

export const emailReadImapParameters = [
  { name: 'mailbox', displayName: 'Mailbox name', type: 'string', default: 'INBOX' },
  {
    name: 'postProcessAction',
    displayName: 'Action',
    type: 'options',
    default: 'read',
    options: [
      { name: 'Mark as read', value: 'read' },
      { name: 'Nothing', value: 'nothing' },
    ],
    description: 'What to do with an email once its execution is saved',
  },
  {
    name: 'downloadAttachments',
    displayName: 'Download attachments',
    type: 'boolean',
    default: false,
    displayOptions: { show: { format: ['simple'] } },
    description: 'Whether to download attachments as files',
  },
  {
    name: 'format',
    displayName: 'Format',
    type: 'options',
    default: 'simple',
    options: [
      { name: 'Raw', value: 'raw', description: 'The raw message' },
      { name: 'Resolved', value: 'resolved', description: 'The whole message, with attachments as files' },
      { name: 'Simple', value: 'simple', description: 'Text and headers, without inline images' },
    ],
    description: 'The format in which emails are returned',
  },
  { ...prefix, displayOptions: { show: { format: ['resolved'] } } },
  { ...prefix, displayOptions: { show: { format: ['simple'], downloadAttachments: [true] } } },
  {
    name: 'options',
    displayName: 'Options',
    type: 'collection',
    placeholder: 'Add option',
    default: {},
    options: [
      {
        name: 'allowUnauthorizedCerts',
        displayName: 'Ignore SSL issues (insecure)',
        type: 'boolean',
        default: false,
        displayOptions: { show: { '@version': [1] } },
        description: "Whether to connect even if the server's certificate can't be verified",
      },
      {
        name: 'customEmailConfig',
        displayName: 'Custom email rules',
        type: 'string',
        default: '["UNSEEN"]',
        description:
          'Which emails start the workflow, as IMAP search criteria: ["UNSEEN", ["FROM", "ada@example.com"]]',
      },
      {
        name: 'forceReconnect',
        displayName: 'Reconnect every (minutes)',
        type: 'number',
        default: 60,
        typeOptions: { minValue: 1 },
        description: 'The number of minutes after which to reconnect, for servers that drop idle connections',
      },
      {
        name: 'trackLastMessageId',
        displayName: 'Fetch only new emails',
        type: 'boolean',
        default: true,
        description: 'Whether each email starts the workflow only once, even if it matches the criteria again',
      },
    ],
  },
] as const satisfies readonly ParameterDefinition[];
