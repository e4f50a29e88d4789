import { defineNode } from '@millrace/engine/node-api';

export const noOpNode = defineNode({
  name: 'core.noOp',
  displayName: 'No Operation, do nothing',
  aliases: ['n8n-nodes-base.noOp'],
  description: 'Passes its items on unchanged. Use it to mark the end of a branch or join branches.',
  versions: [1],
  defaultVersion: 1,
  group: ['organization'],
  defaults: { name: 'No Operation, do nothing', color: '#5468d8' },
  inputs: ['main'],
  outputs: ['main'],
  repeatable: true,
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Helpers'] },
    alias: ['nothing', 'noop', 'pass', 'placeholder'],
  },
  parameters: [],
  execute: ({ items }) => [items.map((item, index) => ({ ...item, pairedItem: index }))],
});
