import type { BinaryData, Item } from '@millrace/contract';
import { apiBase } from '../../api/client.ts';
import { errorFromBody, networkFailure } from '../../api/errors.ts';
import { sessionId } from '../../api/session.ts';
import type { IndexedItem } from './table.ts';

export interface BinaryFile {
  /** Place of the item in the whole list. */
  item: number;
  /** Name of the binary property. */
  property: string;
  data: BinaryData;
}

export const filesOf = (items: readonly IndexedItem[]): BinaryFile[] =>
  items.flatMap(({ item, index }) =>
    Object.entries(item.binary ?? {}).map(([property, data]) => ({ item: index, property, data })),
  );

export const hasFiles = (items: readonly Item[]): boolean =>
  items.some(({ binary }) => binary !== undefined && Object.keys(binary).length > 0);

const units = ['B', 'kB', 'MB', 'GB'];

export const sizeText = (bytes: number): string => {
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${size >= 10 || unit === 0 ? Math.round(size) : size.toFixed(1)} ${units[unit]}`;
};

type Preview = 'image' | 'html' | 'text' | null;

/** What can be shown in place. Everything else is only offered for download: a file's content is nobody's to trust. */
export const previewOf = ({ mimeType }: BinaryData): Preview => {
  if (/^image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml)$/.test(mimeType)) return 'image';
  if (/^text\/html\b|^application\/xhtml\+xml\b/.test(mimeType)) return 'html';
  return /^text\/|^application\/(json|xml|yaml|x-yaml|javascript)\b|\+(json|xml)$/.test(mimeType) ? 'text' : null;
};

/**
 * A document of somebody's HTML that can do nothing but be read: no scripts, no requests, no links out of the frame that it is shown in. The policy
 * stands before anything of the text, and counts for all of it.
 */
export const inertPage = (html: string): string => {
  const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:";
  return [
    '<!doctype html>',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta http-equiv="x-dns-prefetch-control" content="off">',
    '<meta name="color-scheme" content="light">',
    html,
  ].join('');
};

export const nameOfFile = ({ data, property }: BinaryFile): string =>
  data.fileName ?? (data.fileExtension ? `${property}.${data.fileExtension}` : property);

const bytesOfBase64 = (text: string): Uint8Array<ArrayBuffer> => {
  const binary = atob(text);
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
};

/**
 * The bytes of a file: from the server's store, or out of the item itself.
 * @throws ApiError
 */
export const loadFile = async (data: BinaryData, signal?: AbortSignal): Promise<Blob> => {
  if (data.id === undefined) return new Blob([bytesOfBase64(data.data ?? '')], { type: data.mimeType });
  const path = data.id.split('/').map(encodeURIComponent).join('/');
  let response: Response;
  try {
    response = await fetch(`${apiBase}/data/${path}`, { headers: { sessionid: sessionId }, signal });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw networkFailure();
  }
  if (!response.ok) throw errorFromBody(response.status, await response.json().catch(() => undefined));
  return new Blob([await response.arrayBuffer()], { type: data.mimeType });
};
