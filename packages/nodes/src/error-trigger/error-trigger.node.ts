import type { Item } from '@millrace/contract/data';
import { defineNode } from '@millrace/engine/node-api';

/** What a failed run sends, for a look at it while the workflow is being built. */
const example: Item = {
  json: {
    execution: {
      id: '231',
      url: 'https://millrace.example/workflow/1/executions/231',
      retryOf: '34',
      error: {
        message: 'Example: the service did not answer',
        name: 'NodeError',
        description: 'This is made up. A failed run sends its own error.',
        stack: 'NodeError: Example: the service did not answer',
      },
      lastNodeExecuted: 'HTTP Request',
      mode: 'trigger',
    },
    workflow: { id: '1', name: 'Example workflow' },
  },
};

export const errorTrigger = defineNode({
  name: 'core.errorTrigger',
  displayName: 'Error Trigger',
  description: 'Starts the workflow when an execution of another workflow fails',
  versions: [1],
  defaultVersion: 1,
  aliases: ['n8n-nodes-base.errorTrigger'],
  group: ['trigger'],
  defaults: { name: 'Error Trigger', color: '#d9602b' },
  inputs: [],
  outputs: ['main'],
  maxNodes: 1,
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Helpers'] },
    alias: ['failure', 'exception', 'catch', 'alert'],
  },
  parameters: [
    {
      name: 'notice',
      displayName:
        "Runs when a workflow that uses this one as its error workflow fails. You set the error workflow in the workflow's settings. This workflow doesn't need to be active.",
      type: 'notice',
      default: '',
    },
  ],
  repeatable: true,
  execute: ({ trigger }) => [trigger?.kind === 'items' ? trigger.items : [example]],
});
