import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import type { BinaryData } from '@millrace/contract';
import { badBody } from './body.ts';
import type { ParsedBody, WriteBinary } from './parse-body.ts';

const mostParts = 1000;

export interface UploadedFile {
  field: string;
  fileName: string;
  mimeType: string;
  bytes: Buffer;
}

export interface Parts {
  fields: [string, string][];
  files: UploadedFile[];
}

/** In the order in which they came. @throws AppError webhookBadBody */
export const readParts = (bytes: Buffer, contentType: string): Promise<Parts> =>
  new Promise((resolve, reject) => {
    const parts: Parts = { fields: [], files: [] };
    const refuse = (message: string) => reject(badBody(message));
    let busboy: BusboyInstance;
    try {
      const headers: BusboyHeaders = { 'content-type': contentType };
      busboy = new Busboy({ headers, limits: { parts: mostParts, fieldSize: bytes.length + 1 }, preservePath: false });
    } catch (error) {
      refuse(`The multipart body cannot be read: ${(error as Error).message}`);
      return;
    }
    busboy.on('field', (name, value) => void parts.fields.push([name, value]));
    busboy.on('file', (field, stream, fileName, _encoding, mimeType) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => parts.files.push({ field, fileName, mimeType, bytes: Buffer.concat(chunks) }));
      // Told once more by the parser itself.
      stream.on('error', () => {});
    });
    busboy.on('partsLimit', () => refuse(`The body has more than ${mostParts} parts.`));
    busboy.on('error', (error) => refuse(`The multipart body cannot be read: ${(error as Error).message}`));
    busboy.on('finish', () => resolve(parts));
    busboy.end(bytes);
  });

/** Names of the binary properties: after the fields, numbered where a field has several; with a prefix all are numbered. */
const nameFiles = (files: readonly UploadedFile[], prefix: string | undefined): [string, UploadedFile][] => {
  if (prefix) return files.map((file, index) => [`${prefix}${index}`, file]);
  const byField = Map.groupBy(files, ({ field }) => field.replace(/\[\]$/, ''));
  return [...byField].flatMap(([field, group]) =>
    group.map((file, index): [string, UploadedFile] => [group.length > 1 ? `${field}${index}` : field, file]),
  );
};

/** Fields become the body, files binary data. Repeated fields become lists. @throws AppError webhookBadBody */
export const readMultipart = async (
  bytes: Buffer,
  options: { contentType: string; prefix: string | undefined; write: WriteBinary },
): Promise<ParsedBody> => {
  const { fields, files } = await readParts(bytes, options.contentType);
  const body: Record<string, unknown> = Object.create(null);
  for (const [name, group] of Map.groupBy(fields, ([field]) => field.replace(/\[\]$/, ''))) {
    if (name === '__proto__') continue;
    body[name] = group.length > 1 ? group.map(([, value]) => value) : group[0]?.[1];
  }
  if (files.length === 0) return { body };
  const binary: Record<string, BinaryData> = Object.create(null);
  for (const [name, { bytes: content, fileName, mimeType }] of nameFiles(files, options.prefix)) {
    if (name !== '__proto__') binary[name] = await options.write(content, { fileName, mimeType });
  }
  return { body, binary };
};
