import type { Item } from '@millrace/contract/data';
import { defineNode } from '@millrace/engine/node-api';
import { text } from '../service/field.ts';
import { takeFile } from './disk.ts';

/** What Read/Write Files from Disk was for several files, before it had its name. It reads once, whatever comes in. */
export const readBinaryFilesNode = defineNode({
  name: 'core.readBinaryFiles',
  displayName: 'Read Binary Files',
  aliases: ['n8n-nodes-base.readBinaryFiles'],
  description: 'Reads files that match a pattern. Use Read/Write Files from Disk in new workflows.',
  versions: [1],
  group: ['input'],
  defaults: { name: 'Read Binary Files', color: '#b07a16' },
  subtitle: '={{ $parameter.fileSelector }}',
  inputs: ['main'],
  outputs: ['main'],
  hidden: true,
  repeatable: true,
  parameters: [
    text('fileSelector', 'File selector', {
      required: true,
      placeholder: '*.jpg',
      description: 'The pattern of the files to read',
    }),
    text('dataPropertyName', 'Property name', {
      default: 'data',
      required: true,
      description: 'The binary field to put the files in',
    }),
  ],
  async execute(context) {
    if (context.items.length === 0) return [[]];
    const property = context.parameter('dataPropertyName');
    const items: Item[] = [];
    for (const path of await context.files.list(context.parameter('fileSelector')))
      items.push({ json: {}, binary: { [property]: await takeFile(context, path) }, pairedItem: 0 });
    return [items];
  },
});
