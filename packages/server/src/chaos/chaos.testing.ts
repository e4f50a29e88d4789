import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '@millrace/engine/testing';
import { freePort, startPostgresServer } from '../db/postgres-server.testing.ts';
import { lease } from '../processes/registry.ts';
import { startLoad } from './load.testing.ts';
import { childrenOf, createMillraceProcess, type MillraceProcess } from './processes.testing.ts';
import { observe, type StoredExecution } from './stored.testing.ts';
import { type ChaosPath, chaosWorkflows, pathsWithEffect } from './workflows.testing.ts';

/**
 * Webhook load while processes are killed with SIGKILL at random moments, then an account: every accepted call has exactly one
 * execution, which has ended, and no call to the outside that may not be repeated was made twice.
 */

export interface ChaosOptions {
  /** SQLite: one server. PostgreSQL: two web and three worker processes on a database that is itself restarted now and then. */
  database: 'sqlite' | 'postgres';
  rounds: number;
  seed: number;
  callers?: number;
  /** Milliseconds of load in each round. */
  roundLength?: number;
  /** Only those are struck whose names contain this. */
  only?: string;
  onRound?: (line: string) => void;
  /** Ends it early: everything that was started is stopped, and the promise rejects. */
  signal?: AbortSignal;
}

export interface ChaosReport {
  database: string;
  seed: number;
  rounds: number;
  /** Who was killed, in order. */
  killed: string[];
  accepted: number;
  unanswered: number;
  /** Executions of accepted calls by how they ended; `resumed` are those among them that were claimed again and ended well. */
  succeeded: number;
  resumed: number;
  endedWithReason: number;
  reasons: Record<string, number>;
  /** What must all be 0. */
  vanished: number;
  doubled: number;
  leftRunning: number;
  endedWithoutReason: number;
  callsDoubled: number;
  callsMissing: number;
  /** Failed in a round in which everything was stopped in an orderly way. */
  failedByStop: number;
  /** Told to try again, though they had started an execution. */
  refusedThoughRun: number;
  /** Seconds from a restart until nothing was unfinished any more, at worst. */
  slowestRecovery: number;
}

/** After a restart nothing may be unfinished for longer, in seconds. Runs of two seconds among it. */
const recoveryLimit = 15;

/** Counts calls by the id in their query. */
const startCounter = async () => {
  const calls = new Map<string, number>();
  const server = createServer((request, response) => {
    const id = new URL(request.url ?? '', 'http://counter').searchParams.get('id') ?? '';
    calls.set(id, (calls.get(id) ?? 0) + 1);
    setTimeout(() => response.end('{}'), 20);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, calls, close: () => server.close() };
};

interface Victim {
  name: string;
  /** It is stopped as an operator does, so no execution may fail of it. */
  isOrderly?: boolean;
  /** Ends it and brings it back. */
  strike(): Promise<void>;
}

interface Cluster {
  servers: string[];
  victims: Victim[];
  home: Parameters<typeof observe>[0];
  stop(): Promise<void>;
}

const processVictim = (millrace: MillraceProcess): Victim => ({
  name: millrace.name,
  async strike() {
    await millrace.kill();
    await millrace.start();
  },
});

/** Long enough for the others to take over what it runs, and short enough that it comes back while that is under way. */
const standstillVictim = (millrace: MillraceProcess): Victim => ({
  name: `standstill of ${millrace.name}`,
  strike: () => millrace.standStill(lease.lifetime + lease.heartbeat),
});

/** A restart of these, one after the other. */
const restartVictim = (name: string, processes: readonly MillraceProcess[]): Victim => ({
  name,
  isOrderly: true,
  async strike() {
    for (const millrace of processes) {
      await millrace.stop();
      await millrace.start();
    }
  },
});

/** One of the processes in which a server runs executions. It is replaced by the server. */
const workerVictim = (millrace: MillraceProcess, random: () => number): Victim => ({
  name: `a worker of ${millrace.name}`,
  async strike() {
    const children = millrace.pid === undefined ? [] : await childrenOf(millrace.pid);
    const child = children[Math.floor(random() * children.length)];
    if (child !== undefined) process.kill(child, 'SIGKILL');
  },
});

const startSqlite = async (random: () => number): Promise<Cluster> => {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'millrace-chaos-'));
  const port = await freePort();
  const env = {
    MILLRACE_DATA: dataFolder,
    MILLRACE_PORT: String(port),
    MILLRACE_CONCURRENCY: '100',
    MILLRACE_PRUNE: 'false',
  };
  const server = createMillraceProcess({ name: 'server', args: [], env });
  await server.start();
  return {
    servers: [`http://127.0.0.1:${port}`],
    victims: [processVictim(server), workerVictim(server, random), restartVictim('restart of the server', [server])],
    home: { dataFolder },
    async stop() {
      await server.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
};

const startPostgres = async (random: () => number): Promise<Cluster> => {
  const postgres = await startPostgresServer();
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'millrace-chaos-'));
  const databaseUrl = `${postgres.url}chaos`;
  const env = { MILLRACE_DATABASE_URL: databaseUrl, MILLRACE_DATA: dataFolder, MILLRACE_PRUNE: 'false' };
  const ports = [await freePort(), await freePort()];
  const webs = ports.map((port, index) =>
    createMillraceProcess({ name: `web ${index + 1}`, args: ['web'], env: { ...env, MILLRACE_PORT: String(port) } }),
  );
  const workers = [1, 2, 3].map((number) =>
    createMillraceProcess({ name: `worker ${number}`, args: ['worker', '--concurrency', '40'], env }),
  );
  const stop = async () => {
    await Promise.all([...webs, ...workers].map((millrace) => millrace.stop()));
    await postgres.stop();
    await rm(dataFolder, { recursive: true, force: true });
  };
  try {
    await postgres.createDatabase('chaos');
    for (const millrace of [...webs, ...workers]) await millrace.start();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    servers: ports.map((port) => `http://127.0.0.1:${port}`),
    victims: [
      ...[...webs, ...workers].map(processVictim),
      ...workers.map((worker) => workerVictim(worker, random)),
      ...[webs[0], workers[0]].map((millrace) => standstillVictim(millrace as MillraceProcess)),
      ...workers.map((worker) => restartVictim(`restart of ${worker.name}`, [worker])),
      restartVictim('rolling restart', [...webs, ...workers]),
      { name: 'PostgreSQL', strike: () => postgres.restart() },
    ],
    home: { databaseUrl },
    stop,
  };
};

