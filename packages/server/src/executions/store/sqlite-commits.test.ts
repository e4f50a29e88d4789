import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import SqliteConnection from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import type { OpenDatabase } from '../../db/database.ts';
import { openSqlite } from '../../db/sqlite.ts';
import { createSqliteCommits } from './sqlite-commits.ts';

const open = async (waits: () => number) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'millrace-commits-'));
  const file = path.join(folder, 'millrace.sqlite');
  const database = await openSqlite(file);
  onTestFinished(async () => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });
  let handed = 0;
  const commits = createSqliteCommits({
    exclusively: database.exclusively as NonNullable<OpenDatabase['exclusively']>,
    thread: {
      async write() {
        handed++;
        return [false];
      },
      close: async () => {},
    },
    measure(work) {
      work();
      return waits();
    },
  });
  const claim = () => commits.write([{ kind: 'claim', executionId: 1, processId: 'me' }]);
  return { commits, claim, handed: () => handed, file };
};

test('a quick disk is written to here, and single slow commits prove nothing', async () => {
  let count = 0;
  const { claim, handed } = await open(() => (++count % 8 === 0 ? 0 : 100));
  for (let round = 0; round < 20; round++) await claim();
  expect(handed()).toBe(0);
});

test('a disk that is always slow is left to the thread', async () => {
  const { claim, handed } = await open(() => 5);
  for (let round = 0; round < 8; round++) await claim();
  expect(handed()).toBe(0);
  await claim();
  await claim();
  expect(handed()).toBe(2);
});

test('a database that another program holds is left to the thread', async () => {
  const { claim, handed, file } = await open(() => 0);
  const other = new SqliteConnection(file);
  onTestFinished(() => void other.close());
  other.exec('begin immediate');
  await claim();
  expect(handed()).toBe(1);
  other.exec('rollback');
  await claim();
  expect(handed()).toBe(1);
});

test('long texts, and what comes after the end, are left to the thread', async () => {
  const { commits, claim, handed } = await open(() => 0);
  const node = { position: 0, node: 'A', task: '{}', outputs: '{"main":[1]}', data: 'x'.repeat(100_000) };
  await commits.write([{ kind: 'record', executionId: 1, processId: 'me', inFlight: null, nodes: [node], items: [] }]);
  expect(handed()).toBe(1);
  await commits.close();
  await claim();
  expect(handed()).toBe(2);
});
