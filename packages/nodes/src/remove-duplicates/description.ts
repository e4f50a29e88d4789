import type { NodeDefinition } from '@millrace/engine/node-api';

export const removeDuplicatesDescription = {
  name: 'core.removeDuplicates',
  displayName: 'Remove Duplicates',
  aliases: ['n8n-nodes-base.removeDuplicates'],
  description: 'Removes duplicate items, within the input or across executions',
  group: ['transform'],
  defaults: { name: 'Remove Duplicates', color: '#2f9457' },
  inputs: ['main'],
  outputs: ['main'],
  repeatable: true,
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Data Transformation'] },
    alias: ['dedupe', 'deduplicate', 'unique', 'distinct', 'duplicate', 'new', 'seen'],
  },
} as const satisfies Partial<NodeDefinition>;
