import { parentPort, workerData } from 'node:worker_threads';
import { connectSqlite } from '../../db/sqlite-connection.ts';
import { prepareWriter } from './sqlite-writer.ts';
import type { FromWriter, ToWriter } from './writer-thread.ts';

/** The thread of `writer-thread.ts`. */
const port = parentPort;
if (!port) throw new Error('This is the main module of a thread');
const connection = connectSqlite((workerData as { file: string }).file, 5000);
const write = prepareWriter(connection);

const failureOf = (error: unknown) => ({
  message: error instanceof Error ? error.message : String(error),
  code: (error as { code?: string } | null)?.code,
});

port.on('message', (message: ToWriter) => {
  if (message === 'close') {
    connection.close();
    port.close();
    return;
  }
  const { id, writes } = message;
  let answer: FromWriter;
  try {
    answer = { id, results: write(writes) };
  } catch (error) {
    answer = { id, failure: failureOf(error) };
  }
  port.postMessage(answer);
});
