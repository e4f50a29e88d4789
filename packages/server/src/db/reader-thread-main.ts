import { parentPort, workerData } from 'node:worker_threads';
import SqliteConnection from 'better-sqlite3';
import type { FromReader, ToReader } from './reader-thread.ts';

/** The thread of `reader-thread.ts`. */
const port = parentPort;
if (!port) throw new Error('This is the main module of a thread');
const connection = new SqliteConnection((workerData as { file: string }).file, { readonly: true, timeout: 5000 });

const read = ({ id, sql, parameters }: ToReader): FromReader => {
  try {
    return { id, rows: connection.prepare(sql).all(...parameters) };
  } catch (error) {
    return { id, failure: error instanceof Error ? error.message : String(error) };
  }
};

port.postMessage('ready' satisfies FromReader);
port.on('message', (message: ToReader) => port.postMessage(read(message)));
