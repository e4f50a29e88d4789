import SqliteConnection from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTestApp } from './app.testing.ts';
import { createApp } from './app.ts';
import { UncertainWriteError } from './executions/store/failures.ts';
import { createStartedFiles } from './triggers/started-files.ts';
import { createHook } from './triggers/webhooks/hook.ts';
import { createBodyParser } from './triggers/webhooks/parsing/body-parser.ts';
import { registerWebhooks } from './triggers/webhooks/serve.ts';

const workflow = (size: number) => ({
  name: 'Large',
  nodes: [],
  connections: {},
  settings: {},
  meta: { note: 'x'.repeat(size) },
});

const open = async () => {
  const { app, clock, database, db } = await createTestApp();
  const save = (size: number) => app.inject({ method: 'POST', url: '/rest/workflows', payload: workflow(size) });
  const count = async () => (await db.selectFrom('workflows').select('id').execute()).length;
  const pragma = (text: string) => database.exclusively!((connection) => connection.pragma(text));
  const readiness = async () => {
    clock.time += 1000;
    return (await app.inject('/healthz/readiness')).statusCode;
  };
  return { app, database, db, save, count, pragma, readiness };
};

const isUnavailable = (answer: { statusCode: number; headers: Record<string, unknown>; json: () => unknown }) => {
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('5');
  expect(answer.json()).toMatchObject({ error: 'storageUnavailable' });
};

describe('a request is 503 and changes nothing', () => {
  test('while the disk is full, and goes through when there is room', async () => {
    const { save, count, pragma, readiness } = await open();
    const [{ page_count: pages }] = (await pragma('page_count')) as [{ page_count: number }];
    await pragma(`max_page_count = ${pages + 5}`);
    expect(await readiness()).toBe(200);
    isUnavailable(await save(200_000));
    expect(await readiness()).toBe(503);
    expect(await count()).toBe(0);
    await pragma('max_page_count = 1000000');
    expect(await readiness()).toBe(200);
    expect((await save(200_000)).statusCode).toBe(200);
    expect(await count()).toBe(1);
  });

  test('while the database may not be written, and goes through when it may', async () => {
    const { app, save, count, pragma, readiness } = await open();

    expect((await app.inject({ method: 'POST', url: '/rest/workflows', payload: workflow(10) })).statusCode).toBe(200);
    await pragma('query_only = 1');
    isUnavailable(await save(10));
    isUnavailable(await app.inject({ method: 'PATCH', url: '/rest/workflows/1', payload: { name: 'Other' } }));
    isUnavailable(await app.inject({ method: 'DELETE', url: '/rest/workflows/1' }));
    expect(await readiness()).toBe(503);
    await pragma('query_only = 0');
    expect(await readiness()).toBe(200);
    expect((await save(10)).statusCode).toBe(200);
    expect(await count()).toBe(2);
  });

  test('while another program locks the database, which can still be read', async () => {
    const { app, database, save, count } = await open();
    const file = await database.exclusively!((connection) => connection.name);
    const other = new SqliteConnection(file);
    onTestFinished(() => void other.close());
    other.exec('begin immediate');
    isUnavailable(await save(10));
    expect((await app.inject('/rest/workflows')).statusCode).toBe(200);
    other.exec('rollback');
    expect((await save(10)).statusCode).toBe(200);
    expect(await count()).toBe(1);
  });
});

test('a transaction that the database has ended by itself says why', async () => {
  const { db, pragma } = await open();
  const [{ page_count: pages }] = (await pragma('page_count')) as [{ page_count: number }];
  await pragma(`max_page_count = ${pages}`);
  const attempt = db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('instance')
      .values({ key: 'a', value: 'x'.repeat(200_000) })
      .execute();
  });
  await expect(attempt).rejects.toMatchObject({ code: 'SQLITE_FULL' });
});

/** An app with one webhook, whose executions fail to be stored. */
const openWebhook = async (failure: Error) => {
  const { services } = await createTestApp();
  const fail = () => Promise.reject(failure);
  const parser = createBodyParser({ log: services.log });
  const hooks = [
    createHook({ method: 'POST', path: 'x', responseMode: 'onReceived' }, fail),
    createHook({ method: 'POST', path: 'late', responseMode: 'lastNode' }, async () => {
      const notStored = await fail().catch((error: unknown) => error);
      const ended = Promise.resolve({ status: 'crashed' as const, notStored });
      return { executionId: 7, response: Promise.resolve(undefined), ended };
    }),
  ];
  const find = (_: string, path: string) => {
    const entry = hooks.find(({ spec }) => spec.path === path);
    return entry && { entry, params: {} };
  };
  const app = createApp({
    ...services,
    registerWebhooks: (scope) =>
      registerWebhooks(scope, {
        endpoints: [{ name: 'webhook', source: { find, methods: () => [], hint: '' } }],
        address: () => 'http://localhost/',
        openFiles: createStartedFiles({ ...services, reserve: fail }),
        binary: services.binary,
        parser,
        authorize: async () => undefined,
        abandon: async () => {},
        log: services.log,
      }),
  });
  onTestFinished(() => app.close());
  onTestFinished(() => parser.close());
  return app;
};

test('a call of a webhook is 503 while its run cannot be stored', async () => {
  const app = await openWebhook(Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' }));
  isUnavailable(await app.inject({ method: 'POST', url: '/webhook/x', payload: { a: 1 } }));
  isUnavailable(await app.inject({ method: 'POST', url: '/webhook/late', payload: { a: 1 } }));
  const boundary = 'b';
  const payload = `--${boundary}\r\ncontent-disposition: form-data; name="f"; filename="f.txt"\r\n\r\nbytes\r\n--${boundary}--\r\n`;
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  isUnavailable(await app.inject({ method: 'POST', url: '/webhook/x', payload, headers }));
});

test('a call of a webhook whose run may be stored or not is told so, and not to try again', async () => {
  const app = await openWebhook(new UncertainWriteError(new Error('Connection terminated')));
  const answer = await app.inject({ method: 'POST', url: '/webhook/x', payload: { a: 1 } });
  expect(answer.statusCode).toBe(500);
  expect(answer.headers['retry-after']).toBeUndefined();
  expect(answer.json()).toMatchObject({
    error: 'outcomeUnknown',
    message: expect.stringContaining('may or may not have been carried out'),
  });
});
