/** What may be unpacked, whether a body is read as a whole or while it comes. */

/** Bytes that any body may become, and how many times its own size it may become beyond that. */
export const freeSize = 16 * 1024 * 1024;
export const maxRatio = 200;
export const maxLayers = 3;

/** Names of the encodings that `content-encoding` lists, the last one first: in that order they are undone. */
export const layersOf = (contentEncoding: string): string[] =>
  contentEncoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
    .reverse();

/** Some servers send `deflate` without the zlib header that the standard asks for. */
export const isZlib = (bytes: Uint8Array): boolean => ((bytes[0] ?? 0) & 0x0f) === 8;
