import { constants, DatabaseSync } from 'node:sqlite';
import { openSyncChannel } from '../sync-channel.ts';
import { fillTables, readRows, type TableItem } from './tables.ts';

/** A process that runs SQL of people over items, each time in a database of its own in memory. Queries may read, and no more. */

const allowed = new Set([
  constants.SQLITE_SELECT,
  constants.SQLITE_READ,
  constants.SQLITE_FUNCTION,
  constants.SQLITE_RECURSIVE,
]);

const run = (query: string, inputs: readonly (readonly TableItem[])[]): string => {
  const db = new DatabaseSync(':memory:', { enableDoubleQuotedStringLiterals: true });
  try {
    const booleans = fillTables(db, inputs);
    db.setAuthorizer((action) => (allowed.has(action) ? constants.SQLITE_OK : constants.SQLITE_DENY));
    return JSON.stringify({ value: readRows(db, query, booleans), staticData: {} });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return JSON.stringify({
      failure: {
        name: 'Error',
        message: message === 'not authorized' ? 'The query may only read: begin it with SELECT' : message,
      },
    });
  } finally {
    db.close();
  }
};

const { permission } = process as unknown as { permission: { drop(scope: string): void } };
permission.drop('fs.read');
const channel = openSyncChannel();
channel.receive();
for (;;) {
  channel.send({ type: 'ready' });
  const { head, bytes } = channel.receive();
  if (head.type !== 'run') continue;
  const { inputs } = JSON.parse(bytes.toString()) as { inputs: TableItem[][] };
  channel.send({ type: 'done' }, Buffer.from(run(head.request.source, inputs)));
}
