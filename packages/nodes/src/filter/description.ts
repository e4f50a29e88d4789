import type { NodeDefinition } from '@millrace/engine/node-api';

export const filterDescription = {
  name: 'core.filter',
  displayName: 'Filter',
  aliases: ['n8n-nodes-base.filter'],
  description: 'Keeps only items that match the conditions',
  group: ['transform'],
  defaults: { name: 'Filter', color: '#2f9457' },
  inputs: ['main'],
  repeatable: true,
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Data Transformation'] },
    alias: ['condition', 'remove', 'keep', 'where', 'discard', 'compare'],
  },
} as const satisfies Partial<NodeDefinition>;
