/** Text as bytes and in base64, over the `Buffer` of the program. */

export class IsolateTextEncoder {
  readonly encoding = 'utf-8';

  encode(text = ''): Uint8Array {
    return new Uint8Array(Buffer.from(String(text), 'utf8'));
  }
}

const encodings: Readonly<Record<string, BufferEncoding>> = {
  'utf-8': 'utf8',
  utf8: 'utf8',
  'utf-16le': 'utf16le',
  'iso-8859-1': 'latin1',
  latin1: 'latin1',
  ascii: 'latin1',
  'us-ascii': 'latin1',
  'windows-1252': 'latin1',
};

export class IsolateTextDecoder {
  readonly encoding: string;

  constructor(label = 'utf-8') {
    this.encoding = label.trim().toLowerCase();
    if (!Object.hasOwn(encodings, this.encoding)) throw new RangeError(`The encoding "${label}" is not supported`);
  }

  decode(bytes?: ArrayBuffer | ArrayBufferView): string {
    if (bytes === undefined) return '';
    const view = ArrayBuffer.isView(bytes)
      ? Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength)
      : Buffer.from(bytes);
    return view.toString(encodings[this.encoding]).replace(/^\uFEFF/, '');
  }
}

export const encodeBase64 = (text: unknown): string => {
  const given = String(text);
  if (/[^\0-\xff]/.test(given))
    throw new RangeError('The text has characters outside of Latin-1. Use Buffer.from(text).toString("base64").');
  return Buffer.from(given, 'latin1').toString('base64');
};

export const decodeBase64 = (text: unknown): string => {
  const given = String(text).replace(/\s+/g, '');
  if (/[^A-Za-z0-9+/=]/.test(given) || given.replace(/=+$/, '').length % 4 === 1)
    throw new RangeError('The text is not base64');
  return Buffer.from(given, 'base64').toString('latin1');
};
