import type { Item } from '@millrace/contract/data';
import { defineNode, type ExecuteContext, NodeError } from '@millrace/engine/node-api';
import { describeFile } from '../files/describe-file.ts';
import { choice, collection, text, toggle } from '../service/field.ts';
import { takeFile, writeItemFile } from './disk.ts';

const onRead = { show: { operation: ['read'] } };
const onWrite = { show: { operation: ['write'] } };

const parameters = [
  {
    displayName:
      'Reads and writes files on the machine that hosts Millrace, in the folders that nodes can access. For files elsewhere, use nodes such as HTTP Request, FTP or S3.',
    name: 'info',
    type: 'notice',
    default: '',
  },
  choice(
    'operation',
    'Operation',
    { read: 'Read files from disk', write: 'Write file to disk' },
    { noDataExpression: true },
  ),
  text('fileSelector', 'Files to read', {
    required: true,
    placeholder: 'invoices/**/*.pdf',
    description:
      'A path or a pattern for several files: * and ? match characters of a name, ** matches folders. Relative paths start at the first folder that nodes can access.',
    displayOptions: onRead,
  }),
  text('fileName', 'File path and name', {
    required: true,
    placeholder: 'reports/2026.csv',
    description:
      'The path of the file, with its extension. Missing folders are created. Relative paths start at the first folder that nodes can access.',
    displayOptions: onWrite,
  }),
  text('dataPropertyName', 'Input binary field', {
    default: 'data',
    required: true,
    hint: 'The binary field that contains the file',
    displayOptions: onWrite,
  }),
  collection(
    'options',
    'Options',
    [
      text('fileExtension', 'File extension', {
        placeholder: 'zip',
        description: 'The extension of the file in the workflow',
        displayOptions: { show: { '/operation': ['read'] } },
      }),
      text('fileName', 'File name', {
        placeholder: 'data.zip',
        description: 'The name of the file in the workflow',
        displayOptions: { show: { '/operation': ['read'] } },
      }),
      text('mimeType', 'MIME type', {
        placeholder: 'application/zip',
        description: 'The MIME type of the file in the workflow',
        displayOptions: { show: { '/operation': ['read'] } },
      }),
      text('dataPropertyName', 'Put output file in field', {
        default: 'data',
        hint: 'The binary field to put the file in',
        displayOptions: { show: { '/operation': ['read'] } },
      }),
      toggle('append', 'Append', {
        description: 'Whether to append to an existing file instead of replacing it',
        displayOptions: { show: { '/operation': ['write'] } },
      }),
    ],
    { placeholder: 'Add option' },
  ),
] as const;

const read = async (context: ExecuteContext<typeof parameters>, index: number): Promise<Item[]> => {
  const { fileName, fileExtension, mimeType, dataPropertyName } = context.parameter('options', index);
  const pattern = context.parameter('fileSelector', index);
  const paths = await context.files.list(pattern);
  if (paths.length === 0 && context.node.typeVersion > 1)
    throw new NodeError('No file was found', { description: `None is named by "${pattern}".`, itemIndex: index });
  const items: Item[] = [];
  for (const path of paths) {
    const file = {
      ...(await takeFile(context, path)),
      ...(fileName && { fileName }),
      ...(fileExtension && { fileExtension }),
      ...(mimeType && { mimeType }),
    };
    items.push({ json: describeFile(file), binary: { [dataPropertyName || 'data']: file }, pairedItem: index });
  }
  return items;
};

export const readWriteFileNode = defineNode({
  name: 'core.readWriteFile',
  displayName: 'Read/Write Files from Disk',
  aliases: ['n8n-nodes-base.readWriteFile'],
  description: 'Reads and writes files on the machine that hosts Millrace',
  versions: [1, 1.1],
  defaultVersion: 1.1,
  group: ['input'],
  defaults: { name: 'Read/Write Files from Disk', color: '#b07a16' },
  subtitle:
    '={{ $parameter.operation + ": " + ($parameter.operation === "write" ? $parameter.fileName : $parameter.fileSelector) }}',
  inputs: ['main'],
  outputs: ['main'],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Files'] },
    alias: ['file', 'disk', 'folder', 'local', 'binary', 'save', 'open', 'append', 'glob', 'export', 'import'],
  },
  parameters,
  ownEffects: true,
  repeatable: (context) => context.rawParameter('operation') === 'read' || context.parameter('options').append !== true,
  execute: (context) =>
    context.forEachItem((item, index) => {
      if (context.parameter('operation', index) === 'read') return read(context, index);
      return writeItemFile(context, item, index, {
        path: context.parameter('fileName', index),
        property: context.parameter('dataPropertyName', index),
        append: context.parameter('options', index).append === true,
      });
    }),
});
