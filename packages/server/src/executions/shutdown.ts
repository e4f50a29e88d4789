import type { ActiveRun } from './controller/active-run.ts';
import type { Supervisor } from './controller/supervisor.ts';
import type { Lane } from './queue/lane.ts';
import type { WorkerPool } from './workers/worker-pool.ts';

/**
 * How runs leave a process that stops: they end if that is soon, else they are handed over after the node that is under way, else they are
 * given back as they are recorded. A node that must not be repeated gets all of the grace time to end.
 */
export const createShutdown =
  (options: {
    supervisor: Supervisor;
    pool: WorkerPool;
    lanes: readonly Lane<unknown>[];
    /** Someone here waits for its answer. */
    isAwaited(executionId: number): boolean;
    /** Milliseconds. */
    grace: number;
  }): (() => Promise<void>) =>
  async () => {
    const { supervisor, pool, lanes, grace } = options;
    const runs = () => [...supervisor.active.values()];
    const handOver = (entries: readonly ActiveRun[]) => {
      for (const entry of entries) supervisor.handOver(entry);
    };

    for (const lane of lanes) lane.close();
    // Their rows stay queued.
    const queued = runs()
      .filter(({ state }) => state === 'queued')
      .map(supervisor.release);
    handOver(runs().filter(({ origin }) => origin === null));
    await allLeft(runs(), grace / 2);
    handOver(runs());
    await allLeft(runs(), lastMoment);
    await allLeft(
      runs().filter(({ isMarked }) => isMarked),
      grace / 2,
    );
    const rest = runs().map(supervisor.release);
    await pool.close();
    await Promise.all([...queued, ...rest]);
  };

/** For runs between two nodes to say how far they have come, in milliseconds. */
const lastMoment = 250;

const allLeft = async (entries: readonly ActiveRun[], milliseconds: number): Promise<void> => {
  if (entries.length === 0) return;
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([Promise.all(entries.map(({ left }) => left)), timeUp]);
  clearTimeout(timer);
};
