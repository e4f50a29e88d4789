import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startPostgresServer } from '@millrace/server/testing';
import { memoryOf, processorTime, processTree, startServer } from './server-process.ts';
import type { LoadResult } from './webhook-load.ts';

/**
 * Production webhook → Set with three expressions → Respond to Webhook, every execution saved: answers a second and their times, with the load
 * generator on the same machine; then whether every answered call is in the database. Beside it a chain of fifty nodes over one connection. Prints JSON.
 *
 * First it measures the bare path (bare-path.ts) with the same load: `shareOfBarePath` compares across machines and their moods, a figure by
 * itself does not.
 *
 *     node bench/webhooks.ts [seconds] [processes]
 *
 * `processes` measures one web and one worker process on a PostgreSQL that is started here and waits for the disk. Otherwise it is one server, on
 * PostgreSQL where MILLRACE_DATABASE_URL is set.
 */

const seconds = Number(process.argv[2] ?? 10);
const isSeveral = process.argv[3] === 'processes';
const loadEntry = fileURLToPath(new URL('./webhook-load.ts', import.meta.url));
const barePathEntry = fileURLToPath(new URL('./bare-path.ts', import.meta.url));
const run = promisify(execFile);

const assignment = (name: string, type: string, value: string) => ({ id: name, name, type, value });
const wire = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
const workflow = {
  name: 'Webhook benchmark',
  active: true,
  nodes: [
    {
      name: 'Webhook',
      type: 'core.webhook',
      typeVersion: 2,
      position: [0, 0],
      webhookId: 'benchmark',
      parameters: { path: 'benchmark', httpMethod: 'POST', responseMode: 'responseNode' },
    },
    {
      name: 'Set',
      type: 'core.set',
      typeVersion: 3.4,
      position: [200, 0],
      parameters: {
        assignments: {
          assignments: [
            assignment('greeting', 'string', '=Hello {{ $json.body.name }}'),
            assignment('shout', 'string', '={{ $json.body.name.toUpperCase() }}'),
            assignment('double', 'number', '={{ $json.body.nested.score * 2 }}'),
          ],
        },
      },
    },
    {
      name: 'Respond',
      type: 'core.respondToWebhook',
      typeVersion: 1.1,
      position: [400, 0],
      parameters: { respondWith: 'firstIncomingItem' },
    },
  ],
  connections: { Webhook: wire('Set'), Set: wire('Respond') },
};

/** Webhook → 48 nodes, Set with an expression and No Operation in turn → Respond to Webhook. */
const chain = () => {
  const [webhook, set, respond] = workflow.nodes as [object, object, object];
  const count = { assignments: { assignments: [assignment('count', 'number', '={{ ($json.count ?? 0) + 1 }}')] } };
  const between = Array.from({ length: 48 }, (_, index) => ({
    ...(index % 2 === 0 ? { ...set, parameters: count } : { type: 'core.noOp', typeVersion: 1, parameters: {} }),
    name: `Node ${index + 1}`,
    position: [(index + 1) * 200, 0],
  }));
  const names = ['Webhook', ...between.map(({ name }) => name), 'Respond'];
  const ownPath = {
    webhookId: 'chain',
    parameters: { path: 'chain', httpMethod: 'POST', responseMode: 'responseNode' },
  };
  return {
    ...workflow,
    name: 'Chain benchmark',
    nodes: [{ ...webhook, ...ownPath }, ...between, respond],
    connections: Object.fromEntries(names.slice(1).map((name, index) => [names[index], wire(name)])),
  };
};

const load = async (url: string, connections: number, milliseconds: number): Promise<LoadResult> => {
  const { stdout } = await run(process.execPath, [loadEntry, url, String(connections), String(milliseconds)]);
  return JSON.parse(stdout) as LoadResult;
};

