import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { seededRandom } from '@millrace/engine/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../db/postgres-server.testing.ts';
import { createTestPostgres } from '../db/testing.ts';
import { startService } from '../triggers/service.testing.ts';
import { childrenOf, createMillraceProcess, type MillraceProcess } from './processes.testing.ts';
import { openStored } from './stored.testing.ts';

/**
 * A feed that is polled and a queue that is listened to, while the processes that do so are killed with SIGKILL at random moments: each entry and each
 * message has exactly one execution in the end.
 */

const program = new URL('./triggers-main.testing.ts', import.meta.url);
/** Every two seconds: each of them fires once a minute. */
const pollTimes = {
  item: Array.from({ length: 30 }, (_, index) => ({ mode: 'custom', cronExpression: `${index * 2} * * * * *` })),
};

const startCluster = async (database: 'sqlite' | 'postgres') => {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'millrace-triggers-'));
  onTestFinished(() => rm(dataFolder, { recursive: true, force: true }));
  const databaseUrl = database === 'postgres' ? await createTestPostgres() : undefined;
  const servers: { millrace: MillraceProcess; url: string }[] = [];
  for (let index = 0; index < (databaseUrl ? 2 : 1); index++) {
    const port = await freePort();
    const env = {
      MILLRACE_DATA: dataFolder,
      MILLRACE_PORT: String(port),
      MILLRACE_PRUNE: 'false',
      ...(databaseUrl && { MILLRACE_DATABASE_URL: databaseUrl }),
    };
    const millrace = createMillraceProcess({ name: `server ${index}`, args: [], env, program });
    onTestFinished(async () => void (await millrace.stop()));
    await millrace.start();
    servers.push({ millrace, url: `http://127.0.0.1:${port}` });
  }
  const stored = await openStored(databaseUrl === undefined ? { dataFolder } : { databaseUrl });
  onTestFinished(() => stored.close());
  return { servers, stored };
};

const activate = async (url: string, type: string, parameters: object): Promise<void> => {
  const node = { name: 'Trigger', type: `test.${type}`, typeVersion: 1, position: [0, 0], parameters };
  const response = await fetch(`${url}/rest/workflows`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: type, active: true, nodes: [node], connections: {} }),
  });
  expect(response.status, await response.text()).toBe(200);
};

test.each(['sqlite', 'postgres'] as const)(
  'on %s a poll and a listener lose and double nothing while processes are killed',
  { timeout: 180_000 },
  async (database) => {
    const random = seededRandom(Number(process.env.CHAOS_SEED ?? Math.floor(Math.random() * 2 ** 31)));
    const service = await startService();
    onTestFinished(() => service.close());
    const { servers, stored } = await startCluster(database);
    await activate(servers[0]!.url, 'feed', { url: service.url, pollTimes });
    await activate(servers[0]!.url, 'queue', { port: service.queuePort });
    const found = async () => {
      const outputs = await stored.outputs();
      return {
        feed: outputs.filter((id) => typeof id === 'number'),
        queue: outputs.filter((id) => typeof id === 'string'),
      };
    };

    for (let round = 0; round < 5; round++) {
      const server = servers[Math.floor(random() * servers.length)]!;
      for (let count = 0; count < 4; count++) {
        service.entries.push({ id: service.entries.length + 1 });
        service.publish(`${round}-${count}`);
      }
      // In the middle of a poll, or after some of the messages were acknowledged.
      const [asked, done] = [service.asked.length, service.acknowledged.length];
      const moment = Math.floor(random() * 3);
      await vi.waitFor(
        () => expect(service.asked.length > asked || service.acknowledged.length > done + moment).toBe(true),
        { timeout: 20_000, interval: 2 },
      );
      const children = server.millrace.pid === undefined ? [] : await childrenOf(server.millrace.pid);
      const child = random() < 0.3 ? children[Math.floor(random() * children.length)] : undefined;
      if (child === undefined) {
        await server.millrace.kill();
        await server.millrace.start();
      } else process.kill(child, 'SIGKILL');
    }

    await vi.waitFor(
      async () => {
        expect([...service.messages.keys()]).toEqual([]);
        expect(new Set((await found()).feed).size).toBe(service.entries.length);
      },
      { timeout: 60_000, interval: 500 },
    );
    const { feed, queue } = await found();
    expect(feed.toSorted((a, b) => Number(a) - Number(b))).toEqual(service.entries.map(({ id }) => id));
    const published = Array.from({ length: 20 }, (_, index) => `${Math.floor(index / 4)}-${index % 4}`);
    expect(queue.toSorted()).toEqual(published);
  },
);
