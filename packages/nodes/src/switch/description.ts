import type { NodeDefinition } from '@millrace/engine/node-api';

export const switchDescription = {
  name: 'core.switch',
  displayName: 'Switch',
  aliases: ['n8n-nodes-base.switch'],
  description: 'Routes each item to one of several outputs',
  group: ['transform'],
  subtitle: '={{ $parameter.mode }}',
  defaults: { name: 'Switch', color: '#5468d8' },
  inputs: ['main'],
  repeatable: true,
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Flow'] },
    alias: [
      'router',
      'route',
      'case',
      'branch',
      'condition',
      'rules',
      'split',
      'if',
      'several cases',
      'multiple conditions',
      'decide',
      'choose',
    ],
  },
} as const satisfies Partial<NodeDefinition>;
