import { parse as parseJson } from 'secure-json-parse';
import { BadBodyError } from './bad-body.ts';
import type { ContentType } from './content-type.ts';
import { readFields } from './read-fields.ts';
import type { UploadedFile } from './read-multipart.ts';

/**
 * What the bytes of a body mean, by their content type. The outcome is JSON text, whose objects have no key `__proto__`; files come only from the
 * parts of a real multipart body.
 */
export interface ParsedContent {
  /** JSON. */
  body: string;
  /** In the order in which they came. */
  files: UploadedFile[];
}

const deepest = 512;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** @throws BadBodyError */
const decoderFor = (charset: string): TextDecoder => {
  if (charset === 'utf-8') return utf8;
  try {
    return new TextDecoder(charset, { fatal: true });
  } catch {
    throw new BadBodyError(`The character set "${charset}" is not known.`);
  }
};

/** @throws BadBodyError */
const decodeText = (bytes: Uint8Array, charset: string): string => {
  const decoder = decoderFor(charset);
  try {
    return decoder.decode(bytes);
  } catch {
    throw new BadBodyError(`The body is not valid ${charset} text.`);
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
  if (isTooDeep(text)) throw new BadBodyError(`The body is nested deeper than ${deepest} levels.`);
  try {
    return parseJson(text, { protoAction: 'remove', constructorAction: 'ignore' });
  } catch (error) {
    throw new BadBodyError(`The body is not valid JSON: ${(error as Error).message}`);
  }
};

const readXml = async (text: string): Promise<unknown> => {
  if (/<!ENTITY/i.test(text)) throw new BadBodyError('XML with entity declarations is not accepted.');
  const { parseXml } = await import('./parse-xml.ts');
  return parseXml(text);
};

export interface ContentOptions {
  contentType: ContentType;
  /** Characters that the body may have as JSON: text of which each has to be escaped becomes six times as long. */
  longest: number;
}

/** @throws BadBodyError */
export const parseContent = async (bytes: Buffer, options: ContentOptions): Promise<ParsedContent> => {
  const { contentType, longest } = options;
  const write = (value: unknown): string => {
    const json = JSON.stringify(value);
    if (json.length > longest) throw new BadBodyError('The body is too large as JSON.', 'bodyTooLarge');
    return json;
  };
  const { header, charset, format } = contentType;
  if (format === 'multipart') {
    const { readMultipart } = await import('./read-multipart.ts');
    const { body, files } = await readMultipart(bytes, header!);
    return { body: write(body), files };
  }
  const text = decodeText(bytes, charset);
  switch (format) {
    case 'json':
      return { body: write(readJson(text)), files: [] };
    case 'form':
      return { body: write(readFields(text)), files: [] };
    case 'xml':
      return { body: write(await readXml(text)), files: [] };
    default:
      return { body: write(text), files: [] };
  }
};
