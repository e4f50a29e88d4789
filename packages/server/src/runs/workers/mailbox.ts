import type { ToWorker } from './protocol.ts';

/**
 * Messages to a worker. One list is under way at a time: the next one goes when the worker has said that it has the last, which it does
 * before it begins anything. So a worker that is busy without a pause holds at most one list that it may still begin, and the runs
 * that wait here can go to another worker.
 */
export interface Mailbox {
  /** Goes with all else of this turn. */
  add(message: ToWorker): void;
  /** The worker has the list that was under way. */
  received(): void;
  /** Takes out the runs that were not sent; gives their execution ids. */
  takeUnsentRuns(): number[];
}

/** @param onReceived told the runs of a list that the worker has now, which it may begin */
export const createMailbox = (
  send: (messages: ToWorker[]) => void,
  onReceived: (executionIds: number[]) => void,
): Mailbox => {
  let waiting: ToWorker[] = [];
  let underWay: ToWorker[] | undefined;
  let isFlushDue = false;

  const flush = () => {
    isFlushDue = false;
    if (underWay || waiting.length === 0) return;
    underWay = waiting;
    waiting = [];
    send(underWay);
  };

  return {
    add(message) {
      waiting.push(message);
      if (isFlushDue || underWay) return;
      isFlushDue = true;
      // After everything that the promises of this turn still add.
      process.nextTick(flush);
    },
    received() {
      const ids = runsOf(underWay ?? []);
      underWay = undefined;
      if (ids.length > 0) onReceived(ids);
      flush();
    },
    takeUnsentRuns() {
      const ids = runsOf(waiting);
      waiting = waiting.filter(({ type }) => type !== 'run');
      return ids;
    },
  };
};

const runsOf = (messages: ToWorker[]): number[] =>
  messages.flatMap((message) => (message.type === 'run' ? [message.run.executionId] : []));
