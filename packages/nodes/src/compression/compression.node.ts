import type { BinaryData, Item } from '@millrace/contract/data';
import { defineNode, type ExecuteContext, NodeError } from '@millrace/engine/node-api';
import { listNames } from '../fields/assign.ts';
import { pack, unpack } from '../files/archive.ts';
import { gunzip, gzip, isGzip, unpackedName } from '../files/gzip.ts';
import { findFile } from '../http/find-file.ts';
import { compressionParameters } from './parameters.ts';

type Context = ExecuteContext<typeof compressionParameters>;

const isZip = ({ fileExtension, mimeType }: BinaryData): boolean =>
  fileExtension?.toLowerCase() === 'zip' || mimeType === 'application/zip';

const filesOf = (context: Context, item: Item, index: number): BinaryData[] => {
  const names = listNames(context.parameter('binaryPropertyName', index));
  if (names.length === 0) throw new NodeError('No binary field is named', { itemIndex: index });
  return names.map((name) => findFile(item, name, index));
};

const decompress = async (context: Context, item: Item, index: number): Promise<Item> => {
  const { binary, signal } = context;
  const prefix = context.parameter('outputPrefix', index);
  const files: Record<string, BinaryData> = {};
  let count = 0;
  const add = (file: BinaryData): void => {
    files[`${prefix}${count++}`] = file;
  };
  for (const file of filesOf(context, item, index)) {
    if (isZip(file)) for (const found of await unpack(await binary.read(file), binary, { signal })) add(found);
    else if (isGzip(file)) add(await binary.write(gunzip(binary.open(file)), { fileName: unpackedName(file) }));
    else
      throw new NodeError(`"${file.fileName ?? 'The file'}" is neither a ZIP archive nor packed with gzip`, {
        description: 'Its name ends with .zip or .gz if it is.',
        itemIndex: index,
      });
  }
  return { json: item.json, binary: files };
};

const compress = async (context: Context, item: Item, index: number): Promise<Item> => {
  const { binary, signal } = context;
  const sources = filesOf(context, item, index);
  if (context.parameter('outputFormat', index) === 'zip') {
    const fileName = context.parameter('fileName', index) || 'data.zip';
    const file = await binary.write(pack(sources, binary, signal), { fileName, mimeType: 'application/zip' });
    return { json: item.json, binary: { [context.parameter('binaryPropertyOutput', index) || 'data']: file } };
  }
  const prefix = context.parameter('outputPrefix', index);
  const files: Record<string, BinaryData> = {};
  for (const [place, source] of sources.entries()) {
    const about = { fileName: `${source.fileName || `file_${place}`}.gz`, mimeType: 'application/gzip' };
    files[`${prefix}${place}`] = await binary.write(gzip(binary.open(source)), about);
  }
  return { json: item.json, binary: files };
};

export const compressionNode = defineNode({
  name: 'core.compression',
  displayName: 'Compression',
  aliases: ['n8n-nodes-base.compression'],
  description: 'Compresses and decompresses files as ZIP or gzip',
  versions: [1, 1.1],
  defaultVersion: 1.1,
  group: ['transform'],
  defaults: { name: 'Compression', color: '#b07a16' },
  subtitle: '={{ $parameter.operation }}',
  inputs: ['main'],
  outputs: ['main'],
  repeatable: true,
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Files', 'Data Transformation'] },
    alias: ['zip', 'gzip', 'gz', 'unzip', 'uncompress', 'archive', 'pack', 'unpack'],
  },
  parameters: compressionParameters,
  execute: (context) =>
    context.forEachItem((item, index) =>
      context.parameter('operation', index) === 'compress'
        ? compress(context, item, index)
        : decompress(context, item, index),
    ),
});
