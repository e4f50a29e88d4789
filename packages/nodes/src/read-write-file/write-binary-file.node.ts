import { defineNode } from '@millrace/engine/node-api';
import { collection, text, toggle } from '../service/field.ts';
import { writeItemFile } from './disk.ts';

/** What Read/Write Files from Disk was for writing, before it had its name. */
export const writeBinaryFileNode = defineNode({
  name: 'core.writeBinaryFile',
  displayName: 'Write Binary File',
  aliases: ['n8n-nodes-base.writeBinaryFile'],
  description: 'Writes a file to disk. Use Read/Write Files from Disk in new workflows.',
  versions: [1],
  group: ['output'],
  defaults: { name: 'Write Binary File', color: '#b07a16' },
  subtitle: '={{ $parameter.fileName }}',
  inputs: ['main'],
  outputs: ['main'],
  hidden: true,
  parameters: [
    text('fileName', 'File name', {
      required: true,
      placeholder: 'images/example.jpg',
      description: 'The path to write the file to',
    }),
    text('dataPropertyName', 'Property name', {
      default: 'data',
      required: true,
      description: 'The binary field that contains the file',
    }),
    collection(
      'options',
      'Options',
      [toggle('append', 'Append', { description: 'Whether to append to an existing file' })],
      { placeholder: 'Add option' },
    ),
  ],
  ownEffects: true,
  repeatable: (context) => context.parameter('options').append !== true,
  execute: (context) =>
    context.forEachItem((item, index) =>
      writeItemFile(context, item, index, {
        path: context.parameter('fileName', index),
        property: context.parameter('dataPropertyName', index),
        append: context.parameter('options', index).append === true,
      }),
    ),
});
