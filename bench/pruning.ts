import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startServer } from './server-process.ts';
import type { LoadResult } from './webhook-load.ts';

/**
 * Many small executions stored in SQLite, a tenth of them pruned while webhooks are called: what the calls feel of it. Prints JSON.
 *
 *     node bench/pruning.ts [executions] [connections]
 */

const stored = Number(process.argv[2] ?? 1_000_000);
const connections = process.argv[3] ?? '50';
const surplus = Math.floor(stored / 10);
const loadMilliseconds = 10_000;
const loadEntry = fileURLToPath(new URL('./webhook-load.ts', import.meta.url));
const run = promisify(execFile);

const workflow = {
  name: 'Pruning benchmark',
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
      name: 'Respond',
      type: 'core.respondToWebhook',
      typeVersion: 1.1,
      position: [200, 0],
      parameters: { respondWith: 'firstIncomingItem' },
    },
  ],
  connections: { Webhook: { main: [[{ node: 'Respond', type: 'main', index: 0 }]] } },
};

const folder = await mkdtemp(path.join(tmpdir(), 'millrace-bench-'));
const file = path.join(folder, 'millrace.sqlite');

const load = async (address: string): Promise<LoadResult> => {
  const call = [loadEntry, `${address}/webhook/benchmark`, connections, String(loadMilliseconds)];
  return JSON.parse((await run(process.execPath, call)).stdout) as LoadResult;
};

const fill = (): void => {
  const database = new DatabaseSync(file);
  const version = database.prepare('select id, workflow_id from workflow_versions').get() as {
    id: number;
    workflow_id: number;
  };
  const { owner_id: owner } = database.prepare('select owner_id from workflows').get() as { owner_id: string };
  const execution = database.prepare(
    `insert into executions (workflow_id, workflow_version_id, owner_id, mode, status, started_at, stopped_at, start)
     values (?, ?, ?, 'webhook', 'success', ?, ?, ?)`,
  );
  const node = database.prepare(
    'insert into execution_nodes (execution_id, position, node, task, data) values (?, ?, ?, ?, ?)',
  );
  const start = JSON.stringify({
    start: { kind: 'trigger', node: 'Webhook', items: [{ json: { a: 'x'.repeat(200) } }] },
  });
  const data = JSON.stringify({ main: [[{ json: { a: 'x'.repeat(100) } }]] });
  const now = Date.now();
  for (let done = 0; done < stored; ) {
    database.exec('begin');
    for (const end = Math.min(stored, done + 10_000); done < end; done++) {
      const { lastInsertRowid: id } = execution.run(version.workflow_id, version.id, owner, now, now, start);
      for (let position = 0; position < 3; position++) node.run(id, position, `Node ${position}`, '{}', data);
    }
    database.exec('commit');
  }
  database.close();
};

const figures = ({ answers, milliseconds, p50, p99, longest, otherAnswers }: LoadResult) => ({
  answersPerSecond: Math.round((answers * 1000) / milliseconds),
  p50,
  p99,
  longest,
  failed: otherAnswers,
});

try {
  const empty = await startServer(folder);
  const created = await fetch(`${empty.address}/rest/workflows`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(workflow),
  });
  if (!created.ok) throw new Error(await created.text());
  await fetch(`${empty.address}/webhook/benchmark`, { method: 'POST' });
  await empty.stop();
  fill();

  const plain = await startServer(folder);
  await load(plain.address);
  const without = await load(plain.address);
  await plain.stop();
  const { size } = await stat(file);

  const passed = Promise.withResolvers<{ executions: number; bytes: number; milliseconds: number }>();
  const pruning = await startServer(folder, {
    env: { MILLRACE_PRUNE: 'true', MILLRACE_PRUNE_MAX_COUNT: String(stored - surplus), MILLRACE_LOG_LEVEL: 'info' },
    // The first pass that deletes something.
    onLog: (line) => line.includes('Old executions were deleted') && passed.resolve(JSON.parse(line)),
  });
  await load(pruning.address);
  const during = await load(pruning.address);
  const pruned = await passed.promise;
  await pruning.stop();

  process.stdout.write(
    `${JSON.stringify(
      {
        benchmark: 'pruning',
        stored,
        fileMB: Math.round(size / 1e6),
        connections: Number(connections),
        without: figures(without),
        during: figures(during),
        pruned: { executions: pruned.executions, seconds: Math.round(pruned.milliseconds / 1000), bytes: pruned.bytes },
      },
      undefined,
      2,
    )}\n`,
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}
