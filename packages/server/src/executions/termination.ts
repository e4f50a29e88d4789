import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../platform/clock.ts';
import type { Metrics } from '../platform/metrics/index.ts';
import type { Bus } from '../processes/bus.ts';
import type { Verdict } from './controller/active-run.ts';
import type { Supervisor } from './controller/supervisor.ts';
import type { StoredExecution } from './store/execution-reader.ts';
import type { ExecutionStore } from './store/execution-store.ts';
import type { GroupCommit } from './store/group-commit.ts';
import type { Dispatcher } from './types.ts';
import type { Audience } from './waiters/audience.ts';
import type { RunView } from './waiters/run-view.ts';

/** Milliseconds between two looks at a run that ends elsewhere, and after which it is given up. */
const lookEvery = 50;
const longest = 10_000;
/** Milliseconds that a process has for ending its run, the worker's included. */
const patience = 1500;

/**
 * Stop always wins, wherever the run is: here, in another process, queued or waiting. Where it is may change while it is being stopped, so this
 * looks again until it has ended. A process that is gone or hangs is not waited for: the run is ended in its name, and should it come back, it
 * finds no run of its own any more.
 */
export const createTermination = (options: {
  processId: string;
  supervisor: Supervisor;
  store: Pick<ExecutionStore, 'find'>;
  commit: GroupCommit;
  audience: Audience;
  view: RunView;
  bus: Bus;
  clock: Clock;
  metrics: Metrics;
}): { terminate: Dispatcher['terminate'] } => {
  const { processId, supervisor, store, commit, audience, view, bus, clock, metrics } = options;
  const verdict: Verdict = { status: 'canceled' };
  const { status } = verdict;

  /** Ends one as its row says that it is, whosever it is. @returns false if that has changed */
  const endRow = async (stored: StoredExecution): Promise<boolean> => {
    const { executionId, processId: holder, lastNode, mode, startedAt } = stored;
    const stoppedAt = clock.now();
    const row = { executionId, processId: holder, status, stoppedAt, error: null, lastNode };
    const { hold } = await commit.writeAtLast({ kind: 'end', ...row, nodes: [], items: [], keep: true });
    if (hold !== 'held') return false;
    metrics.executionEnded(mode, status, (stoppedAt - startedAt) / 1000);
    view.finished(stored, { status, stoppedAt, lastNode, error: null });
    audience.end(stored, { status });
    return true;
  };

  const terminate = async (executionId: number): Promise<boolean> => {
    const began = performance.now();
    let wasThere = false;
    for (let since = 0; since < longest; since = performance.now() - began) {
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
        case 'waiting':
          if (!(await endRow(stored))) break;
          if (stored.wait?.executionId !== undefined) await terminate(Number(stored.wait.executionId));
          return true;
        case 'running':
          wasThere = true;
          if (since > patience && (await endRow(stored))) return true;
          if (stored.processId !== null && stored.processId !== processId)
            bus.send(stored.processId, 'stopRun', { executionId, verdict });
          break;
        default:
          return wasThere;
      }
      await sleep(lookEvery);
    }
    throw new Error(`Execution ${executionId} could not be stopped: it changed hands all the time`);
  };
  return { terminate };
};
