import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished, vi } from 'vitest';
import { type EndWithParent, endWithParent, watchParentVariable } from './end-with-parent.ts';
import { isAlive } from './is-alive.testing.ts';

vi.setConfig({ testTimeout: 30_000 });

/** A process that starts a worker, lets it spin without end, and says its process id. */
const parentOfSpinning = (guard: EndWithParent) => `
  import { startWorkerProcess } from ${JSON.stringify(new URL('./worker-process.ts', import.meta.url).href)};
  const worker = startWorkerProcess({
    entry: new URL(${JSON.stringify(new URL('../worker/main-for-test.ts', import.meta.url).href)}),
    heapMegabytes: 64,
    guard: ${JSON.stringify(guard)},
    onMessages(messages) {
      for (const { type } of messages) {
        if (type === 'ready') start();
        if (type === 'response') process.stdout.write(worker.pid + '\\n');
      }
    },
    onExit() {},
  });
  const start = () => {
    const nodes = ['start', 'spin'].map((name) => ({ name, type: 'test.' + name, position: [0, 0] }));
    const connections = { start: { main: [[{ node: 'spin', type: 'main', index: 0 }]] } };
    const workflow = { id: null, name: 'Spin', active: false, nodes, connections };
    const input = { start: { kind: 'trigger', payload: { kind: 'items', items: [{ json: {} }] } } };
    const run = { executionId: 1, versionId: 1, mode: 'trigger', input: JSON.stringify(input), watched: false, streamed: false,
      keepOnSuccess: true, keepOnError: true, wantsItems: false, waitCount: 0 };
    worker.send([
      { type: 'settings', settings: { timezone: 'UTC', binary: { storage: 'folder', folder: '/nonexistent' } } },
      { type: 'version', versionId: 1, workflow: JSON.stringify(workflow) },
      { type: 'execute', execution: run },
    ]);
  };
`;

it.each([
  ['as this system allows', endWithParent()],
  ['by a thread that watches', { execPath: process.execPath, prefix: [], env: { [watchParentVariable]: 'true' } }],
])('a worker that spins ends with the process that started it, %s', async (_, guard) => {
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', parentOfSpinning(guard)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void parent.kill('SIGKILL'));
  const [text] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number(text.toString());
  expect(isAlive(pid)).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
});
