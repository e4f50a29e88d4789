import type { Item } from '@millrace/contract/data';
import { defineNode } from '@millrace/engine/node-api';
import { htmlReader } from './document.ts';
import { extract, extractionValues, readSource, sourceParameters } from './extraction.ts';

/** What HTML was before it had its name. */
export const htmlExtract = defineNode({
  name: 'core.htmlExtract',
  displayName: 'HTML Extract',
  aliases: ['n8n-nodes-base.htmlExtract'],
  description: 'Extracts values from HTML. Use the HTML node in new workflows.',
  versions: [1],
  group: ['transform'],
  defaults: { name: 'HTML Extract', color: '#2f9457' },
  inputs: ['main'],
  outputs: ['main'],
  hidden: true,
  repeatable: true,
  parameters: [
    ...sourceParameters({}),
    extractionValues,
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add option',
      default: {},
      options: [
        {
          displayName: 'Trim values',
          name: 'trimValues',
          type: 'boolean',
          default: true,
          description: 'Whether to trim spaces and line breaks around values',
        },
      ],
    },
  ],
  execute: async (context) => {
    const read = await htmlReader();
    return context.forEachItem(async (item, index): Promise<Item[]> => {
      const name = context.parameter('dataPropertyName', index);
      const { values = [] } = context.parameter('extractionValues', index);
      const texts = await readSource(context, item, context.parameter('sourceData', index), name, false);
      const options = context.parameter('options', index);
      return texts.map((text) => ({ json: extract(read(text), values, options, false), pairedItem: index }));
    });
  },
});
