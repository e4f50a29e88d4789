import { expect, it } from 'vitest';
import { forEachDatabase, openTestSqlite } from '../../db/testing.ts';
import { createExecutionStore } from './execution-store.ts';

forEachDatabase('ids of executions', (open) => {
  it('are drawn once each, in their order', async () => {
    const { nextId } = createExecutionStore(await open());
    const ids = await Promise.all(Array.from({ length: 2500 }, nextId));
    expect(new Set(ids).size).toBe(2500);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
  });
});

it('no id is given again after a crash, and none is left out after an orderly stop', async () => {
  const database = await openTestSqlite();
  const crashed = createExecutionStore(database);
  const last = await crashed.nextId();
  const next = createExecutionStore(database);
  const id = await next.nextId();
  expect(id).toBeGreaterThan(last);
  await next.close();
  expect(await createExecutionStore(database).nextId()).toBe(id + 1);
});

it('a database that cannot be written gives no id, and gives one when it can', async () => {
  const database = await openTestSqlite();
  const { nextId } = createExecutionStore(database);
  const pragma = (text: string) => database.exclusively?.((connection) => connection.pragma(text));
  await pragma('query_only = 1');
  const refused = await Promise.allSettled([nextId(), nextId()]);
  expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await pragma('query_only = 0');
  expect(await nextId()).toBe(1);
});