/** @throws Error when the API refuses a workflow */
const createWorkflows = async (server: string, effectUrl: string): Promise<void> => {
  for (const workflow of Object.values(chaosWorkflows(effectUrl))) {
    const response = await fetch(`${server}/rest/workflows`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(workflow),
    });
    if (!response.ok) throw new Error(`"${workflow.name}" was refused: ${await response.text()}`);
  }
};

/** Seconds until nothing is unfinished any more; the limit and more if it never is. */
const untilSettled = async (countUnfinished: () => Promise<number>): Promise<number> => {
  const begin = performance.now();
  for (;;) {
    const seconds = (performance.now() - begin) / 1000;
    // A database that has just come back may break a connection once more.
    const unfinished = await countUnfinished().catch(() => Number.POSITIVE_INFINITY);
    if (unfinished === 0 || seconds > recoveryLimit) return seconds;
    await pause(100);
  }
};

const account = (
  runs: readonly StoredExecution[],
  accepted: ReadonlyMap<string, ChaosPath>,
  calls: ReadonlyMap<string, number>,
  refused: ReadonlySet<string>,
  orderlyRounds: ReadonlySet<string>,
) => {
  const byId = Map.groupBy(runs, ({ id }) => id);
  const of = [...accepted.keys()].flatMap((id) => byId.get(id)?.slice(0, 1) ?? []);
  const failed = of.filter(({ status }) => status !== 'success');
  const reasons: Record<string, number> = {};
  for (const { error } of failed) {
    const { name = 'none' } = JSON.parse(error ?? '{}') as { name?: string };
    reasons[name] = (reasons[name] ?? 0) + 1;
  }
  const isUnfinished = ({ status }: StoredExecution) => ['queued', 'running', 'waiting'].includes(status);
  const effects = runs.filter(
    ({ id, status }) => pathsWithEffect.includes(accepted.get(id) as ChaosPath) && status === 'success',
  );
  return {
    succeeded: of.length - failed.length,
    resumed: of.filter(({ status, attempt }) => status === 'success' && attempt > 0).length,
    endedWithReason: failed.filter((run) => run.error !== null && !isUnfinished(run)).length,
    reasons,
    vanished: [...accepted.keys()].filter((id) => !byId.has(id)).length,
    doubled: [...byId].filter(([id, group]) => id !== '' && group.length > 1).length,
    leftRunning: runs.filter(isUnfinished).length,
    endedWithoutReason: failed.filter((run) => run.error === null && !isUnfinished(run)).length,
    callsDoubled: [...calls.values()].filter((count) => count > 1).length,
    callsMissing: effects.filter(({ id }) => !calls.has(id)).length,
    failedByStop: failed.filter(({ id }) => orderlyRounds.has(id.slice(0, id.indexOf('-')))).length,
    refusedThoughRun: [...refused].filter((id) => byId.has(id)).length,
  };
};

export const runChaos = async (options: ChaosOptions): Promise<ChaosReport> => {
  const { database, rounds, seed, callers = 20, roundLength = 2500, only = '', onRound, signal } = options;
  const random = seededRandom(seed);
  const counter = await startCounter();
  const cluster = await (database === 'sqlite' ? startSqlite : startPostgres)(random);
  const victims = cluster.victims.filter(({ name }) => name.includes(only));
  const observer = await observe(cluster.home);
  const accepted = new Map<string, ChaosPath>();
  const refused = new Set<string>();
  const orderlyRounds = new Set<string>();
  const killed: string[] = [];
  let unanswered = 0;
  let slowestRecovery = 0;
  try {
    await createWorkflows(cluster.servers[0] as string, counter.url);
    for (let round = 0; round < rounds; round++) {
      const load = startLoad({ servers: cluster.servers, callers, random, prefix: `round${round}` });
      try {
        await pause(random() * roundLength, undefined, { signal });
        const victim = victims[Math.floor(random() * victims.length)] as Victim;
        killed.push(victim.name);
        if (victim.isOrderly) orderlyRounds.add(`round${round}`);
        await victim.strike();
        await pause(random() * roundLength, undefined, { signal });
      } finally {
        await load.stop();
      }
      const seconds = await untilSettled(observer.countUnfinished);
      slowestRecovery = Math.max(slowestRecovery, seconds);
      for (const [id, where] of load.accepted) accepted.set(id, where);
      for (const id of load.refused) refused.add(id);
      unanswered += load.unanswered;
      onRound?.(
        `${round + 1}: ${killed.at(-1)}; ${load.accepted.size} accepted, settled after ${seconds.toFixed(1)} s`,
      );
    }
    return {
      database,
      seed,
      rounds,
      killed,
      accepted: accepted.size,
      unanswered,
      ...account(await observer.runs(), accepted, counter.calls, refused, orderlyRounds),
      slowestRecovery: Math.round(slowestRecovery * 10) / 10,
    };
  } finally {
    await observer.close();
    await cluster.stop();
    counter.close();
  }
};
