import type { HostServices, WorkflowCallResult } from '@millrace/engine/node-api';
import type { FromWorker } from '../workers/protocol.ts';

/** Calls of other workflows by the node runs of one run: the serving process starts them and answers. */
export interface Calls {
  call: NonNullable<HostServices['callWorkflow']>;
  /** @param result JSON of WorkflowCallResult */
  answer(id: number, result: string): void;
}

export const createCalls = (options: {
  executionId: number;
  waitCount: number;
  /** Of the node run that is under way. */
  position(): number;
  send(message: FromWorker): void;
}): Calls => {
  const { executionId, waitCount, send } = options;
  const awaited = new Map<number, (result: WorkflowCallResult) => void>();
  let lastId = 0;
  let lastPosition = -1;
  let callsOfNode = 0;

  return {
    call(call, signal) {
      const position = options.position();
      if (position !== lastPosition) callsOfNode = 0;
      lastPosition = position;
      const id = ++lastId;
      // The same place makes the same call again when the execution goes on after a crash.
      const key = `call:${executionId}:${position}:${waitCount}:${callsOfNode++}`;
      return new Promise((resolve, reject) => {
        const stop = () => {
          awaited.delete(id);
          reject(signal.reason instanceof Error ? signal.reason : new Error('The run was stopped'));
        };
        if (signal.aborted) return stop();
        signal.addEventListener('abort', stop, { once: true });
        awaited.set(id, (result) => {
          signal.removeEventListener('abort', stop);
          resolve(result);
        });
        const { items, ...about } = call;
        send({ type: 'call', executionId, id, key, call: JSON.stringify(about), items: JSON.stringify(items) });
      });
    },

    answer(id, result) {
      awaited.get(id)?.(JSON.parse(result) as WorkflowCallResult);
      awaited.delete(id);
    },
  };
};
