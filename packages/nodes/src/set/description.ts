import type { NodeDefinition } from '@millrace/engine/node-api';

export const setDescription = {
  name: 'core.set',
  displayName: 'Edit Fields (Set)',
  aliases: ['n8n-nodes-base.set'],
  description: 'Adds, edits or removes fields of items',
  group: ['input'],
  defaults: { name: 'Edit Fields', color: '#2f9457' },
  inputs: ['main'],
  outputs: ['main'],
  repeatable: true,
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Data Transformation'] },
    alias: ['set', 'edit', 'fields', 'json', 'map', 'rename', 'assign', 'transform', 'value'],
  },
} as const satisfies Partial<NodeDefinition>;
