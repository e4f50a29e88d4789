import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { memoryOf, startServer } from './server-process.ts';

/**
 * Ten thousand runs that wait: what they cost in memory, and whether each goes on exactly once when the server was killed meanwhile and their
 * date came while it was gone. Prints JSON.
 *
 *     node bench/waits.ts [runs]
 */

const runs = Number(process.argv[2] ?? 10_000);
const connections = 50;

const wire = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
const node = (name: string, type: string, typeVersion: number, parameters: object) => ({
  name,
  type,
  typeVersion,
  position: [0, 0],
  parameters,
});
const workflow = {
  name: 'Waiting benchmark',
  active: true,
  nodes: [
    node('Webhook', 'core.webhook', 2, { path: 'wait', httpMethod: 'POST' }),
    node('Wait', 'core.wait', 1.1, {
      resume: 'webhook',
      limitWaitTime: true,
      limitType: 'atSpecifiedTime',
      maxDateAndTime: '={{ $json.body.till }}',
    }),
    node('After', 'core.noOp', 1, {}),
  ],
  connections: { Webhook: wire('Wait'), Wait: wire('After') },
};

const post = async (url: string, body: object): Promise<void> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answered with ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
};

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const folder = await mkdtemp(path.join(tmpdir(), 'millrace-bench-'));
let server = await startServer(folder);

/** Reads what is stored, beside the server. */
const ask = <T>(statement: string): T => {
  const database = new DatabaseSync(path.join(folder, 'millrace.sqlite'), { readOnly: true });
  try {
    return database.prepare(statement).get() as T;
  } finally {
    database.close();
  }
};
const countOf = (status: string) =>
  ask<{ count: number }>(`select count(*) as count from executions where status = '${status}'`).count;
const until = async (status: string): Promise<void> => {
  while (countOf(status) < runs) await pause(50);
};

try {
  await post(`${server.address}/rest/workflows`, workflow);
  await pause(3000);
  const idle = await memoryOf(await server.processes());

  const allowance = 20_000 + runs * 4;
  const till = new Date(Date.now() + allowance).toISOString();
  const startedAt = performance.now();
  let sent = 0;
  const send = async () => {
    while (sent < runs) {
      sent++;
      await post(`${server.address}/webhook/wait`, { till });
    }
  };
  await Promise.all(Array.from({ length: connections }, send));
  await until('waiting');
  const waitingAfter = Math.round(performance.now() - startedAt);
  await pause(3000);
  const waiting = await memoryOf(await server.processes());

  await server.stop('SIGKILL');
  server = await startServer(folder);
  await pause(3000);
  const restarted = await memoryOf(await server.processes());
  const stillWaiting = countOf('waiting');
  await server.stop('SIGKILL');

  await pause(Math.max(0, Date.parse(till) - Date.now()));
  const backAt = performance.now();
  server = await startServer(folder);
  const { readyAfter } = server;
  await until('success');
  const resumedAfter = Math.round(performance.now() - backAt);
  const resumed = ask<{ results: number; executions: number }>(
    "select count(*) as results, count(distinct execution_id) as executions from execution_nodes where node = 'After'",
  );
  process.stdout.write(
    `${JSON.stringify(
      {
        benchmark: 'waits',
        runs,
        acceptedAndWaitingAfterMs: waitingAfter,
        memory: { idle, waiting, restarted },
        stillWaitingAfterKill: stillWaiting,
        readyAfterMs: readyAfter,
        allResumedAfterMs: resumedAfter,
        resumed: resumed.executions,
        resumedTwice: resumed.results - resumed.executions,
      },
      undefined,
      2,
    )}\n`,
  );
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
