import mime from 'mime';

/** Bytes that suffice to know a file by its content. */
export const sampleSize = 4100;

const isText = (sample: Uint8Array): boolean => {
  if (sample.includes(0)) return false;
  try {
    // `stream` forgives a character that the end of the sample cuts in two.
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true });
    return true;
  } catch {
    return false;
  }
};

/** Media type: as stated, else by the file's name, else by its first bytes. */
export const detectMediaType = async (
  about: { mimeType?: string; fileName?: string },
  sample: Uint8Array,
): Promise<string> => {
  const stated = about.mimeType?.split(';')[0]?.trim().toLowerCase();
  if (stated && /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(stated)) return stated;
  const named = about.fileName === undefined ? null : mime.getType(about.fileName);
  if (named) return named;
  const { fileTypeFromBuffer } = await import('file-type');
  const known = await fileTypeFromBuffer(sample);
  return known?.mime ?? (isText(sample) ? 'text/plain' : 'application/octet-stream');
};

/** Extension without its dot, by the name or else by the media type. */
export const fileExtensionOf = (fileName: string | undefined, mimeType: string): string | undefined =>
  (fileName && /[^.]\.([A-Za-z0-9]{1,12})$/.exec(fileName)?.[1]?.toLowerCase()) ||
  mime.getExtension(mimeType) ||
  undefined;
