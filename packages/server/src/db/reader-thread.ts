import { Worker } from 'node:worker_threads';
import { type LongReads, longestRead, ReadTooLongError } from './long-reads.ts';

export interface ToReader {
  id: number;
  sql: string;
  parameters: readonly unknown[];
}

export type FromReader = 'ready' | { id: number; rows: unknown[] } | { id: number; failure: string };

/** Milliseconds without a read after which a thread ends. */
const idle = 30_000;

/** Threads that SQLite still keeps; while there are as many, no new one is started. */
const mostEnding = 4;

interface Reader {
  thread: Worker;
  /** It has opened the database. */
  ready: Promise<void>;
  isTaken: boolean;
  /** What it was asked for last. */
  under?: { id: number; resolve(rows: unknown[]): void; reject(error: Error): void; timer: NodeJS.Timeout };
  rest?: NodeJS.Timeout;
}

/**
 * Long reads on SQLite: each in a thread with a connection of its own, so many at a time. A read that takes too long fails; its thread goes when
 * SQLite comes back from it, and another takes its place.
 */
export const createReaderThreads = (
  file: string,
  { most = 2, limit = longestRead }: { most?: number; limit?: number } = {},
): LongReads & { close(): Promise<void> } => {
  const readers = new Set<Reader>();
  /** They end when SQLite comes back. */
  const ending = new Set<Worker>();
  const waiting: (() => void)[] = [];
  let lastId = 0;
  let isClosed = false;

  const end = (reader: Reader): void => {
    readers.delete(reader);
    clearTimeout(reader.rest);
    ending.add(reader.thread);
    void reader.thread.terminate();
    waiting.shift()?.();
  };

  const fail = (reader: Reader, error: Error): void => {
    const { under } = reader;
    reader.under = undefined;
    clearTimeout(under?.timer);
    end(reader);
    under?.reject(error);
  };

  const start = (): Reader => {
    const thread = new Worker(new URL('./reader-thread-main.ts', import.meta.url), { workerData: { file } });
    const { promise: ready, resolve } = Promise.withResolvers<void>();
    const reader: Reader = { thread, ready, isTaken: true };
    thread.unref();
    thread.on('message', (message: FromReader) => {
      if (message === 'ready') return resolve();
      const { under } = reader;
      if (under?.id !== message.id) return;
      reader.under = undefined;
      reader.isTaken = false;
      clearTimeout(under.timer);
      reader.rest = setTimeout(end, idle, reader).unref();
      if ('rows' in message) under.resolve(message.rows);
      else under.reject(new Error(message.failure));
      waiting.shift()?.();
    });
    const lost = () => {
      resolve();
      if (readers.has(reader)) fail(reader, new Error('The thread that reads the database has ended'));
    };
    thread.on('error', lost);
    thread.on('exit', () => {
      ending.delete(thread);
      lost();
      waiting.shift()?.();
    });
    readers.add(reader);
    return reader;
  };

  const take = async (): Promise<Reader> => {
    for (;;) {
      if (isClosed) throw new Error('The database is closed');
      for (const reader of readers)
        if (!reader.isTaken) {
          reader.isTaken = true;
          return reader;
        }
      if (readers.size < most && ending.size < mostEnding) return start();
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  };

  return {
    async read<T>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) {
      const reader = await take();
      clearTimeout(reader.rest);
      await reader.ready;
      if (!readers.has(reader)) throw new Error('The database cannot be read by a thread of its own');
      const { promise, resolve, reject } = Promise.withResolvers<unknown[]>();
      const timer = setTimeout(() => fail(reader, new ReadTooLongError('The read took too long')), limit);
      const id = ++lastId;
      reader.under = { id, resolve, reject, timer };
      reader.thread.postMessage({ id, sql, parameters } satisfies ToReader);
      return (await promise) as T[];
    },

    async close() {
      isClosed = true;
      for (const reader of [...readers]) fail(reader, new Error('The database is closed'));
      for (const wake of waiting.splice(0)) wake();
      await Promise.all([...ending].map((thread) => thread.terminate()));
    },
  };
};
