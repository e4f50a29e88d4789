import { defineNode } from '@millrace/engine/node-api';
import { withField } from '../fields/assign.ts';
import { markdownParameters } from './parameters.ts';
import { type HtmlOptions, htmlWriter } from './to-html.ts';
import { type MarkdownOptions, markdownWriter } from './to-markdown.ts';

export const markdownNode = defineNode({
  name: 'core.markdown',
  displayName: 'Markdown',
  aliases: ['n8n-nodes-base.markdown'],
  description: 'Converts Markdown to HTML and HTML to Markdown',
  versions: [1],
  defaultVersion: 1,
  group: ['output'],
  defaults: { name: 'Markdown', color: '#2f9457' },
  subtitle: '={{ $parameter.mode }}',
  inputs: ['main'],
  outputs: ['main'],
  repeatable: true,
  usableAsTool: true,
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Data Transformation'] },
    alias: ['html', 'convert', 'format', 'text', 'md'],
  },
  parameters: markdownParameters,
  execute: async (context) => {
    if (context.parameter('mode') === 'markdownToHtml') {
      const write = await htmlWriter();
      return context.forEachItem((item, index) => {
        const html = write(context.parameter('markdown', index), context.parameter('options', index) as HtmlOptions);
        return { ...item, json: withField(item.json, context.parameter('destinationKey', index), html) };
      });
    }
    const write = await markdownWriter();
    return context.forEachItem((item, index) => {
      const markdown = write(context.parameter('html', index), context.parameter('options', index) as MarkdownOptions);
      return { ...item, json: withField(item.json, context.parameter('destinationKey', index), markdown) };
    });
  },
});
