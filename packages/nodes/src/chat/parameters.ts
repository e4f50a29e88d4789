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
      { name: 'Send message', value: 'send', description: 'The workflow goes on at once' },
      { name: 'Send and wait for response', value: 'sendAndWait', description: 'The workflow goes on with the answer' },
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
    description: 'What is said. Strong text, code and links are written as in Markdown.',
  },
  {
    name: 'waitUserReply',
    displayName: 'Wait for User Reply',
    type: 'boolean',
    default: true,
    noDataExpression: true,
    displayOptions: { show: isOld },
    description: 'Whether the workflow waits for what is said next, and goes on with it',
  },
  {
    name: 'responseType',
    displayName: 'Response type',
    type: 'options',
    default: 'freeTextChat',
    options: [
      { name: 'Approval', value: 'approval', description: 'By a button' },
      { name: 'Free text', value: 'freeTextChat', description: 'By a message' },
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
    description: 'Whether nothing can be written until a button is clicked',
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
        description: 'Kept for workflows that have it: what is said is not put into a memory',
      },
      limit,
    ],
  },
] as const satisfies readonly ParameterDefinition[];
