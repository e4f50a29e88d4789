import type { NodeDefinition } from '@millrace/engine/node-api';

export const ifDescription = {
  name: 'core.if',
  displayName: 'If',
  aliases: ['n8n-nodes-base.if'],
  description: 'Routes each item to the true or false output',
  group: ['transform'],
  defaults: { name: 'If', color: '#5468d8' },
  inputs: ['main'],
  outputs: ['main', 'main'],
  outputNames: ['true', 'false'],
  repeatable: true,
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Flow'] },
    alias: ['condition', 'branch', 'route', 'compare', 'boolean', 'else', 'when', 'decide', 'cases', 'true or false'],
  },
} as const satisfies Partial<NodeDefinition>;
