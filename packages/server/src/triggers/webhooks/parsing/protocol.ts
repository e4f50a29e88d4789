import type { BadBodyError } from './bad-body.ts';
import type { ContentOptions } from './parse-content.ts';

/** Descriptor of the socket to the serving process, in the other one. */
export const parserDescriptor = 3;

/** From the serving process; the bytes are the body. */
export type ParseRequest = ContentOptions;

/** The answer: the bytes are JSON in UTF-8, and then the files. */
export type ParseAnswer =
  | { isRead: true; bodyBytes: number; files: { field: string; fileName: string; mimeType: string; size: number }[] }
  /** What is wrong with the body. */
  | { isRead: false; message: string; error: BadBodyError['error'] };
