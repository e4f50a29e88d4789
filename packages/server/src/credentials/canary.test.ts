import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openTestSqlite } from '../db/testing.ts';
import { createTestDispatcher } from '../executions/dispatcher.testing.ts';
import { createService } from '../executions/outbound/service.testing.ts';
import { serve } from '../platform/http/http.testing.ts';
import { silentLog } from '../platform/log.ts';
import { createOneProcess } from '../processes/processes.ts';
import { createTestResolver } from './resolver.testing.ts';

vi.setConfig({ testTimeout: 60_000 });

const canary = 'canary-5e1f-7c22-9b40';
const use = { httpHeaderAuth: { id: '1', name: 'httpHeaderAuth account' } };

const begin = (json: object) => ({
  start: { kind: 'trigger' as const, payload: { kind: 'items' as const, items: [{ json: json as never }] } },
  mode: 'manual' as const,
  sessionId: 'session',
  ranBy: 'somebody',
});

const createCanary = async () => {
  const database = await openTestSqlite();
  const resolver = createTestResolver({ type: 'httpHeaderAuth', data: { name: 'X-Canary', value: canary } });
  const made = await createTestDispatcher(database, {}, undefined, undefined, createOneProcess(silentLog), {
    resolver,
  });
  const folder = await mkdtemp(path.join(tmpdir(), 'millrace-canary-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const tables = async () => {
    const all = await database.db.introspection.getTables();
    const rows = all.map(({ name }) =>
      database.db
        .selectFrom(name as never)
        .selectAll()
        .execute(),
    );
    return JSON.stringify(await Promise.all(rows), (_, value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    );
  };
  return { ...made, resolver, heap: path.join(folder, 'heap'), tables };
};

test.each([200, 500])(
  'a secret is in the request and nowhere else: not in the memory of the worker, the record, or what is pushed (status %s)',
  async (status) => {
    const seen: unknown[] = [];
    const url = await serve((request, response) => {
      seen.push(request.headers['x-canary']);
      response.writeHead(status, { 'x-echo': `${request.headers['x-canary']}` }).end(JSON.stringify(request.headers));
    });
    const { store, begin: start, dispatcher: _, messages, heap, tables } = await createCanary();
    const version = await store(['start', 'signed'], { saveManualExecutions: true }, {}, use);
    const { ended } = await start(version, begin({ url, heap }));
    expect((await ended).status).toBe(status === 200 ? 'success' : 'error');
    expect(seen).toEqual([canary]);
    const places = { heap: await readFile(heap, 'utf8'), tables: await tables(), messages: JSON.stringify(messages) };
    for (const [place, text] of Object.entries(places)) {
      for (const form of [canary, btoa(canary)]) expect(text.includes(form), place).toBe(false);
      expect(text.toLowerCase().includes('x-canary'), `${place} holds what is not secret`).toBe(true);
    }
  },
);

test('a request that is asked for again after the loss of its worker is the same with its credential, and is made once', async () => {
  const service = await createService();
  const { store, begin: start, dispatcher } = await createCanary();
  const version = await store(['start', 'signed'], {}, {}, use);
  const { ended } = await start(version, begin({ url: service.url }));
  const { answer } = await service.until(1);
  for (const pid of dispatcher.workerPids()) process.kill(pid, 'SIGKILL');
  answer.end('done');
  expect((await ended).status).toBe('success');
  expect(service.calls.map(({ request }) => request.headers['x-canary'])).toEqual([canary]);
});

test('an execution whose workflow belongs to somebody else gets no credential of theirs', async () => {
  const { store, begin: start, resolver } = await createCanary();
  resolver.add({
    type: 'httpHeaderAuth',
    id: '2',
    name: 'Theirs',
    ownerId: 'nobody here',
    data: { name: 'X', value: canary },
  });
  const version = await store(['start', 'signed'], {}, {}, { httpHeaderAuth: { id: '2', name: 'Theirs' } });
  const { ended } = await start(version, begin({ url: 'http://127.0.0.1:1' }));
  expect((await ended).errorMessage).toBe('Credentials with name "Theirs" do not exist for "httpHeaderAuth".');
});
