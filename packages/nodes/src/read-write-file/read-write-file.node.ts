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
      'Reads and writes files of the machine that Millrace runs on, in the folders that are open to nodes. For files elsewhere use nodes such as HTTP Request, FTP or S3.',
    name: 'info',
    type: 'notice',
    default: '',
  },
  choice(
    'operation',
    'Operation',
    { read: 'Read Files From Disk', write: 'Write File to Disk' },
    { noDataExpression: true },
  ),
  text('fileSelector', 'Files to Read', {
    required: true,
    placeholder: 'invoices/**/*.pdf',
    description:
      'Path of a file, or a pattern that names several: * and ? stand for characters of a name, ** for any folders. Relative paths begin at the first folder that is open to nodes.',
    displayOptions: onRead,
  }),
  text('fileName', 'File Path and Name', {
    required: true,
    placeholder: 'reports/2026.csv',
    description:
      'Where the file goes, with its extension. Folders that are missing are made. Relative paths begin at the first folder that is open to nodes.',
    displayOptions: onWrite,
  }),
  text('dataPropertyName', 'Input Binary Field', {
    default: 'data',
    required: true,
    hint: 'The name of the binary field that has the file',
    displayOptions: onWrite,
  }),
  collection(
    'options',
    'Options',
    [
      text('fileExtension', 'File Extension', {
        placeholder: 'zip',
        description: 'Extension that the file has in the workflow',
        displayOptions: { show: { '/operation': ['read'] } },
      }),
      text('fileName', 'File Name', {
        placeholder: 'data.zip',
        description: 'Name that the file has in the workflow',
        displayOptions: { show: { '/operation': ['read'] } },
      }),
      text('mimeType', 'MIME Type', {
        placeholder: 'application/zip',
        description: 'Media type that the file has in the workflow',
        displayOptions: { show: { '/operation': ['read'] } },
      }),
      text('dataPropertyName', 'Put Output File in Field', {
        default: 'data',
        hint: 'The name of the binary field that the file goes to',
        displayOptions: { show: { '/operation': ['read'] } },
      }),
      toggle('append', 'Append', {
        description: 'Whether to add to a file that is there, and not to replace it',
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
  description: 'Reads and writes files of the machine that Millrace runs on',
  versions: [1, 1.1],
  defaultVersion: 1.1,
  group: ['input'],
  defaults: { name: 'Read/Write Files from Disk', color: '#b07a16' },
  subtitle:
    '={{ $parameter.operation === "write" ? "write: " + $parameter.fileName : "read: " + $parameter.fileSelector }}',
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
