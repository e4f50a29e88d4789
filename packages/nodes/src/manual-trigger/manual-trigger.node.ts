import { limits } from '@millrace/contract/data';
import { defineNode } from '@millrace/engine/node-api';

export const manualTrigger = defineNode({
  name: limits.manualTriggerType,
  displayName: 'Manual Trigger',
  description: 'Starts the workflow when you click Run workflow',
  versions: [1],
  defaultVersion: 1,
  aliases: ['n8n-nodes-base.manualTrigger', 'n8n-nodes-base.start'],
  group: ['trigger'],
  defaults: { name: 'When clicking Run workflow', color: '#d9602b' },
  inputs: [],
  outputs: ['main'],
  maxNodes: 1,
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Helpers'] },
    alias: ['start', 'begin', 'test', 'button', 'click'],
  },
  parameters: [],
  repeatable: true,
  execute: ({ trigger }) => [trigger?.kind === 'items' ? trigger.items : [{ json: {} }]],
});
