import type { WebhookResponse } from '@millrace/engine/node-api';
import type { Bus } from '../../processes/bus.ts';
import type { ActiveRun } from '../controller/active-run.ts';
import type { EndedExecution } from '../types.ts';

/** What someone in this process waits for. The promises never reject. */
export interface Attendance {
  readonly response: Promise<WebhookResponse | undefined>;
  readonly ended: Promise<EndedExecution>;
  /** The run waits as a row; it goes on later. */
  readonly waiting: Promise<void>;
}

/**
 * Those who wait for runs. A run may be executed in another process than the one in which its caller waits, its origin; what the caller is
 * to know then travels over the bus.
 */
export interface Audience {
  /**
   * Several may wait for one run.
   * @param options.untilWait nobody has asked to hear of the end: the seat is given up when the run waits, which may be for ever
   */
  attend(executionId: number, options?: { untilWait?: boolean }): Attendance;
  dismiss(executionId: number, attendance: Attendance): void;
  isAttended(executionId: number): boolean;
  respond(run: Listened, response: WebhookResponse): void;
  wait(run: Listened): void;
  end(run: Listened, ended: EndedExecution): void;
  /** Executions that someone here waits for. */
  attended(): number[];
  /** Tells everyone who still waits. */
  close(ended: EndedExecution): void;
}

/** Of a run in another process for which no one waits: nothing is heard of it here. */
export const unattended: Attendance = {
  response: new Promise(() => {}),
  ended: new Promise(() => {}),
  waiting: new Promise(() => {}),
};

type Listened = Pick<ActiveRun, 'executionId' | 'origin'>;

interface Seat extends Attendance {
  readonly untilWait: boolean;
  respond(response: WebhookResponse | undefined): void;
  end(ended: EndedExecution): void;
  wait(): void;
}

const createSeat = (untilWait: boolean): Seat => {
  const response = Promise.withResolvers<WebhookResponse | undefined>();
  const ended = Promise.withResolvers<EndedExecution>();
  const waiting = Promise.withResolvers<void>();
  return {
    untilWait,
    response: response.promise,
    ended: ended.promise,
    waiting: waiting.promise,
    respond: response.resolve,
    end: ended.resolve,
    wait: waiting.resolve,
  };
};

/** Milliseconds that news is kept for callers who have not sat down yet, and of how many runs. */
const early = { lifetime: 30_000, runs: 10_000 } as const;

export const createAudience = (bus: Bus): Audience => {
  /** Oldest first. Another process may have run an execution before its start has come back to whoever asked for it here. */
  const earlyNews = new Map<number, { since: number; tell: (() => void)[] }>();
  const seats = new Map<number, readonly Seat[]>();
  const seatsOf = (executionId: number) => seats.get(executionId) ?? [];

  const respondHere = (executionId: number, response: WebhookResponse): boolean => {
    const found = seatsOf(executionId);
    for (const seat of found) seat.respond(response);
    return found.length > 0;
  };

  const endHere = (executionId: number, ended: EndedExecution): boolean => {
    const found = seatsOf(executionId);
    seats.delete(executionId);
    for (const seat of found) {
      seat.respond(undefined);
      seat.end(ended);
    }
    return found.length > 0;
  };

  const setSeats = (executionId: number, left: readonly Seat[]): void => {
    if (left.length > 0) seats.set(executionId, left);
    else seats.delete(executionId);
  };

  const waitHere = (executionId: number): boolean => {
    const found = seatsOf(executionId);
    for (const seat of found) seat.wait();
    setSeats(
      executionId,
      found.filter(({ untilWait }) => !untilWait),
    );
    return found.length > 0;
  };

  const keepForLater = (executionId: number, tell: () => void): void => {
    const now = performance.now();
    for (const [oldest, { since }] of earlyNews) {
      if (now - since < early.lifetime && earlyNews.size < early.runs) break;
      earlyNews.delete(oldest);
    }
    const kept = earlyNews.get(executionId) ?? { since: now, tell: [] };
    kept.tell.push(tell);
    earlyNews.set(executionId, kept);
  };

  bus.on('runNews', ({ executionId, news }) => {
    if (news.type !== 'response') return;
    const tell = () => respondHere(executionId, news.response);
    if (!tell()) keepForLater(executionId, tell);
  });
  bus.on('runEnded', ({ executionId, ended }) => {
    const tell = () => endHere(executionId, ended);
    if (!tell()) keepForLater(executionId, tell);
  });

  // Not kept: whoever sits down later may mean the time after this wait.
  bus.on('runWaits', ({ executionId }) => void waitHere(executionId));

  const isElsewhere = (origin: string | null): origin is string => origin !== null && origin !== bus.processId;

  return {
    attend(executionId, { untilWait = false } = {}) {
      const seat = createSeat(untilWait);
      seats.set(executionId, [...seatsOf(executionId), seat]);
      const kept = earlyNews.get(executionId);
      earlyNews.delete(executionId);
      for (const tell of kept?.tell ?? []) tell();
      return seat;
    },
    dismiss(executionId, attendance) {
      setSeats(
        executionId,
        seatsOf(executionId).filter((seat) => seat !== attendance),
      );
    },
    isAttended: (executionId) => seats.has(executionId),

    respond({ executionId, origin }, response) {
      if (!respondHere(executionId, response) && isElsewhere(origin))
        bus.send(origin, 'runNews', { executionId, news: { type: 'response', executionId, response } });
    },

    wait({ executionId, origin }) {
      if (!waitHere(executionId) && isElsewhere(origin)) bus.send(origin, 'runWaits', { executionId });
    },

    end({ executionId, origin }, ended) {
      if (!endHere(executionId, ended) && isElsewhere(origin)) bus.send(origin, 'runEnded', { executionId, ended });
    },

    attended: () => [...seats.keys()],

    close(ended) {
      for (const executionId of [...seats.keys()]) endHere(executionId, ended);
    },
  };
};
