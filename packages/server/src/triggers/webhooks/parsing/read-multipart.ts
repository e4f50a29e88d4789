import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { BadBodyError } from './bad-body.ts';

const mostParts = 1000;

export interface UploadedFile {
  field: string;
  fileName: string;
  mimeType: string;
  bytes: Buffer;
}

interface Parts {
  fields: [string, string][];
  files: UploadedFile[];
}

/** In the order in which they came. @throws BadBodyError */
const readParts = (bytes: Buffer, contentType: string): Promise<Parts> =>
  new Promise((resolve, reject) => {
    const parts: Parts = { fields: [], files: [] };
    const refuse = (message: string) => reject(new BadBodyError(message));
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

/** Fields become the body, repeated ones lists. @throws BadBodyError */
export const readMultipart = async (
  bytes: Buffer,
  contentType: string,
): Promise<{ body: Record<string, unknown>; files: UploadedFile[] }> => {
  const { fields, files } = await readParts(bytes, contentType);
  const body: Record<string, unknown> = Object.create(null);
  for (const [name, group] of Map.groupBy(fields, ([field]) => field.replace(/\[\]$/, ''))) {
    if (name === '__proto__') continue;
    body[name] = group.length > 1 ? group.map(([, value]) => value) : group[0]?.[1];
  }
  return { body, files };
};
