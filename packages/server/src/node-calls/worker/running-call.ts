import { createHook, executionAsyncResource } from 'node:async_hooks';
import { createRunningMarker } from '../../executions/workers/running-mark.ts';

/** Key in the resources of async hooks. */
const callId = Symbol('node call');

type Marked = { [callId]?: number };

/**
 * Marks whose code runs, whatever makes it go on: a promise, a timer, a socket of its own. Calls and listeners share a process and keep it busy for
 * moments only, so exactness is worth what the hooks cost; executions mark by the places where the host lets them go on.
 */
export interface CallMarker {
  /** Does the work as that of a call. */
  run<T>(id: number, work: () => T): T;
  /** Whose code has run last; undefined: nobody's yet. */
  last(): number | undefined;
}

export const createCallMarker = (): CallMarker => {
  const write = createRunningMarker();
  let last: number | undefined;
  const mark = (id: number): void => {
    last = id;
    write(id);
  };
  createHook({
    init(_asyncId, _type, _triggerId, resource: Marked) {
      const id = (executionAsyncResource() as Marked)[callId];
      if (id !== undefined) resource[callId] = id;
    },
    before() {
      const id = (executionAsyncResource() as Marked)[callId];
      if (id !== undefined) mark(id);
    },
  }).enable();

  return {
    run(id, work) {
      const resource = executionAsyncResource() as Marked;
      const before = resource[callId];
      resource[callId] = id;
      mark(id);
      try {
        return work();
      } finally {
        resource[callId] = before;
      }
    },
    last: () => last,
  };
};
