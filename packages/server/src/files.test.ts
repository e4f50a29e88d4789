import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Execution } from '@millrace/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startTestServer } from './testing.ts';

// Whole servers start here, on machines that may be busy with other tests.
vi.setConfig({ testTimeout: 60_000 });

const node = (name: string, type: string, parameters: object, typeVersion = 1) => ({
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion,
  position: [0, 0],
  parameters,
});
const wire = (to: string) => ({ main: [[{ node: to, type: 'main', index: 0 }]] });

/** Takes a file, writes it where the query says, and gives what is found by a pattern. */
const keeper = {
  name: 'Keeper',
  active: true,
  nodes: [
    node('Webhook', 'webhook', {
      path: 'keep',
      httpMethod: 'POST',
      responseMode: 'lastNode',
      responseData: 'allEntries',
      options: { binaryData: true },
    }),
    node('Write', 'readWriteFile', { operation: 'write', fileName: '={{ $json.query.to }}' }),
    node('Read', 'readWriteFile', { fileSelector: "={{ $('Webhook').item.json.query.find }}" }),
  ],
  connections: { Webhook: wire('Write'), Write: wire('Read') },
};

test('files of the machine, as an instance has them that nobody has set up', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.stop(), 60_000);
  const json = { 'content-type': 'application/json' };
  await fetch(`${server.url}/rest/workflows`, { method: 'POST', headers: json, body: JSON.stringify(keeper) });
  const keep = (to: string, find: string) =>
    fetch(`${server.url}/webhook/keep?${new URLSearchParams({ to, find })}`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: 'hello',
    });
  const lastError = async (id: number) => {
    const answer = await fetch(`${server.url}/rest/executions/${id}`);
    return ((await answer.json()) as { data: Execution }).data.data.resultData.error?.message;
  };

  const answer = await keep('letters/a.txt', '**/*');
  expect(await answer.json()).toEqual([expect.objectContaining({ fileName: 'a.txt', fileSize: 5, fileType: 'text' })]);
  const folder = path.join(server.dataFolder, 'files');
  expect(await readFile(path.join(folder, 'letters/a.txt'), 'utf8')).toBe('hello');

  const before = await readdir(server.dataFolder);
  await symlink(server.dataFolder, path.join(folder, 'link'));
  await mkdir(path.join(folder, 'x'));
  const attacks = [
    '../encryption.key',
    '/etc/cron.d/x',
    '/proc/self/environ',
    path.join(server.dataFolder, 'x'),
    'link/x',
  ];
  for (const [index, to] of attacks.entries()) {
    expect((await keep(to, to)).status).toBe(500);
    expect(await lastError(index + 2)).toContain('lies outside of the folders that nodes may use');
  }
  expect(await readdir(server.dataFolder)).toEqual(before);
});

/** What a server has kept, by its API. */
const asking = (url: () => string) => {
  const ask = async <T>(at: string, body?: object): Promise<T> => {
    const response = await fetch(`${url()}${at}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    return ((await response.json()) as { data: T }).data;
  };
  return {
    ask,
    executions: async () => (await ask<{ results: Execution[] }>('/rest/executions')).results,
    items: async (id: number, name: string) =>
      (await ask<Execution>(`/rest/executions/${id}`)).data.resultData.runData[name]?.[0]?.data?.main?.[0]?.map(
        ({ json }) => json,
      ),
  };
};

const commanding = {
  name: 'Commanding',
  active: true,
  nodes: [
    node('Webhook', 'webhook', {
      path: 'run',
      httpMethod: 'POST',
      responseMode: 'lastNode',
      responseData: 'allEntries',
    }),
    node('Run; touch x #', 'executeCommand', { command: 'env; pwd' }),
  ],
  connections: { Webhook: wire('Run; touch x #') },
};

test('commands run where the operator allows it, in the folder of files and without what the server was started with', async () => {
  const run = async (commands: boolean) => {
    const server = await startTestServer({ commands, encryptionKey: 'canary-canary-canary-canary-canary' });
    onTestFinished(() => server.stop(), 60_000);
    await asking(() => server.url).ask('/rest/workflows', commanding);
    const answer = await fetch(`${server.url}/webhook/run`, { method: 'POST' });
    const [execution] = await asking(() => server.url).executions();
    return { server, status: answer.status, text: await answer.text(), execution };
  };
  const off = await run(false);
  expect(off.status).toBe(500);
  expect(off.execution?.status).toBe('error');
  const on = await run(true);
  expect(on.status).toBe(200);
  const [{ stdout }] = JSON.parse(on.text) as [{ stdout: string }];
  expect(stdout).toContain('PATH=');
  expect(stdout).not.toMatch(/canary|MILLRACE|NODE_/);
  expect(await readdir(on.server.dataFolder)).not.toContain('x');
});

test('a folder that is watched starts executions, once for each file, also for what came while the server was stopped', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.stop(), 60_000);
  const folder = path.join(server.dataFolder, 'files', 'inbox');
  await mkdir(folder, { recursive: true });
  const { ask, executions, items } = asking(() => server.url);
  await ask('/rest/workflows', {
    name: 'Watching',
    active: true,
    nodes: [
      node('Watch', 'localFileTrigger', { triggerOn: 'folder', path: 'inbox', events: ['add'] }),
      node('Read', 'readWriteFile', { fileSelector: '={{ $json.path }}' }),
    ],
    connections: { Watch: wire('Read') },
  });
  const names = async () =>
    (await Promise.all((await executions()).map(({ id }) => items(Number(id), 'Read')))).map(
      (found) => found?.[0]?.fileName,
    );
  let count = 0;
  // Until the trigger listens, which takes a moment, a file is one that was there.
  await expect
    .poll(
      async () => {
        await writeFile(path.join(folder, `early-${count++}`), 'x');
        return (await names()).length;
      },
      { timeout: 30_000, interval: 500 },
    )
    .toBeGreaterThan(0);
  await writeFile(path.join(folder, 'a.txt'), 'x');
  await expect.poll(names, { timeout: 30_000 }).toContain('a.txt');
  const restarting = server.restart();
  await writeFile(path.join(folder, 'b.txt'), 'x');
  await restarting;
  await expect.poll(names, { timeout: 30_000 }).toContain('b.txt');
  await writeFile(path.join(folder, 'c.txt'), 'x');
  await expect.poll(names, { timeout: 30_000 }).toContain('c.txt');
  const all = await names();
  expect(new Set(all).size).toBe(all.length);
});
