import type { BinaryData, Json } from '@millrace/contract/data';
import { type BinaryServices, NodeError } from '@millrace/engine/node-api';
import { encodeText } from './encodings.ts';
import { named } from './output.ts';

export interface TextFile {
  fileName?: string;
  mimeType?: string;
  encoding?: string;
  addMark?: boolean;
  /** Objects and lists are written with line breaks. */
  isFormatted?: boolean;
}

/** Stores a value as text: what is no text as JSON. */
export const writeText = async (binary: BinaryServices, value: Json, about: TextFile): Promise<BinaryData> => {
  const isJson = typeof value === 'object' && value !== null;
  const text = isJson ? JSON.stringify(value, null, about.isFormatted ? 2 : undefined) : String(value ?? '');
  const bytes = await encodeText(text, about.encoding || 'utf8', about.addMark);
  const mimeType = isJson ? 'application/json' : about.mimeType || undefined;
  return named(await binary.write(bytes, { fileName: about.fileName || undefined, mimeType }));
};

const dataUrl = /^data:([^,]*?);base64,/i;
const base64 = /^[A-Za-z0-9+/_-]*=*$/;

/** Stores the bytes that a base64 text stands for, as it is or as a data URL. @throws NodeError where it is none */
export const writeBase64 = async (binary: BinaryServices, value: Json, about: TextFile): Promise<BinaryData> => {
  const given = String(value ?? '').trim();
  const head = dataUrl.exec(given);
  const text = (head ? given.slice(head[0].length) : given).replace(/\s+/g, '');
  if (!base64.test(text))
    throw new NodeError('The text is not valid base64', {
      description: 'To write it as is, use the operation "Convert to text file".',
    });
  const mimeType = about.mimeType || head?.[1]?.split(';')[0]?.trim() || undefined;
  return named(await binary.write(Buffer.from(text, 'base64'), { fileName: about.fileName || undefined, mimeType }));
};
