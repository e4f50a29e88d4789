import type { Item } from '@millrace/contract/data';
import { defineNode } from '@millrace/engine/node-api';

export const limitNode = defineNode({
  name: 'core.limit',
  displayName: 'Limit',
  aliases: ['n8n-nodes-base.limit'],
  description: 'Limits the number of items',
  versions: [1],
  defaultVersion: 1,
  group: ['transform'],
  defaults: { name: 'Limit', color: '#2f9457' },
  subtitle: '={{ $parameter.keep + ": " + $parameter.maxItems }}',
  inputs: ['main'],
  outputs: ['main'],
  repeatable: true,
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Data Transformation'] },
    alias: ['max', 'first', 'last', 'top', 'truncate', 'slice', 'remove'],
  },
  parameters: [
    {
      displayName: 'Max items',
      name: 'maxItems',
      type: 'number',
      typeOptions: { minValue: 1, numberPrecision: 0 },
      default: 1,
      description: 'Any further items are dropped',
    },
    {
      displayName: 'Keep',
      name: 'keep',
      type: 'options',
      options: [
        { name: 'First items', value: 'firstItems' },
        { name: 'Last items', value: 'lastItems' },
      ],
      default: 'firstItems',
    },
  ],
  execute: (context) => {
    const { items } = context;
    const count = Math.min(items.length, Math.max(0, Math.floor(context.parameter('maxItems'))));
    const from = context.parameter('keep') === 'lastItems' ? items.length - count : 0;
    return [items.slice(from, from + count).map((item, index): Item => ({ ...item, pairedItem: from + index }))];
  },
});
