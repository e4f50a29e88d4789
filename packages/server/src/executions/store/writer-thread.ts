import { Worker } from 'node:worker_threads';
import type { ExecutionWrite, ExecutionWriter, WriteResult } from './writes.ts';

/**
 * Groups of writes on SQLite, in a thread with a connection of its own: a commit waits for the disk, and the process that serves HTTP and
 * hears its workers would wait with it. The thread begins with the first group that it gets.
 */

export type ToWriter = { id: number; writes: readonly ExecutionWrite[] } | 'close';

/** `code` is SQLite's. */
export type FromWriter =
  | { id: number; results: WriteResult[] }
  | { id: number; failure: { message: string; code: string | undefined } };

class WriteError extends Error {
  override name = 'WriteError';
  readonly code: string | undefined;

  constructor({ message, code }: { message: string; code: string | undefined }) {
    super(message);
    this.code = code;
  }
}

/** A thread that has ended says nothing of what it was to write; SQLite has undone what was not committed. */
const lost = { message: 'The thread that writes to the database has ended', code: 'SQLITE_IOERR' };

/** Megabytes for what lives shortly, which is all that it has; Node would give it up to 96. */
const youngMegabytes = 8;

export const createWriterThread = (file: string): ExecutionWriter => {
  const awaited = new Map<number, { resolve(results: WriteResult[]): void; reject(error: Error): void }>();
  let thread: Worker | undefined;
  let lastId = 0;
  let isClosed = false;

  const receive = (message: FromWriter) => {
    const waiting = awaited.get(message.id);
    awaited.delete(message.id);
    if ('results' in message) waiting?.resolve(message.results);
    else waiting?.reject(new WriteError(message.failure));
  };

  const start = (): Worker => {
    const started = new Worker(new URL('./writer-thread-main.ts', import.meta.url), {
      workerData: { file },
      resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes },
    });
    started.on('message', receive);
    // What it failed with is told by its end.
    started.on('error', () => {});
    started.on('exit', () => {
      if (thread === started) thread = undefined;
      for (const { reject } of awaited.values()) reject(new WriteError(lost));
      awaited.clear();
    });
    return started;
  };
  return {
    write(writes) {
      if (isClosed) return Promise.reject(new WriteError(lost));
      thread ??= start();
      const id = ++lastId;
      thread.postMessage({ id, writes } satisfies ToWriter);
      return new Promise((resolve, reject) => awaited.set(id, { resolve, reject }));
    },

    async close() {
      isClosed = true;
      const last = thread;
      if (!last) return;
      const ended = new Promise((resolve) => last.once('exit', resolve));
      last.postMessage('close' satisfies ToWriter);
      await ended;
    },
  };
};
