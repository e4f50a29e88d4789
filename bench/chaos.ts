import { runChaos } from '@millrace/server/testing';

/**
 * Kills and restarts processes of Millrace at random under webhook load, and counts what became of every accepted call. Prints a line for each round, then
 * JSON of ChaosReport; ends with 1 where something was lost or done twice.
 *
 *     node bench/chaos.ts sqlite|postgres [rounds = 20] [seed] [part of the names of those that are struck]
 */
const [database = 'sqlite', rounds = '20', seed = String(Math.floor(Math.random() * 2 ** 31)), only] =
  process.argv.slice(2);
if (database !== 'sqlite' && database !== 'postgres') throw new Error(`"${database}" is neither sqlite nor postgres`);

const interrupted = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interrupted.abort());

const report = await runChaos({
  signal: interrupted.signal,
  database,
  rounds: Number(rounds),
  seed: Number(seed),
  only,
  onRound: (line) => process.stderr.write(`${line}\n`),
});
process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
const {
  vanished,
  doubled,
  leftRunning,
  endedWithoutReason,
  callsDoubled,
  callsMissing,
  failedByStop,
  refusedThoughRun,
} = report;
const lost = vanished + leftRunning + endedWithoutReason + callsMissing + failedByStop;
process.exitCode = lost + doubled + callsDoubled + refusedThoughRun > 0 ? 1 : 0;
