import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { LoadResult } from './webhook-load.ts';

/**
 * Production webhook → Set with three expressions → Respond to Webhook, every execution saved: answers a second and their times, with the load
 * generator on the same machine; then whether every answered call is in the database. Prints JSON.
 *
 *     node bench/webhooks.ts [seconds]       MILLRACE_DATABASE_URL measures PostgreSQL
 */

const seconds = Number(process.argv[2] ?? 10);
const serverEntry = fileURLToPath(new URL('../packages/server/src/main.ts', import.meta.url));
const loadEntry = fileURLToPath(new URL('./webhook-load.ts', import.meta.url));
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

const load = async (url: string, connections: number, milliseconds: number): Promise<LoadResult> => {
  const { stdout } = await run(process.execPath, [loadEntry, url, String(connections), String(milliseconds)]);
  return JSON.parse(stdout) as LoadResult;
};

/** The process and all that it started. */
const processTree = async (pid: number): Promise<number[]> => {
  const tree = [pid];
  for (const id of tree) {
    for (const task of await readdir(`/proc/${id}/task`)) {
      const children = await readFile(`/proc/${id}/task/${task}/children`, 'utf8');
      tree.push(...children.split(' ').filter(Boolean).map(Number));
    }
  }
  return tree;
};

/** Megabytes: resident memory, pages that processes share counted once for each, and counted once in all. */
const memoryOf = async (pids: number[]) => {
  let resident = 0;
  let proportional = 0;
  for (const pid of pids) {
    const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
    resident += Number(/^Rss:\s+(\d+)/m.exec(text)?.[1] ?? 0);
    proportional += Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0);
  }
  return { processes: pids.length, rssMB: Math.round(resident / 1024), pssMB: Math.round(proportional / 1024) };
};

const folder = await mkdtemp(path.join(tmpdir(), 'millrace-bench-'));
const startedAt = performance.now();
const server = spawn(process.execPath, [...process.execArgv, serverEntry], {
  env: {
    ...process.env,
    MILLRACE_DATA: folder,
    MILLRACE_PORT: '0',
    MILLRACE_LOG_LEVEL: 'warn',
    MILLRACE_PRUNE: 'false',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});

try {
  const address = await new Promise<string>((resolve, reject) => {
    let printed = '';
    server.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const match = /ready at (\S+)/.exec(printed);
      if (match?.[1]) resolve(match[1].replace('localhost', '127.0.0.1'));
    });
    server.on('exit', (code) => reject(new Error(`The server ended with code ${code}`)));
  });
  const readyAfter = Math.round(performance.now() - startedAt);

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
  const idle = await memoryOf(await processTree(server.pid!));

  await api('/workflows', workflow);
  const webhook = `${address}/webhook/benchmark`;
  const warmUp = await load(webhook, 50, 3000);
  const single = await load(webhook, 1, Math.max(2000, (seconds * 1000) / 4));
  const many = await load(webhook, 50, seconds * 1000);

  let underWay = 1;
  while (underWay > 0) underWay = (await api<unknown[]>('/executions-current')).length;
  const filter = encodeURIComponent(JSON.stringify({ finished: true }));
  const { count } = await api<{ count: number }>(`/executions?limit=1&filter=${filter}`);
  const accepted = warmUp.answers + single.answers + many.answers;
  const afterLoad = await memoryOf(await processTree(server.pid!));

  process.stdout.write(
    `${JSON.stringify(
      {
        benchmark: 'webhooks',
        database: process.env.MILLRACE_DATABASE_URL ? 'postgres' : 'sqlite',
        readyAfterMs: readyAfter,
        idleMemory: idle,
        answersPerSecond: Math.round((many.answers * 1000) / many.milliseconds),
        fiftyConnections: { p50: many.p50, p99: many.p99, longest: many.longest, failed: many.otherAnswers },
        oneConnection: { p50: single.p50, p99: single.p99 },
        executions: { accepted, found: count, missing: accepted - count },
        memoryAfterLoad: afterLoad,
      },
      undefined,
      2,
    )}\n`,
  );
} finally {
  server.kill('SIGTERM');
  if (server.exitCode === null) await new Promise((resolve) => server.on('exit', resolve));
  await rm(folder, { recursive: true, force: true });
}
