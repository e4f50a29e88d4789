/**
 * Memory of a worker of a real server: as it waits for its first execution, and as it waits again after one, without and with so many node types beside the
 * bundled ones, which it knows by their index and loads none of. `node bench/worker-memory.ts [types]`
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startTestServer } from '@millrace/server/testing';

const wanted = Number(process.argv[2] ?? 1000);

const definition = (number: number): string => `
import { defineNode } from '@millrace/engine/node-api';

export const node = defineNode({
  name: 'many.node${number}',
  displayName: 'Node ${number}',
  description: 'One of many',
  versions: [1, 2],
  defaultVersion: 2,
  group: ['transform'],
  defaults: { name: 'Node ${number}' },
  inputs: ['main'],
  outputs: ['main'],
  parameters: Array.from({ length: 20 }, (_, index) => ({
    name: \`field\${index}\`,
    displayName: \`Field \${index}\`,
    type: 'string' as const,
    default: '',
    description: 'What there is to know of it, in a sentence or so',
  })),
  execute: (context) => [[...context.items]],
});
`;

const writeNodes = (folder: string): void => {
  for (let number = 0; number < wanted; number++) {
    const own = join(folder, `node-${number}`);
    mkdirSync(own);
    writeFileSync(join(own, `node-${number}.node.ts`), definition(number));
    writeFileSync(join(own, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  }
};

/** Megabytes that it has of its own, with its share of what it has with others; and all that it has in memory. */
const memoryOf = (pid: number): { pss: number; rss: number } => {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const read = (name: string) => Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(rollup)?.[1]) / 1024);
  return { pss: read('Pss'), rss: read('Rss') };
};

const workflow = {
  name: 'One node',
  nodes: [
    { name: 'Webhook', type: 'core.webhook', typeVersion: 2, position: [0, 0], parameters: { path: 'one' } },
    { name: 'Set', type: 'core.set', typeVersion: 3.4, position: [200, 0], parameters: {} },
  ],
  connections: { Webhook: { main: [[{ node: 'Set', type: 'main', index: 0 }]] } },
};

const measure = async (nodesFolder: string) => {
  const server = await startTestServer({ nodesFolder });
  try {
    const call = async (method: string, path: string, body?: object) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${server.url}/rest${path}`, {
        method,
        headers,
        body: body && JSON.stringify(body),
      });
      return ((await response.json()) as { data: { id: string; revision: number; length: number } }).data;
    };
    const types = (await call('GET', '/node-types?onlyLatest=true')).length;
    await wait(2000);
    const [pid] = server.workerPids();
    const fresh = memoryOf(pid!);
    const { id, revision } = await call('POST', '/workflows', workflow);
    await call('PATCH', `/workflows/${id}`, { active: true, revision });
    await fetch(`${server.url}/webhook/one`);
    await wait(2000);
    return { types, fresh, afterAnExecution: memoryOf(pid!) };
  } finally {
    await server.stop();
  }
};

const folder = mkdtempSync(join(tmpdir(), 'millrace-many-'));
try {
  writeNodes(folder);
  console.log(JSON.stringify({ bundled: await measure(''), many: await measure(folder) }, null, 2));
} finally {
  rmSync(folder, { recursive: true });
}
