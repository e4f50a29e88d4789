import type { ToWorker } from './protocol.ts';

/**
 * Messages to a worker. One list is under way at a time: the next one goes when the worker has said that it has the last, which it does
 * at the end of the turn in which it has begun what is in there. So a worker that is busy without a pause holds at most one list that it may
 * still begin, and the executions that wait here can go to another worker.
 */
export interface Mailbox {
  /** Goes with all else of this turn. */
  add(message: ToWorker): void;
  /** The worker has the list that was under way. */
  received(): void;
  /** Takes out the executions that were not sent. */
  takeUnsent(): void;
}

/** @param onSent told the executions that the worker may begin from now on */
export const createMailbox = (
  send: (messages: ToWorker[]) => void,
  onSent: (executionIds: number[]) => void,
): Mailbox => {
  let waiting: ToWorker[] = [];
  let isUnderWay = false;
  let isFlushDue = false;

  const flush = () => {
    isFlushDue = false;
    if (isUnderWay || waiting.length === 0) return;
    const messages = waiting;
    waiting = [];
    isUnderWay = true;
    send(messages);
    onSent(executionsOf(messages));
  };

  return {
    add(message) {
      waiting.push(message);
      if (isFlushDue || isUnderWay) return;
      isFlushDue = true;
      // With all that this turn of the event loop still brings.
      setImmediate(flush);
    },
    received() {
      isUnderWay = false;
      flush();
    },
    takeUnsent() {
      waiting = waiting.filter(({ type }) => type !== 'execute');
    },
  };
};

const executionsOf = (messages: ToWorker[]): number[] =>
  messages.flatMap((message) => (message.type === 'execute' ? [message.execution.executionId] : []));
