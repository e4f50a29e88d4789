import { expect, onTestFinished, test, vi } from 'vitest';
import { createMillraceProcess } from '../chaos/processes.testing.ts';
import { freePort } from '../db/postgres-server.testing.ts';
import { createTestPostgres, temporaryFolder } from '../db/testing.ts';
import { activateWith, callerOf, nodeClass } from './packages.testing.ts';
import { startTestRegistry } from './registry.testing.ts';

vi.setConfig({ testTimeout: 180_000 });

const name = 'n8n-nodes-thing';
const soon = { timeout: 20_000, interval: 20 };

/** Two server processes as an operator starts them, on one PostgreSQL and one data folder. */
const startTwo = async () => {
  const registry = await startTestRegistry();
  onTestFinished(() => registry.close());
  const env = {
    MILLRACE_DATABASE_URL: await createTestPostgres(),
    MILLRACE_DATA: await temporaryFolder(),
    MILLRACE_WORKERS: '1',
    MILLRACE_PACKAGES: 'true',
    MILLRACE_PACKAGE_REGISTRY: registry.url,
  };
  const start = async (processName: string) => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const millrace = createMillraceProcess({
      name: processName,
      args: ['start'],
      env: { ...env, MILLRACE_PORT: String(port) },
    });
    onTestFinished(() => millrace.kill());
    await millrace.start();
    return { ...millrace, url, call: callerOf({ url }) };
  };
  const first = await start('first');
  await fetch(`${first.url}/rest/owner/skip-setup`, { method: 'POST' });
  return { registry, first, second: await start('second') };
};

test('two servers on one PostgreSQL agree on a package: what one installs, updates or removes, both run', async () => {
  const { registry, first, second } = await startTwo();
  const says = (word: string) => ({ 'Thing.node.js': nodeClass('Thing', `return [[{ json: { said: '${word}' } }]];`) });
  registry.publish(name, '1.0.0', says('one'));
  registry.publish(name, '2.0.0', says('two'));
  /** What each server says of the version, which it has from the table, and of the node types, which it has itself. */
  const seen = () =>
    Promise.all(
      [first, second].map(async ({ call }) => {
        const { packages } = await call<{ packages: { version: string; nodes: unknown[]; problem?: string }[] }>(
          'GET',
          '/packages',
        );
        return packages.map(({ version, nodes, problem }) => problem ?? `${version}: ${nodes.length}`);
      }),
    );

  await first.call('POST', '/packages', { name, version: '1.0.0' });
  await vi.waitFor(async () => expect(await seen()).toEqual([['1.0.0: 1'], ['1.0.0: 1']]), soon);
  await activateWith(first.call, first, { type: `${name}.thing` }, 'thing');
  /** Whichever executes: each call comes to one of them, and any may claim it. */
  const answers = () =>
    Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const response = await fetch(`${(index % 2 ? first : second).url}/webhook/thing`);
        return response.status === 200 ? ((await response.json()) as { said: string }).said : response.status;
      }),
    );
  expect(new Set(await answers())).toEqual(new Set(['one']));

  await second.call('PATCH', '/packages', { name, version: '2.0.0' });
  await vi.waitFor(async () => expect(await seen()).toEqual([['2.0.0: 1'], ['2.0.0: 1']]), soon);
  expect(new Set(await answers())).toEqual(new Set(['two']));

  await first.kill();
  expect(await second.call('DELETE', `/packages?name=${name}`)).toEqual({ name });
  await first.start();
  await vi.waitFor(async () => expect(await seen()).toEqual([[], []]), soon);
  expect(new Set(await answers())).toEqual(new Set([500]));
});
