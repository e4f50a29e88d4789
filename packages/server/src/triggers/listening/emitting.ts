import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Emitted } from '@millrace/engine/node-api';
import {
  type Dispatcher,
  DuplicateExecutionError,
  type EndedExecution,
  type EnqueueRequest,
} from '../../executions/types.ts';
import type { ListenEvent } from '../../node-calls/types.ts';
import { mayPass } from '../passing.ts';
import { startByOutput } from '../run-starts.ts';

/** How an event of a listener becomes an execution. */

/** Longer ones are told apart by their digest. */
const longestKey = 200;
/** Milliseconds between two attempts, and for all of them: then the event is refused, and must come again. */
const retryAfter = 500;
const patience = 60_000;

export const eventKey = (workflowId: number, node: string, key: string): string => {
  const short = key.length <= longestKey ? key : createHash('sha256').update(key).digest('hex');
  return `event:${workflowId}:${node}:${short}`;
};

/** Stores it, as soon as one more can be taken. @throws AppError; DuplicateExecutionError */
const enqueueInTime = async (dispatcher: Pick<Dispatcher, 'enqueue'>, request: EnqueueRequest, signal: AbortSignal) => {
  const begun = performance.now();
  for (;;) {
    try {
      return await dispatcher.enqueue(request);
    } catch (error) {
      const isOver = error instanceof DuplicateExecutionError || !mayPass(error) || signal.aborted;
      if (isOver || performance.now() - begun > patience) throw error;
      await sleep(retryAfter, undefined, { signal }).catch(() => {});
    }
  }
};

/** An event that is stored. */
export interface StoredEvent {
  executionId: number;
  /** False: an earlier event with the same key had started it. */
  isNew: boolean;
  ended: Promise<EndedExecution>;
}

/** @throws Error where the event is not stored */
export const startByEvent = async (
  dispatcher: Pick<Dispatcher, 'enqueue' | 'findStarted'>,
  request: Omit<EnqueueRequest, 'start' | 'waitForAnswer'> & { node: string; signal: AbortSignal },
  { output, options: { waitForEnd = false } }: Pick<ListenEvent, 'output' | 'options'>,
): Promise<StoredEvent> => {
  const { node, signal, ...more } = request;
  const start = startByOutput(node, output);
  try {
    const run = await enqueueInTime(dispatcher, { ...more, start, waitForAnswer: waitForEnd }, signal);
    return { executionId: run.executionId, isNew: true, ended: run.ended };
  } catch (error) {
    const { idempotencyKey } = more;
    if (!(error instanceof DuplicateExecutionError) || idempotencyKey === undefined) throw error;
    const earlier = await dispatcher.findStarted(idempotencyKey);
    if (!earlier) throw error;
    return { ...earlier, isNew: false };
  }
};

/** What the node is told. @throws Error where the end is not known */
export const emittedOf = async ({ executionId, ended }: StoredEvent, waitForEnd = false): Promise<Emitted> => {
  if (!waitForEnd) return { executionId: String(executionId) };
  const { status, errorMessage } = await ended;
  // It goes on elsewhere: the event is not done with.
  if (status === 'queued') throw new Error(errorMessage ?? 'The server has stopped');
  const isNamed = status === 'success' || status === 'canceled';
  return { executionId: String(executionId), status: isNamed ? status : 'error' };
};
