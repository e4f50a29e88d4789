import type { BinaryData, Item, JsonObject } from '@millrace/contract/data';
import { defineNode, type ExecuteContext, NodeError } from '@millrace/engine/node-api';
import { findFile } from '../http/find-file.ts';
import { fontNameOf, readFont } from './fonts.ts';
import type { ImageThread } from './image-thread.ts';
import { toInformation } from './information.ts';
import { editImageParameters } from './parameters.ts';
import { type ImageFormat, type ImageTask, imageFormats, type Step } from './task.ts';

type Context = ExecuteContext<typeof editImageParameters>;

interface Options {
  fileName?: string;
  font?: string;
  format?: string;
  quality?: number;
}

/** Bytes of a file: pictures are read whole. */
const largestFile = 100_000_000;

const read = async ({ binary }: Context, item: Item, property: string, itemIndex: number): Promise<Uint8Array> => {
  const file = findFile(item, property, itemIndex);
  const bytes = await binary.read(file);
  if (bytes.length > largestFile)
    throw new NodeError(`"${file.fileName ?? property}" is too large: pictures may have ${largestFile / 1e6} MB`, {
      itemIndex,
    });
  return bytes;
};

/** @throws NodeError */
const stepsOf = (context: Context, index: number, options: Options): Step[] => {
  const operation = context.parameter('operation', index);
  const several = operation === 'multiStep' ? (context.parameter('operations', index).operations ?? []) : undefined;
  if (several?.length === 0) throw new NodeError('There is no step to do', { itemIndex: index });
  const names = new Set(editImageParameters.map(({ name }) => name));
  names.delete('operations');
  names.delete('options');
  const own = several ?? [
    Object.fromEntries([...names].map((name) => [name, context.parameter(name as 'width', index)])),
  ];
  return own.map((step) => {
    const { font } = step as { font?: string };
    return { ...step, font: fontNameOf(options.font ?? font) } as unknown as Step;
  });
};

/** @throws NodeError */
const formatOf = ({ format }: Options, [first]: readonly Step[], itemIndex: number): ImageFormat | undefined => {
  if (format === undefined) return first?.operation === 'create' ? 'png' : undefined;
  const known = imageFormats.find((one) => one === format);
  if (!known) throw new NodeError(`Pictures cannot be written as "${format}"`, { itemIndex });
  return known;
};

const taskOf = async (context: Context, item: Item, index: number, options: Options): Promise<ImageTask> => {
  const property = context.parameter('dataPropertyName', index);
  const steps = stepsOf(context, index, options);
  const task: ImageTask = {
    steps,
    picture: steps[0]?.operation === 'create' ? undefined : await read(context, item, property, index),
    others: {},
    fonts: {},
    format: formatOf(options, steps, index),
    quality: options.quality,
  };
  for (const step of steps) {
    if (step.operation === 'text') task.fonts[step.font] ??= await readFont(step.font);
    if (step.operation === 'composite')
      task.others[step.dataPropertyNameComposite] = await read(context, item, step.dataPropertyNameComposite, index);
  }
  return task;
};

const nameOf = (source: BinaryData | undefined, extension: string, isConverted: boolean): string => {
  const { fileName } = source ?? {};
  if (!fileName) return `picture.${extension}`;
  return isConverted ? `${fileName.replace(/\.[^.]*$/, '')}.${extension}` : fileName;
};

const edit = async (context: Context, thread: ImageThread, item: Item, index: number): Promise<Item> => {
  const property = context.parameter('dataPropertyName', index);
  const options = context.parameter('options', index) as Options;
  const task = await taskOf(context, item, index, options);
  const { picture, format } = await thread.edit(task);
  const extension = (task.format ?? format).toLowerCase();
  const source = task.picture ? item.binary?.[property] : undefined;
  const file = await context.binary.write(picture, {
    fileName: options.fileName || nameOf(source, extension, task.format !== undefined),
    mimeType: task.format ? `image/${task.format}` : (source?.mimeType ?? `image/${extension}`),
  });
  return { json: item.json, binary: { ...item.binary, [property]: file } };
};

const describe = async (context: Context, thread: ImageThread, item: Item, index: number): Promise<Item> => {
  const property = context.parameter('dataPropertyName', index);
  const picture = await read(context, item, property, index);
  const json: JsonObject = toInformation(await thread.describe(picture), picture.length);
  return { json, ...(item.binary && { binary: item.binary }) };
};

export const editImage = defineNode({
  name: 'core.editImage',
  displayName: 'Edit Image',
  description: 'Resizes, crops, turns, combines and labels pictures, or tells about them',
  versions: [1],
  defaultVersion: 1,
  aliases: ['n8n-nodes-base.editImage'],
  group: ['transform'],
  defaults: { name: 'Edit Image', color: '#b07a16' },
  subtitle: '={{ $parameter.operation }}',
  inputs: ['main'],
  outputs: ['main'],
  repeatable: true,
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Files', 'Data Transformation'] },
    alias: ['picture', 'photo', 'image', 'resize', 'crop', 'watermark', 'thumbnail', 'png', 'jpeg', 'webp'],
  },
  parameters: editImageParameters,
  async execute(context) {
    const { openImageThread } = await import('./image-thread.ts');
    const thread = await openImageThread(context.signal);
    try {
      return await context.forEachItem((item, index) =>
        context.parameter('operation', index) === 'information'
          ? describe(context, thread, item, index)
          : edit(context, thread, item, index),
      );
    } finally {
      thread.release();
    }
  },
});
