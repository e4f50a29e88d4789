import { defineNode } from '@millrace/engine/node-api';

/** Stands for a service that writes to customers; nothing is sent. */
export const customerMessengerNode = defineNode({
  name: 'core.trainingCustomerMessenger',
  displayName: 'Customer Messenger (training)',
  aliases: ['n8n-nodes-base.n8nTrainingCustomerMessenger'],
  description: 'Simulates sending a message to a sample customer',
  versions: [1],
  defaultVersion: 1,
  group: ['transform'],
  defaults: { name: 'Customer Messenger (training)', color: '#2f9457' },
  inputs: ['main'],
  outputs: ['main'],
  repeatable: true,
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Helpers'] },
    alias: ['example', 'sample', 'lesson', 'customers'],
  },
  parameters: [
    { displayName: 'Customer ID', name: 'customerId', type: 'string', default: '', required: true },
    {
      displayName: 'Message',
      name: 'message',
      type: 'string',
      typeOptions: { rows: 4 },
      default: '',
      required: true,
    },
  ],
  execute: (context) =>
    context.forEachItem((_item, index) => {
      const customer = context.parameter('customerId', index);
      return { json: { output: `Sent message to customer ${customer}:  ${context.parameter('message', index)}` } };
    }),
});
