import type { ParameterDefinition } from '@millrace/contract/data';
import { sendAndWaitFields } from '../send-and-wait/fields.ts';

const isOld = { '@version': [{ _cnd: { lt: 1.1 } }] } as const;
const isNew = { '@version': [{ _cnd: { gte: 1.1 } }] } as const;
const asking = { '/operation': ['sendAndWait'] } as const;

type Field = ReturnType<typeof sendAndWaitFields>[number];
const shared = sendAndWaitFields();
const field = <Name extends Field['name']>(name: Name) =>
  shared.find((one) => one.name === name) as Extract<Field, { name: Name }>;

const limit = field('options').options.find(({ name }) => name === 'limitWaitTime')!;

/** What is said in a chat, and whether the workflow waits for what is said then. */
export const chatParameters = [
  {
    name: 'operation',
    displayName: 'Operation',
    type: 'options',
    default: 'send',
    noDataExpression: true,
    options: [
      { name: 'Send message', value: 'send', description: 'Send a message and continue immediately' },
      {
        name: 'Send and wait for response',
        value: 'sendAndWait',
        description: 'Send a message and continue with the response',
      },
    ],
    displayOptions: { show: isNew },
  },
  {
    name: 'message',
    displayName: 'Message',
    type: 'string',
    default: '',
    required: true,
    typeOptions: { rows: 4 },
    description: 'The message to send. You can use Markdown for bold text, code and links.',
  },
  {
    name: 'waitUserReply',
    displayName: 'Wait for User Reply',
    type: 'boolean',
    default: true,
    noDataExpression: true,
    displayOptions: { show: isOld },
    description: 'Whether to wait for the next message and continue with it',
  },
  {
    name: 'responseType',
    displayName: 'Response type',
    type: 'options',
    default: 'freeTextChat',
    options: [
      { name: 'Approval', value: 'approval', description: 'With a button' },
      { name: 'Free text', value: 'freeTextChat', description: 'With a message' },
    ],
    displayOptions: { show: { ...isNew, ...asking } },
    description: 'How people respond',
  },
  {
    name: 'blockUserInput',
    displayName: 'Block User Input',
    type: 'boolean',
    default: false,
    displayOptions: { show: { ...isNew, ...asking, responseType: ['approval'] } },
    description: 'Whether to block other messages until a button is clicked',
  },
  {
    ...field('approvalOptions'),
    displayOptions: { show: { ...isNew, ...asking, responseType: ['approval'] } },
  },
  {
    name: 'options',
    displayName: 'Options',
    type: 'collection',
    default: {},
    placeholder: 'Add option',
    options: [
      {
        name: 'memoryConnection',
        displayName: 'Add Memory Input Connection',
        type: 'boolean',
        default: false,
        description: 'Kept for older workflows: messages are not added to a memory',
      },
      limit,
    ],
  },
] as const satisfies readonly ParameterDefinition[];
