import { defineNode } from '@millrace/engine/node-api';
import { text } from '../service/field.ts';
import { takeNamedFile } from './disk.ts';

/** What Read/Write Files from Disk was for one file, before it had its name. */
export const readBinaryFileNode = defineNode({
  name: 'core.readBinaryFile',
  displayName: 'Read Binary File',
  aliases: ['n8n-nodes-base.readBinaryFile'],
  description: 'Reads a file from disk. Use Read/Write Files from Disk in new workflows.',
  versions: [1],
  group: ['input'],
  defaults: { name: 'Read Binary File', color: '#b07a16' },
  subtitle: '={{ $parameter.filePath }}',
  inputs: ['main'],
  outputs: ['main'],
  hidden: true,
  repeatable: true,
  parameters: [
    text('filePath', 'File path', {
      required: true,
      placeholder: 'images/example.jpg',
      description: 'The path of the file to read',
    }),
    text('dataPropertyName', 'Property name', {
      default: 'data',
      required: true,
      description: 'The binary field to put the file in',
    }),
  ],
  execute: (context) =>
    context.forEachItem(async (item, index) => {
      const file = await takeNamedFile(context, context.parameter('filePath', index), index);
      return { ...item, binary: { ...item.binary, [context.parameter('dataPropertyName', index)]: file } };
    }),
});
