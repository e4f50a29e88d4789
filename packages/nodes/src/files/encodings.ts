import { NodeError } from '@millrace/engine/node-api';
import { toggle } from '../service/field.ts';

/** Names as iconv-lite and the public format have them. Others that iconv-lite knows work too. */
const names = [
  'utf8',
  'ascii',
  'latin1',
  'windows1250',
  'windows1251',
  'windows1252',
  'windows1253',
  'windows1254',
  'windows1255',
  'windows1256',
  'windows1257',
  'windows1258',
  'windows874',
  'iso88591',
  'iso88592',
  'iso88593',
  'iso88594',
  'iso88595',
  'iso88596',
  'iso88597',
  'iso88598',
  'iso88599',
  'iso885910',
  'iso885911',
  'iso885913',
  'iso885914',
  'iso885915',
  'iso885916',
  'koi8r',
  'koi8u',
  'macroman',
  'maccyrillic',
  'cp437',
  'cp850',
  'cp852',
  'cp855',
  'cp858',
  'cp866',
  'shiftjis',
  'eucjp',
  'gb18030',
  'gbk',
  'big5hkscs',
  'euckr',
  'ucs2',
  'utf16',
  'utf16le',
  'utf16be',
  'utf32',
  'utf32le',
  'utf32be',
  'utf7',
  'cesu8',
] as const;

/** Encodings that know the mark at the beginning of a text. */
const marked: string[] = ['utf8', 'cesu8', 'ucs2', 'utf16', 'utf16le', 'utf16be', 'utf32', 'utf32le', 'utf32be'];

export const encodingOption = {
  displayName: 'Encoding',
  name: 'encoding',
  type: 'options',
  options: names.map((name) => ({ name, value: name })),
  default: 'utf8',
  allowArbitraryValues: true,
  description: 'The character encoding of the text',
} as const;

const shownWith = { displayOptions: { show: { encoding: marked } } };

export const addMarkOption = toggle('addBOM', 'Add byte order mark (BOM)', {
  description: 'Whether to start the file with a byte order mark, which some programs need to detect the encoding',
  ...shownWith,
});

export const stripMarkOption = toggle('stripBOM', 'Strip byte order mark (BOM)', {
  default: true,
  description: 'Whether to remove a byte order mark at the start of the file',
  ...shownWith,
});

const load = async (encoding: string) => {
  const { default: iconv } = await import('iconv-lite');
  if (iconv.encodingExists(encoding)) return iconv;
  throw new NodeError(`The encoding "${encoding}" is not known`, { description: 'Choose one of the list.' });
};

/** @throws NodeError where the encoding is not known */
export const encodeText = async (text: string, encoding: string, addMark = false): Promise<Uint8Array> =>
  (await load(encoding)).encode(text, encoding, { addBOM: addMark });

/** @throws NodeError where the encoding is not known */
export const decodeText = async (bytes: Uint8Array, encoding: string, stripMark = true): Promise<string> =>
  (await load(encoding)).decode(bytes, encoding, { stripBOM: stripMark });

/** Text piece by piece. @throws NodeError where the encoding is not known */
export const decodePieces = async function* (
  pieces: AsyncIterable<Uint8Array>,
  encoding: string,
  stripMark = true,
): AsyncGenerator<string> {
  const decoder = (await load(encoding)).getDecoder(encoding, { stripBOM: stripMark });
  for await (const piece of pieces) yield decoder.write(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
  const rest = decoder.end();
  if (rest) yield rest;
};