/** Answers a second of a server that does nothing but wait for the disk. */
const measureBarePath = async (): Promise<number> => {
  const server = spawn(process.execPath, [barePathEntry, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(server, 'exit');
  try {
    const [address] = (await once(server.stdout.setEncoding('utf8'), 'data')) as [string];
    await load(address.trim(), 50, 2000);
    const { answers, milliseconds } = await load(address.trim(), 50, Math.max(2000, (seconds * 1000) / 2));
    return (answers * 1000) / milliseconds;
  } finally {
    server.kill();
    await ended;
  }
};

const folder = await mkdtemp(path.join(tmpdir(), 'millrace-bench-'));

/** What is measured: its processes, and how to stop them. */
const startAll = async () => {
  if (!isSeveral) {
    const server = await startServer(folder);
    const { address, readyAfter, processes } = server;
    return {
      address,
      readyAfter,
      processes,
      parts: async () => ({ server: await processes() }),
      stop: () => server.stop(),
    };
  }
  const database = await startPostgresServer({ isDurable: true });
  await database.createDatabase('millrace');
  const env = { MILLRACE_DATABASE_URL: `${database.url}millrace` };
  const web = await startServer(folder, { args: ['web'], env });
  const worker = await startServer(folder, { args: ['worker'], env });
  return {
    address: web.address,
    readyAfter: web.readyAfter,
    processes: async () => (await Promise.all([web.processes(), worker.processes()])).flat(),
    async parts() {
      const [ofWeb, ofWorker] = await Promise.all([web.processes(), worker.processes()]);
      const others = new Set([process.pid, ...ofWeb, ...ofWorker]);
      const ofDatabase = (await processTree(process.pid)).filter((pid) => !others.has(pid));
      return { web: ofWeb, worker: ofWorker, database: ofDatabase };
    },
    async stop() {
      await Promise.all([web.stop(), worker.stop()]);
      await database.stop();
    },
  };
};
const barePath = await measureBarePath();
const server = await startAll();

/** Milliseconds of processor time that each part has used. */
const busyParts = async (): Promise<Map<string, number>> => {
  const busy = new Map<string, number>();
  for (const [part, pids] of Object.entries(await server.parts())) busy.set(part, await processorTime(pids));
  return busy;
};

try {
  const { address, readyAfter } = server;

  const api = async <T>(pathname: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${address}/rest${pathname}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const answer = (await response.json()) as { data: T; message?: string };
    if (!response.ok) throw new Error(`${pathname}: ${answer.message}`);
    return answer.data;
  };

  // Idle means a while after the start, when the first garbage is gone.
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const idle = await memoryOf(await server.processes());

  await api('/workflows', workflow);
  await api('/workflows', chain());
  const webhook = `${address}/webhook/benchmark`;
  const warmUp = await load(webhook, 50, 8000);
  const single = await load(webhook, 1, Math.max(2000, (seconds * 1000) / 4));
  const chainWarmUp = await load(`${address}/webhook/chain`, 10, 3000);
  const chained = await load(`${address}/webhook/chain`, 1, Math.max(2000, (seconds * 1000) / 4));
  const busyBefore = await busyParts();
  const many = await load(webhook, 50, seconds * 1000);
  const busyAfter = await busyParts();

  let underWay = 1;
  while (underWay > 0) underWay = (await api<unknown[]>('/executions-current')).length;
  const filter = encodeURIComponent(JSON.stringify({ finished: true }));
  const { count } = await api<{ count: number }>(`/executions?limit=1&filter=${filter}`);
  const loads = [warmUp, single, chainWarmUp, chained, many];
  const accepted = loads.reduce((sum, { answers }) => sum + answers, 0);
  const answersPerSecond = (many.answers * 1000) / many.milliseconds;
  const afterLoad = await memoryOf(await server.processes());

  process.stdout.write(
    `${JSON.stringify(
      {
        benchmark: 'webhooks',
        database: isSeveral || process.env.MILLRACE_DATABASE_URL ? 'postgres' : 'sqlite',
        serverProcesses: isSeveral ? ['web', 'worker'] : ['start'],
        readyAfterMs: readyAfter,
        idleMemory: idle,
        answersPerSecond: Math.round(answersPerSecond),
        barePathPerSecond: Math.round(barePath),
        shareOfBarePath: Math.round((answersPerSecond / barePath) * 1000) / 1000,
        // Says more than the above where the machine is shared.
        processorMicrosecondsPerAnswer: Object.fromEntries(
          [...busyAfter].map(([part, busy]) => [
            part,
            Math.round(((busy - (busyBefore.get(part) ?? 0)) * 1000) / many.answers),
          ]),
        ),
        fiftyConnections: { p50: many.p50, p99: many.p99, longest: many.longest, failed: many.otherAnswers },
        oneConnection: { p50: single.p50, p99: single.p99 },
        chainOfFiftyNodes: { p50: chained.p50, p99: chained.p99 },
        executions: { accepted, found: count, missing: accepted - count },
        memoryAfterLoad: afterLoad,
      },
      undefined,
      2,
    )}\n`,
  );
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
