import type { ParameterDefinition } from '@millrace/contract/data';
import { schemaLocator, tableLocator } from './locators.ts';

const ofRows = { show: { triggerMode: ['createTrigger'] } };
const ofChannel = { show: { triggerMode: ['listenTrigger'] } };

export const postgresTriggerParameters = [
  {
    displayName:
      "PostgreSQL tells only those who listen: what happens while the workflow is inactive or the connection is interrupted doesn't start it.",
    name: 'notice',
    type: 'notice',
    default: '',
  },
  {
    displayName: 'Trigger mode',
    name: 'triggerMode',
    type: 'options',
    default: 'createTrigger',
    options: [
      {
        name: 'Listen and create trigger rule',
        value: 'createTrigger',
        description: 'Creates a trigger in the database that tells of changed rows, and removes it on deactivation',
      },
      {
        name: 'Listen to channel',
        value: 'listenTrigger',
        description: 'Listens to a channel to which something else sends notifications',
      },
    ],
  },
  schemaLocator(ofRows),
  tableLocator('tableName', 'The table whose rows to watch', ofRows),
  {
    displayName: 'Channel name',
    name: 'channelName',
    type: 'string',
    default: '',
    required: true,
    placeholder: 'orders',
    description: 'The channel to listen to',
    displayOptions: ofChannel,
  },
  {
    displayName: 'Event to listen for',
    name: 'firesOn',
    type: 'options',
    default: 'INSERT',
    options: [
      { name: 'Insert', value: 'INSERT', description: 'A row was added. Gives the new row.' },
      { name: 'Update', value: 'UPDATE', description: 'A row was changed. Gives the row as it is now.' },
      { name: 'Delete', value: 'DELETE', description: 'A row was deleted. Gives the row as it was.' },
    ],
    displayOptions: ofRows,
  },
  {
    displayName: 'Additional fields',
    name: 'additionalFields',
    type: 'collection',
    placeholder: 'Add field',
    default: {},
    options: [
      {
        displayName: 'Channel name',
        name: 'channelName',
        type: 'string',
        default: '',
        placeholder: 'orders',
        description: 'The channel that the database trigger uses. Leave empty for one of its own.',
      },
      {
        displayName: 'Function name',
        name: 'functionName',
        type: 'string',
        default: '',
        placeholder: 'tell_of_orders',
        description: 'The name of the database function to create. Leave empty for one of its own.',
      },
      {
        displayName: 'Replace if exists',
        name: 'replaceIfExists',
        type: 'boolean',
        default: false,
        description: 'Whether to replace a database function or trigger that already has the name',
      },
      {
        displayName: 'Trigger name',
        name: 'triggerName',
        type: 'string',
        default: '',
        placeholder: 'orders_changed',
        description: 'The name of the database trigger to create. Leave empty for one of its own.',
      },
    ],
    displayOptions: ofRows,
  },
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add option',
    default: {},
    options: [
      {
        displayName: 'Connection timeout',
        name: 'connectionTimeout',
        type: 'number',
        default: 30,
        description: 'Seconds to wait for the connection',
      },
    ],
  },
] as const satisfies readonly ParameterDefinition[];
