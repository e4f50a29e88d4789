import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../platform/clock.ts';
import type { Bus } from '../processes/bus.ts';
import type { Verdict } from './active-run.ts';
import type { Audience } from './audience.ts';
import type { GroupCommit } from './store/group-commit.ts';
import type { RunStore } from './store/run-store.ts';
import type { Supervisor } from './supervisor.ts';
import type { Runs } from './types.ts';

/** Milliseconds between two looks at a run that ends elsewhere, and after which it is given up. */
const lookEvery = 50;
const longest = 10_000;

/**
 * Stop always wins, wherever the run is: here, in another process, queued or waiting. Where it is may change while it is being stopped, so this
 * looks again until it has ended.
 */
export const createStopping = (options: {
  processId: string;
  supervisor: Supervisor;
  store: Pick<RunStore, 'find'>;
  commit: GroupCommit;
  audience: Audience;
  bus: Bus;
  clock: Clock;
}): { stop: Runs['stop'] } => {
  const { processId, supervisor, store, commit, audience, bus, clock } = options;
  const verdict: Verdict = { status: 'canceled' };

  /** Ends one that belongs to no process. */
  const endAtRest = async (executionId: number, lastNode: string | null): Promise<boolean> => {
    const end = {
      executionId,
      worker: null,
      status: 'canceled' as const,
      stoppedAt: clock.now(),
      error: null,
      lastNode,
    };
    const { hold } = await commit.writeAtLast({ kind: 'end', end: { ...end, nodes: [], items: [], keep: true } });
    return hold === 'held';
  };

  const stop = async (executionId: number): Promise<boolean> => {
    let wasThere = false;
    for (const began = performance.now(); performance.now() - began < longest; ) {
      const entry = supervisor.active.get(executionId);
      if (entry) {
        wasThere = true;
        supervisor.stop(entry, verdict);
        if (await entry.left) return true;
        continue;
      }
      const stored = await store.find(executionId);
      if (!stored) return wasThere;
      switch (stored.status) {
        case 'queued':
        case 'waiting': {
          if (!(await endAtRest(executionId, stored.lastNode))) break;
          audience.end(stored, { status: 'canceled' });
          if (stored.wait?.executionId !== undefined) await stop(Number(stored.wait.executionId));
          return true;
        }
        case 'running':
          wasThere = true;
          if (stored.worker !== null && stored.worker !== processId)
            bus.send(stored.worker, 'stopRun', { executionId, verdict });
          break;
        default:
          return wasThere;
      }
      await sleep(lookEvery);
    }
    return wasThere;
  };
  return { stop };
};
