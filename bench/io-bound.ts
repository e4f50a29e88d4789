import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { memoryOf, startServer } from './server-process.ts';
import type { LoadResult } from './webhook-load.ts';

/**
 * What executions cost that only wait, by a Wait node or for the answer to a request: the times of their callers, those of a plain webhook beside them,
 * and the memory of all processes. Prints JSON.
 *
 *     node bench/io-bound.ts [most callers = 1000] [seconds = 8]
 */

const most = Number(process.argv[2] ?? 1000);
const seconds = Number(process.argv[3] ?? 8);
const loadEntry = fileURLToPath(new URL('./webhook-load.ts', import.meta.url));
const run = promisify(execFile);

/** Answers after two seconds. */
const upstream = createServer((_request, response) => void setTimeout(() => response.end('{}'), 2000));
await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
const { port } = upstream.address() as AddressInfo;

const wire = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
const node = (name: string, type: string, typeVersion: number, parameters: object) => ({
  name,
  type,
  typeVersion,
  position: [0, 0],
  parameters,
});
const workflow = (place: string, middle: ReturnType<typeof node>) => ({
  name: place,
  active: true,
  nodes: [
    node('Webhook', 'core.webhook', 2, { path: place, httpMethod: 'POST', responseMode: 'lastNode' }),
    middle,
    node('After', 'core.noOp', 1, {}),
  ],
  connections: { Webhook: wire(middle.name), [middle.name]: wire('After') },
});
const waitFor = (amount: number) => node('Wait', 'core.wait', 1.1, { resume: 'timeInterval', amount, unit: 'seconds' });
const workflows = [
  workflow('plain', node('Set', 'core.set', 3.4, { assignments: { assignments: [] } })),
  workflow('wait', waitFor(2)),
  workflow('wait-long', waitFor(30)),
  workflow('hang', node('Request', 'core.httpRequest', 4.2, { method: 'GET', url: `http://127.0.0.1:${port}/` })),
];

const folder = await mkdtemp(path.join(tmpdir(), 'millrace-bench-'));
const server = await startServer(folder, { env: { MILLRACE_BLOCK_PRIVATE_NETWORKS: 'false' } });

const load = async (place: string, connections: number, milliseconds: number): Promise<LoadResult> => {
  const url = `${server.address}/webhook/${place}`;
  const { stdout } = await run(process.execPath, [loadEntry, url, String(connections), String(milliseconds)]);
  return JSON.parse(stdout) as LoadResult;
};

/** The same with the memory at its highest. */
const loadMeasured = async (place: string, connections: number) => {
  let megabytes = 0;
  const looking = setInterval(async () => {
    // A process may end while it is looked at.
    const { pssMB } = await server
      .processes()
      .then(memoryOf)
      .catch(() => ({ pssMB: 0 }));
    megabytes = Math.max(megabytes, pssMB);
  }, 500);
  const result = await load(place, connections, seconds * 1000).finally(() => clearInterval(looking));
  return { ...result, megabytes };
};

try {
  for (const body of workflows) {
    const response = await fetch(`${server.address}/rest/workflows`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(await response.text());
  }
  await load('plain', 10, 2000);
  const alone = await load('plain', 1, 3000);
  const abort = new AbortController();
  const waiting = Array.from({ length: 20 }, () =>
    fetch(`${server.address}/webhook/wait-long`, { method: 'POST', signal: abort.signal }).catch(() => undefined),
  );
  const besideWaiting = await load('plain', 1, 3000);
  const results: Record<string, unknown> = { alone, besideTwentyThatWait: besideWaiting };
  for (const place of ['wait', 'hang'])
    for (const connections of [100, most]) results[`${place}, ${connections}`] = await loadMeasured(place, connections);
  const hanging = load('hang', 100, 5000);
  results.besideHundredThatHang = await load('plain', 1, 3000);
  await hanging;
  abort.abort();
  await Promise.all(waiting);
  process.stdout.write(`${JSON.stringify(results, undefined, 2)}\n`);
} finally {
  await server.stop();
  upstream.close();
  upstream.closeAllConnections();
  await rm(folder, { recursive: true, force: true });
}
