import type { Item, Json, JsonObject } from '@millrace/contract/data';
import { defineNode, type ExecuteContext, NodeError } from '@millrace/engine/node-api';
import { readField, removeField, withField } from '../fields/assign.ts';
import { decodeText } from '../files/encodings.ts';
import { named } from '../files/output.ts';
import { writeBase64, writeText } from '../files/text-file.ts';
import { moveBinaryDataParameters } from './parameters.ts';

type Context = ExecuteContext<typeof moveBinaryDataParameters>;

const readJson = (text: string, index: number): Json => {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw new NodeError(`The file is not valid JSON: ${(error as Error).message}`, { itemIndex: index });
  }
};

const toJson = async (context: Context, item: Item, index: number): Promise<Item | null> => {
  const source = context.parameter('sourceKey', index);
  const file = item.binary && Object.hasOwn(item.binary, source) ? item.binary[source] : undefined;
  if (!file) return null;
  const options = context.parameter('options', index);
  const bytes = await context.binary.read(file);
  const decode = () => decodeText(bytes, options.encoding || 'utf8', options.stripBOM !== false);
  const { [source]: _, ...others } = item.binary ?? {};
  const binary = options.keepSource ? item.binary : others;
  if (context.parameter('setAllData', index)) return { json: readJson(await decode(), index) as JsonObject, binary };
  const text = options.keepAsBase64 ? Buffer.from(bytes).toString('base64') : await decode();
  const value = options.jsonParse ? readJson(text, index) : text;
  return { json: withField(item.json, context.parameter('destinationKey', index), value), binary };
};

const toBinary = async (context: Context, item: Item, index: number): Promise<Item | null> => {
  const options = context.parameter('options', index);
  const isAll = context.parameter('convertAllData', index);
  const source = context.parameter('sourceKey', index);
  const value = isAll ? item.json : readField(item.json, source, true);
  if (value === undefined) return null;
  const isJson = options.useRawData !== true || (typeof value === 'object' && value !== null);
  const isOld = context.node.typeVersion === 1;
  const about = { fileName: options.fileName, encoding: options.encoding, addMark: options.addBOM === true };
  const standard = isOld || (isJson && options.dataIsBase64 !== true) ? 'application/json' : undefined;
  const mimeType = options.mimeType || standard;
  const file = options.dataIsBase64
    ? await writeBase64(context.binary, value, { ...about, mimeType })
    : { ...(await writeText(context.binary, isJson ? JSON.stringify(value) : value, { ...about, mimeType })) };
  // A name of its own is what version 1 does not give.
  if (isOld && !options.fileName) delete file.fileName;
  const json = options.keepSource ? item.json : isAll ? {} : removeField(item.json, source, true);
  return { json, binary: { ...item.binary, [context.parameter('destinationKey', index)]: isOld ? file : named(file) } };
};

export const moveBinaryDataNode = defineNode({
  name: 'core.moveBinaryData',
  displayName: 'Convert to/from Binary Data',
  aliases: ['n8n-nodes-base.moveBinaryData'],
  description: 'Moves data between files and fields. Use Extract from File and Convert to File in new workflows.',
  versions: [1, 1.1],
  group: ['transform'],
  defaults: { name: 'Convert to/from binary data', color: '#b07a16' },
  subtitle: '={{ $parameter.mode }}',
  inputs: ['main'],
  outputs: ['main'],
  hidden: true,
  repeatable: true,
  parameters: moveBinaryDataParameters,
  execute: (context) =>
    context.forEachItem((item, index) =>
      context.parameter('mode', index) === 'jsonToBinary'
        ? toBinary(context, item, index)
        : toJson(context, item, index),
    ),
});
