import { defineNode } from '@millrace/engine/node-api';
import { listNames } from '../fields/assign.ts';
import { readFeed } from './feed.ts';

export const rssFeedRead = defineNode({
  name: 'core.rssFeedRead',
  displayName: 'RSS Read',
  description: 'Reads the entries of an RSS or Atom feed',
  aliases: ['n8n-nodes-base.rssFeedRead'],
  versions: [1, 1.1, 1.2],
  defaultVersion: 1.2,
  group: ['input'],
  defaults: { name: 'RSS Read', color: '#d4741a' },
  inputs: ['main'],
  outputs: ['main'],
  repeatable: true,
  usableAsTool: true,
  codex: {
    categories: ['Communication', 'Core Nodes'],
    subcategories: { 'Core Nodes': ['Helpers'] },
    alias: ['feed', 'atom', 'news', 'blog', 'podcast'],
  },
  parameters: [
    {
      name: 'url',
      displayName: 'URL',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'https://example.com/feed.xml',
      description: 'The URL of the feed',
    },
    {
      name: 'options',
      displayName: 'Options',
      type: 'collection',
      placeholder: 'Add option',
      default: {},
      options: [
        {
          name: 'customFields',
          displayName: 'Custom fields',
          type: 'string',
          default: '',
          placeholder: 'media:group, rating',
          description: 'Additional elements to read from each entry, separated by commas',
        },
        {
          name: 'ignoreSSL',
          displayName: 'Ignore SSL issues (insecure)',
          type: 'boolean',
          default: false,
          description: "Whether to read the feed even if its certificate can't be verified",
        },
      ],
    },
  ],
  async execute(context) {
    const read = async (index: number) => {
      const { customFields, ignoreSSL } = context.parameter('options', index);
      return readFeed(context, {
        url: context.parameter('url', index),
        customFields: listNames(customFields),
        allowUnauthorizedCerts: ignoreSSL === true,
      });
    };
    // In version 1 the feed was read once, whatever came in.
    const isOnce = context.node.typeVersion === 1;
    return context.forEachItem(async (_, index) =>
      isOnce && index > 0 ? null : (await read(index)).map((json) => ({ json })),
    );
  },
});
