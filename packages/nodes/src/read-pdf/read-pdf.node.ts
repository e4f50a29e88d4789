import { defineNode } from '@millrace/engine/node-api';
import { readPdf } from '../files/pdf.ts';
import { findFile } from '../http/find-file.ts';
import { text, toggle } from '../service/field.ts';

/** What Extract from File was for PDF, before it had it. */
export const readPdfNode = defineNode({
  name: 'core.readPDF',
  displayName: 'Read PDF',
  aliases: ['n8n-nodes-base.readPDF'],
  description: 'Reads the text of a PDF. Use Extract from File in new workflows.',
  versions: [1],
  group: ['input'],
  defaults: { name: 'Read PDF', color: '#b07a16' },
  inputs: ['main'],
  outputs: ['main'],
  hidden: true,
  repeatable: true,
  parameters: [
    text('binaryPropertyName', 'Input binary field', {
      default: 'data',
      required: true,
      hint: 'The binary field that contains the PDF',
    }),
    toggle('encrypted', 'Encrypted', { description: 'Whether the PDF is password-protected' }),
    text('password', 'Password', {
      typeOptions: { password: true },
      description: 'The password of the PDF',
      displayOptions: { show: { encrypted: [true] } },
    }),
  ],
  execute: (context) =>
    context.forEachItem(async (item, index) => {
      const file = findFile(item, context.parameter('binaryPropertyName', index), index);
      const password = context.parameter('encrypted', index) ? context.parameter('password', index) : undefined;
      return { json: await readPdf(await context.binary.read(file), { password }), binary: item.binary };
    }),
});
