import { once } from 'node:events';
import path from 'node:path';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import SqliteConnection from 'better-sqlite3';
import fastify from 'fastify';

/**
 * What the machine allows: a server that answers each call by way of a thread and writes two rows for it, with the disk waited for and all that
 * waits in one transaction, and does nothing else. No engine, no routing, no isolation. Measured beside Millrace it says how much of a figure
 * is the machine's doing.
 *
 *     node bare-path.ts <folder>
 *
 * Prints its address.
 */

interface Call {
  id: number;
  body: { name: string };
}
interface Answer {
  id: number;
  text: string;
}
type Write = { input: string } | Answer;

/** Gathers what is added in one turn of the event loop. */
const gather = <T>(when: (flush: () => void) => void, take: (all: T[]) => void) => {
  let waiting: T[] = [];
  return (one: T) => {
    waiting.push(one);
    if (waiting.length > 1) return;
    when(() => {
      const all = waiting;
      waiting = [];
      take(all);
    });
  };
};

const serve = async (folder: string): Promise<void> => {
  const database = new SqliteConnection(path.join(folder, 'bare-path.sqlite'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec('create table runs (id integer primary key, status text not null, input text not null, output text)');
  const insert = database.prepare(`insert into runs (status, input) values ('running', ?)`);
  const update = database.prepare(`update runs set status = 'success', output = ? where id = ?`);
  const commit = database.transaction((writes: Write[]) =>
    writes.map((write) => {
      if ('input' in write) return Number(insert.run(write.input).lastInsertRowid);
      update.run(write.text, write.id);
      return write.id;
    }),
  );
  const addWrite = gather<{ write: Write; resolve: (id: number) => void }>(setImmediate, (all) => {
    const ids = commit(all.map(({ write }) => write));
    for (const [index, { resolve }] of all.entries()) resolve(ids[index] as number);
  });
  const write = (one: Write) => new Promise<number>((resolve) => addWrite({ write: one, resolve }));

  const thread = new Worker(new URL(import.meta.url));
  const expected = new Map<number, (text: string) => void>();
  thread.on('message', (answers: Answer[]) => {
    for (const { id, text } of answers) {
      expected.get(id)?.(text);
      expected.delete(id);
    }
  });
  const addCall = gather<Call>(process.nextTick, (calls) => thread.postMessage(calls));
  const execute = (call: Call) =>
    new Promise<string>((resolve) => {
      expected.set(call.id, resolve);
      addCall(call);
    });

  const app = fastify();
  app.post<{ Body: Call['body'] }>('/', async ({ body }, reply) => {
    const id = await write({ input: JSON.stringify(body) });
    const text = await execute({ id, body });
    await write({ id, text });
    return reply.type('application/json').send(text);
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  process.stdout.write(`${address}\n`);
  process.once('SIGTERM', () => process.exit(0));
  await once(thread, 'exit');
};

const answer = ({ id, body }: Call): Answer => ({
  id,
  text: JSON.stringify({ ...body, greeting: `Hello ${body.name}`, shout: body.name.toUpperCase() }),
});

if (isMainThread) await serve(process.argv[2] ?? '.');
else parentPort?.on('message', (calls: Call[]) => parentPort?.postMessage(calls.map(answer)));
