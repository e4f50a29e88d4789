import type { Readable } from 'node:stream';

/** First and last byte, both included, counted from 0; both lie in the file. */
export interface ByteRange {
  first: number;
  last: number;
}

/** Bytes to be sent. Whoever does not read the stream to its end destroys it. */
export interface OpenBytes {
  stream: Readable;
  /** Bytes of the whole file, whatever the range. */
  size: number;
}

/**
 * A place that keeps bytes under ids of the form `<execution>/<uuid>`, which have been checked before they come here. All of them
 * throw BinaryStorageError when the place cannot be used.
 */
export interface ByteHome {
  /** Nothing stays behind if the content fails half way. Resolves when the bytes are durable. */
  put(id: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>;
  /** Bytes of the file; undefined if there is none. */
  size(id: string): Promise<number | undefined>;
  open(id: string, range?: ByteRange): Promise<OpenBytes | undefined>;
  deleteExecutions(executionIds: readonly string[]): Promise<void>;
  /** Names under which files lie here, with the time in epoch milliseconds at which the newest of them came. */
  owners(): Promise<Map<string, number>>;
  /** Finds out now whether bytes can be kept here. */
  check(): Promise<void>;
  close(): Promise<void>;
}
