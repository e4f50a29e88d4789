import { createHash } from 'node:crypto';
import type { BinaryData } from '@millrace/contract/data';
import type { BodyPart } from '@millrace/engine/node-api';

/** A part of a form: a text, or a file. */
export type FormPart<Content> =
  | { name: string; value: string }
  | { name: string; content: Content; fileName: string; mimeType: string | undefined };

interface Form<Content> {
  /** One after another. */
  pieces: (string | Content)[];
  contentType: string;
}

/** As forms of HTML are sent: what would end the quotes, or the line, is written by its code. */
const quoted = (text: string): string =>
  `"${text.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')}"`;

const headOf = (part: FormPart<unknown>): string => {
  const disposition = `content-disposition: form-data; name=${quoted(part.name)}`;
  if ('value' in part) return `${disposition}\r\n\r\n`;
  const type = part.mimeType || 'application/octet-stream';
  return `${disposition}; filename=${quoted(part.fileName)}\r\ncontent-type: ${type.replace(/[\r\n]/g, '')}\r\n\r\n`;
};

/**
 * The boundary comes from what is in the form: a node run that begins anew sends the same request, by which it is known that it was made already.
 *
 * @param tell what tells the content of a file from that of any other
 */
const encode = <Content>(
  parts: readonly FormPart<Content>[],
  tell: (content: Content) => string | Uint8Array,
): Form<Content> => {
  const hash = createHash('sha256');
  const encoded = parts.map((part) => {
    const head = headOf(part);
    const content = 'value' in part ? part.value : part.content;
    const told = typeof content === 'string' ? content : tell(content as Content);
    hash.update(`${head.length} ${told.length} ${head}`).update(told);
    return { head, content };
  });
  const boundary = `millrace-${hash.digest('hex')}`;
  const pieces = encoded.flatMap(({ head, content }) => [`--${boundary}\r\n${head}`, content, '\r\n']);
  return { pieces: [...pieces, `--${boundary}--\r\n`], contentType: `multipart/form-data; boundary=${boundary}` };
};

/** A form whose files are sent from where they lie. */
export const encodeForm = (
  parts: readonly FormPart<BinaryData>[],
): { body: { parts: BodyPart[] }; contentType: string } => {
  const { pieces, contentType } = encode(parts, ({ id, data = '' }) => id ?? data);
  return { body: { parts: pieces.map((piece) => (typeof piece === 'string' ? piece : { file: piece })) }, contentType };
};

/** A form of the web platform as bytes, and the content type that names its boundary. */
export const encodeFormData = async (form: FormData): Promise<{ bytes: Uint8Array; contentType: string }> => {
  const parts = await Promise.all(
    [...form].map(async ([name, value]): Promise<FormPart<Uint8Array>> => {
      if (typeof value === 'string') return { name, value };
      const content = new Uint8Array(await value.arrayBuffer());
      return { name, content, fileName: value.name, mimeType: value.type };
    }),
  );
  const { pieces, contentType } = encode(parts, (content) => content);
  const bytes = Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
  return { bytes, contentType };
};
