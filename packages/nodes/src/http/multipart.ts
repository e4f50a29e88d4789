import { createHash } from 'node:crypto';

/** A part of a form: a text, or a file. */
export type FormPart =
  | { name: string; value: string }
  | { name: string; bytes: Uint8Array; fileName: string; mimeType: string | undefined };

/** As forms of HTML are sent: what would end the quotes, or the line, is written by its code. */
const quoted = (text: string): string =>
  `"${text.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')}"`;

const headOf = (part: FormPart): string => {
  const disposition = `content-disposition: form-data; name=${quoted(part.name)}`;
  if ('value' in part) return `${disposition}\r\n\r\n`;
  const type = part.mimeType || 'application/octet-stream';
  return `${disposition}; filename=${quoted(part.fileName)}\r\ncontent-type: ${type.replace(/[\r\n]/g, '')}\r\n\r\n`;
};

/**
 * A form as bytes, and the content type that names its boundary. The boundary comes from what is in the form: a node run that begins anew sends the same
 * request, by which it is known that it was made already.
 */
export const encodeForm = (parts: readonly FormPart[]): { bytes: Uint8Array; contentType: string } => {
  const encoder = new TextEncoder();
  const hash = createHash('sha256');
  const encoded = parts.map((part) => {
    const head = headOf(part);
    const content = 'value' in part ? encoder.encode(part.value) : part.bytes;
    hash.update(`${head.length} ${content.length} ${head}`).update(content);
    return { head, content };
  });
  const boundary = `millrace-${hash.digest('hex')}`;
  const pieces = encoded.flatMap(({ head, content }) => [
    encoder.encode(`--${boundary}\r\n${head}`),
    content,
    encoder.encode('\r\n'),
  ]);
  pieces.push(encoder.encode(`--${boundary}--\r\n`));
  return { bytes: Buffer.concat(pieces), contentType: `multipart/form-data; boundary=${boundary}` };
};

/** The same of a form of the web platform. */
export const encodeFormData = async (form: FormData): Promise<{ bytes: Uint8Array; contentType: string }> =>
  encodeForm(
    await Promise.all(
      [...form].map(async ([name, value]): Promise<FormPart> => {
        if (typeof value === 'string') return { name, value };
        const bytes = new Uint8Array(await value.arrayBuffer());
        return { name, bytes, fileName: value.name, mimeType: value.type };
      }),
    ),
  );
