import { expect, test } from 'vitest';
import { runChaos } from './chaos.testing.ts';

// The long form, with more rounds and other seeds: `node bench/chaos.ts`.
test.each([
  ['sqlite', 4],
  ['postgres', 4],
] as const)(
  'on %s no accepted event is lost or done twice while processes are killed',
  { timeout: 180_000 },
  async (database, rounds) => {
    const seed = Number(process.env.CHAOS_SEED ?? Math.floor(Math.random() * 2 ** 31));
    const report = await runChaos({ database, rounds, seed });
    expect(report.accepted).toBeGreaterThan(0);
    // Replay a failure with CHAOS_SEED, which is in the report.
    expect(report).toMatchObject({
      vanished: 0,
      doubled: 0,
      leftRunning: 0,
      endedWithoutReason: 0,
      callsDoubled: 0,
      callsMissing: 0,
      failedByStop: 0,
      refusedThoughRun: 0,
    });
    expect(report.succeeded + report.endedWithReason).toBe(report.accepted);
  },
);
