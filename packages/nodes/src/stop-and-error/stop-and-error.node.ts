import { isObject } from '@millrace/contract/data';
import { defineNode, NodeError } from '@millrace/engine/node-api';

export const stopAndErrorNode = defineNode({
  name: 'core.stopAndError',
  displayName: 'Stop and Error',
  aliases: ['n8n-nodes-base.stopAndError'],
  description: 'Stops the execution with your own error message',
  versions: [1],
  defaultVersion: 1,
  group: ['input'],
  defaults: { name: 'Stop and Error', color: '#5468d8' },
  inputs: ['main'],
  outputs: [],
  repeatable: true,
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Flow'] },
    alias: ['throw', 'fail', 'exception', 'abort', 'end'],
  },
  parameters: [
    {
      displayName: 'Error type',
      name: 'errorType',
      type: 'options',
      options: [
        { name: 'Message', value: 'errorMessage' },
        { name: 'Object', value: 'errorObject' },
      ],
      default: 'errorMessage',
    },
    {
      displayName: 'Error message',
      name: 'errorMessage',
      type: 'string',
      placeholder: 'The order has no lines',
      required: true,
      default: '',
      displayOptions: { show: { errorType: ['errorMessage'] } },
    },
    {
      displayName: 'Error object',
      name: 'errorObject',
      type: 'json',
      typeOptions: { rows: 5 },
      required: true,
      default: '{\n  "code": "404",\n  "description": "The resource was not found"\n}',
      description: 'A "message" or "description" in it is used as the error message',
      displayOptions: { show: { errorType: ['errorObject'] } },
    },
  ],
  execute: (context) => {
    if (context.parameter('errorType') === 'errorMessage')
      throw new NodeError(context.parameter('errorMessage') || 'Stopped');
    const error = parsed(context.parameter('errorObject'));
    const message = [error.message, error.error, error.description].find(
      (text) => typeof text === 'string' && text !== '',
    );
    throw new NodeError(message === undefined ? `Stopped: ${JSON.stringify(error)}` : String(message), {
      context: error,
    });
  },
});

const parsed = (value: unknown): Record<string, unknown> => {
  try {
    const object: unknown = typeof value === 'string' ? JSON.parse(value) : value;
    if (isObject(object)) return object;
  } catch (error) {
    throw new NodeError('The error object is not valid JSON', { cause: error });
  }
  throw new NodeError('The error object must be a JSON object');
};
