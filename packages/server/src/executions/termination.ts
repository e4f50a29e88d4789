import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../platform/clock.ts';
import type { Metrics } from '../platform/metrics/index.ts';
import type { Bus } from '../processes/bus.ts';
import type { Controllers } from './controller/controllers.ts';
import { stopGrace } from './controller/execution-controller.ts';
import { canceled } from './controller/outcomes.ts';
import type { ExecutionQueue } from './queue/execution-queue.ts';
import type { StoredExecution } from './store/execution-reader.ts';
import type { ExecutionStore } from './store/execution-store.ts';
import type { GroupCommit } from './store/group-commit.ts';
import type { Dispatcher } from './types.ts';
import type { ExecutionView } from './waiters/execution-view.ts';
import type { ResultWaiters } from './waiters/result-waiters.ts';

/** Milliseconds between two looks at an execution that ends elsewhere, and after which it is given up. */
const lookEvery = 50;
const longest = 10_000;
/** Milliseconds that a process has for ending its execution, the worker's included. */
const patience = 1500;

/**
 * Termination always wins, wherever the execution is: here, in another process, queued or waiting. Where it is may change meanwhile, so this looks again until it
 * has ended. A process that is gone or hangs is not waited for: the execution is ended in its name, and should it come back, it finds none of its own
 * any more.
 */
export interface Termination {
  terminate: Dispatcher['terminate'];
  abandon: Dispatcher['abandon'];
}

export const createTermination = (options: {
  processId: string;
  controllers: Controllers;
  queue: Pick<ExecutionQueue, 'remove'>;
  store: Pick<ExecutionStore, 'find'>;
  commit: GroupCommit;
  waiters: ResultWaiters;
  view: ExecutionView;
  bus: Bus;
  clock: Clock;
  metrics: Metrics;
}): Termination => {
  const { processId, controllers, queue, store, commit, waiters, view, bus, clock, metrics } = options;
  const { status } = canceled;

  /** Ends one as its row says that it is, whosever it is. @returns false if that has changed */
  const endRow = async (stored: StoredExecution): Promise<boolean> => {
    const { executionId, processId: holder, lastNode, mode, startedAt } = stored;
    const stoppedAt = clock.now();
    const row = { executionId, processId: holder, status, stoppedAt, error: null, lastNode };
    const { hold } = await commit.writeAtLast({ kind: 'end', ...row, nodes: [], items: [], keep: true });
    if (hold !== 'held') return false;
    queue.remove(executionId);
    metrics.executionEnded(mode, status, (stoppedAt - startedAt) / 1000);
    view.finished({ ...stored, version: stored }, { status, stoppedAt, lastNode, error: null });
    waiters.end(stored, { status });
    return true;
  };

  const terminate: Dispatcher['terminate'] = async (executionId) => {
    const began = performance.now();
    let wasThere = false;
    for (let since = 0; since < longest; since = performance.now() - began) {
      const controller = controllers.get(executionId);
      if (controller) {
        wasThere = true;
        controllers.post(executionId, { type: 'terminate', outcome: canceled, grace: stopGrace });
        if (await controller.left()) return true;
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
            bus.send(stored.processId, 'terminateExecution', { executionId, outcome: canceled });
          break;
        default:
          return wasThere;
      }
      await sleep(lookEvery);
    }
    throw new Error(`Execution ${executionId} could not be stopped: it changed hands all the time`);
  };

  return {
    terminate,

    async abandon(executionId, { cancelQueued = false } = {}) {
      waiters.remove(executionId);
      if (!cancelQueued || controllers.get(executionId)) return;
      const stored = await store.find(executionId);
      if (stored?.status === 'queued' && stored.waitCount === 0 && stored.attempt === 0) await endRow(stored);
    },
  };
};
