import { within } from '../platform/within.ts';
import type { Controllers } from './controller/controllers.ts';
import type { ExecutionController } from './controller/execution-controller.ts';
import type { WorkerPool } from './workers/worker-pool.ts';

/**
 * How executions leave a process that stops: they end if that is soon, else they are paused after the node run that is under way, else they are
 * released as they are recorded. A node that must not be repeated gets all of the grace time to end.
 */
export const createShutdown =
  (options: {
    controllers: Controllers;
    pool: WorkerPool;
    /** Milliseconds. */
    grace: number;
  }): (() => Promise<void>) =>
  async () => {
    const { controllers, pool, grace } = options;
    const pause = (executions: readonly ExecutionController[]) => {
      for (const { executionId } of executions) controllers.post(executionId, { type: 'pause' });
    };

    pause(controllers.all().filter(({ origin }) => origin === null));
    await allLeft(controllers.all(), grace / 2);
    pause(controllers.all());
    await allLeft(controllers.all(), lastMoment);
    await allLeft(
      controllers.all().filter(({ isInFlight }) => isInFlight),
      grace / 2,
    );
    const rest = controllers.all();
    for (const { executionId } of rest) controllers.post(executionId, { type: 'release' });
    await pool.close();
    await Promise.all(rest.map((execution) => execution.left()));
  };

/** For executions between two nodes to say how far they have come, in milliseconds. */
const lastMoment = 250;

const allLeft = async (executions: readonly ExecutionController[], milliseconds: number): Promise<void> => {
  if (executions.length > 0) await within(milliseconds, Promise.all(executions.map((execution) => execution.left())));
};
