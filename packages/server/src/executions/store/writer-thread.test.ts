import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openSqlite } from '../../db/sqlite.ts';
import { newExecution } from './execution-store.testing.ts';
import { isPassingFailure } from './failures.ts';
import { createWriterThread } from './writer-thread.ts';

const open = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'millrace-writer-'));
  const file = path.join(folder, 'millrace.sqlite');
  const database = await openSqlite(file);
  const store = createWriterThread(file);
  onTestFinished(async () => {
    await store.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });
  await database.db
    .insertInto('workflow_versions')
    .values({ workflow_id: null, name: '', graph: '{}', digest: '', created_at: 0 })
    .execute();
  return { database, store };
};

const row = newExecution(2, 1, { ranBy: 'someone', mode: 'trigger', status: 'queued', processId: null });

it('writes what other connections see when it is durable', async () => {
  const { database, store } = await open();
  const results = await store.write([
    { kind: 'create', row },
    { kind: 'claim', executionId: 2, processId: 'me' },
  ]);
  expect(results).toEqual([{ id: 2, staticData: null }, true]);
  const stored = await database.db.selectFrom('executions').select(['id', 'status', 'process_id']).execute();
  expect(stored).toEqual([{ id: 2, status: 'running', process_id: 'me' }]);
});

it('writes all of a group or nothing, and says why', async () => {
  const { database, store } = await open();
  const refused = { ...row, id: 3, versionId: 99 };
  const failure = await store
    .write([
      { kind: 'create', row },
      { kind: 'create', row: refused },
    ])
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'SQLITE_CONSTRAINT_FOREIGNKEY' });
  expect(isPassingFailure(failure)).toBe(false);
  expect(await database.db.selectFrom('executions').select('id').execute()).toEqual([]);
});

it('takes nothing more when it is closed', async () => {
  const { store } = await open();
  await store.close();
  const failure = await store.write([{ kind: 'create', row }]).catch((error: unknown) => error);
  expect(isPassingFailure(failure)).toBe(true);
});
