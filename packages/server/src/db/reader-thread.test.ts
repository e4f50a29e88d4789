import path from 'node:path';
import SqliteConnection from 'better-sqlite3';
import { CompiledQuery } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { ReadTooLongError } from './long-reads.ts';
import { createReaderThreads } from './reader-thread.ts';
import { temporaryFolder } from './testing.ts';

const open = async (options?: Parameters<typeof createReaderThreads>[1]) => {
  const file = path.join(await temporaryFolder(), 'a.sqlite');
  const database = new SqliteConnection(file);
  onTestFinished(() => void database.close());
  database.exec('create table numbers (n); insert into numbers values (1), (2)');
  const readers = createReaderThreads(file, options);
  onTestFinished(() => readers.close());
  return { database, read: (text: string, ...values: unknown[]) => readers.read(CompiledQuery.raw(text, values)) };
};

/** It takes seconds. */
const endless = 'with recursive c(x) as (select 1 union all select x + 1 from c limit 6000000) select count(*) from c';

test('reads see what was committed, write nothing, and fail as SQLite says', async () => {
  const { database, read } = await open();
  expect(await read('select n from numbers where n > ?', 1)).toEqual([{ n: 2 }]);
  database.exec('insert into numbers values (3)');
  expect(await read('select count(*) as count from numbers')).toEqual([{ count: 3 }]);
  await expect(read('select missing from numbers')).rejects.toThrow('no such column: missing');
  await expect(read('delete from numbers returning n')).rejects.toThrow('readonly');
});

test('more than there are threads for wait for their turn', async () => {
  const { read } = await open({ most: 2 });
  const all = await Promise.all(Array.from({ length: 20 }, (_, index) => read('select ? as n', index)));
  expect(all.flat()).toEqual(all.map((_, n) => ({ n })));
});

test('one that takes too long fails, and others go on', async () => {
  const { read } = await open({ most: 1, limit: 200 });
  await expect(read(endless)).rejects.toThrow(ReadTooLongError);
  expect(await read('select 1 as one')).toEqual([{ one: 1 }]);
});
