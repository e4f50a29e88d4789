import { parse as parseQuery } from 'node:querystring';
import type { BinaryData } from '@millrace/contract';
import type { WebhookSpec } from '@millrace/engine/node-api';
import { parse as parseJson } from 'secure-json-parse';
import { badBody } from './body.ts';

/**
 * What the bytes of a call mean, by their content type. The outcome is plain data whose objects have no `__proto__`; files come only
 * from the parts of a real multipart body, or are the whole body.
 */
export interface ParsedBody {
  body: unknown;
  binary?: Record<string, BinaryData>;
}

export type WriteBinary = (bytes: Uint8Array, about: { mimeType?: string; fileName?: string }) => Promise<BinaryData>;

export interface BodyOptions {
  /** Content-Type header. */
  contentType: string | undefined;
  spec: Pick<WebhookSpec, 'binaryPropertyName' | 'rawBody'>;
  write: WriteBinary;
}

const mostFields = 10_000;
const deepest = 512;
const rawBodyName = 'data';

export interface MediaType {
  /** Lower case, without parameters; empty if there is none. */
  type: string;
  charset: string;
}

export const readMediaType = (header: string | undefined): MediaType => {
  const [type = '', ...parameters] = (header ?? '').split(';');
  const charset = parameters
    .map((parameter) => /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/i.exec(parameter)?.[1])
    .find((value) => value !== undefined);
  return { type: type.trim().toLowerCase(), charset: charset?.toLowerCase() ?? 'utf-8' };
};

const decodeText = (bytes: Uint8Array, charset: string): string => {
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(charset, { fatal: true });
  } catch {
    throw badBody(`The character set "${charset}" is not known.`);
  }
  try {
    return decoder.decode(bytes);
  } catch {
    throw badBody(`The body is not valid ${charset} text.`);
  }
};

const quote = 0x22;
const backslash = 0x5c;

/** Whether brackets are nested deeper than data is; what is nested without end breaks whoever walks it. */
const isTooDeep = (text: string): boolean => {
  if (text.length < deepest) return false;
  let depth = 0;
  let isInText = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (isInText) {
      if (code === backslash) index++;
      else if (code === quote) isInText = false;
    } else if (code === quote) isInText = true;
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > deepest) return true;
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
  return false;
};

const readJson = (text: string): unknown => {
  if (isTooDeep(text)) throw badBody(`The body is nested deeper than ${deepest} levels.`);
  try {
    return parseJson(text, { protoAction: 'remove', constructorAction: 'ignore' });
  } catch (error) {
    throw badBody(`The body is not valid JSON: ${(error as Error).message}`);
  }
};

/** Repeated names become lists. */
export const readFields = (text: string): Record<string, unknown> => {
  let count = 1;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) count++;
  if (count > mostFields) throw badBody(`There are more than ${mostFields} fields.`);
  const fields = parseQuery(text, undefined, undefined, { maxKeys: 0 }) as Record<string, unknown>;
  // biome-ignore lint/suspicious/noProto: without a prototype it is a field like any other, which is not to travel on
  delete fields.__proto__;
  return fields;
};

const readXml = async (text: string): Promise<unknown> => {
  if (/<!ENTITY/i.test(text)) throw badBody('XML with entity declarations is not accepted.');
  const { parseXml } = await import('./parse-xml.ts');
  return parseXml(text);
};

/** Kept as bytes when no one has a better idea. */
const isText = (type: string) =>
  type === '' || type.startsWith('text/') || /[/+](javascript|yaml|graphql|csv)$/.test(type);

const keepBytes = async (
  bytes: Buffer,
  { type }: MediaType,
  name: string,
  write: WriteBinary,
): Promise<ParsedBody> => ({
  body: {},
  binary: { [name]: await write(bytes, { mimeType: type || undefined }) },
});

const parse = async (bytes: Buffer, media: MediaType, options: BodyOptions): Promise<ParsedBody> => {
  const { type, charset } = media;
  const { binaryPropertyName } = options.spec;
  if (type === 'multipart/form-data') {
    const { readMultipart } = await import('./read-multipart.ts');
    return readMultipart(bytes, {
      contentType: options.contentType!,
      prefix: binaryPropertyName,
      write: options.write,
    });
  }
  if (bytes.length === 0) return { body: {} };
  if (type === 'application/json' || type.endsWith('+json')) return { body: readJson(decodeText(bytes, charset)) };
  if (type === 'application/x-www-form-urlencoded') return { body: readFields(decodeText(bytes, charset)) };
  if (/^(application|text)\/xml$/.test(type) || type.endsWith('+xml')) {
    if (type !== 'image/svg+xml') return { body: await readXml(decodeText(bytes, charset)) };
  }
  if (binaryPropertyName || !isText(type)) {
    return keepBytes(bytes, media, binaryPropertyName ?? rawBodyName, options.write);
  }
  return { body: decodeText(bytes, charset) };
};

/** @throws AppError webhookBadBody */
export const parseBody = async (bytes: Buffer, options: BodyOptions): Promise<ParsedBody> => {
  const media = readMediaType(options.contentType);
  const parsed = await parse(bytes, media, options);
  if (!options.spec.rawBody || bytes.length === 0) return parsed;
  const name = options.spec.binaryPropertyName ?? rawBodyName;
  if (parsed.binary && Object.hasOwn(parsed.binary, name)) return parsed;
  const raw = await keepBytes(bytes, media, name, options.write);
  return { body: parsed.body, binary: { ...parsed.binary, ...raw.binary } };
};
