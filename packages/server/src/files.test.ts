import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
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
