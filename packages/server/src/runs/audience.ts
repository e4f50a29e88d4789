import type { WebhookResponse } from '@millrace/engine/node-api';
import type { Bus } from '../processes/bus.ts';
import type { ActiveRun } from './active-run.ts';
import type { EndedRun } from './types.ts';

/** What someone in this process waits for. The promises never reject. */
export interface Attendance {
  readonly response: Promise<WebhookResponse | undefined>;
  readonly ended: Promise<EndedRun>;
  /** The run waits as a row; it goes on later. */
  readonly waiting: Promise<void>;
}

/**
 * Those who wait for runs. A run may be executed in another process than the one in which its caller waits, its origin; what the caller is
 * to know then travels over the bus.
 */
export interface Audience {
  /** Replaces whoever has waited for it before. */
  attend(executionId: number): Attendance;
  dismiss(executionId: number): void;
  isAttended(executionId: number): boolean;
  respond(run: Listened, response: WebhookResponse): void;
  wait(executionId: number): void;
  end(run: Listened, ended: EndedRun): void;
  /** Tells everyone who still waits. */
  close(ended: EndedRun): void;
}

type Listened = Pick<ActiveRun, 'executionId' | 'origin'>;

interface Seat extends Attendance {
  respond(response: WebhookResponse | undefined): void;
  end(ended: EndedRun): void;
  wait(): void;
}

const createSeat = (): Seat => {
  const response = Promise.withResolvers<WebhookResponse | undefined>();
  const ended = Promise.withResolvers<EndedRun>();
  const waiting = Promise.withResolvers<void>();
  return {
    response: response.promise,
    ended: ended.promise,
    waiting: waiting.promise,
    respond: response.resolve,
    end: ended.resolve,
    wait: waiting.resolve,
  };
};

export const createAudience = (bus: Bus): Audience => {
  const seats = new Map<number, Seat>();

  const endHere = (executionId: number, ended: EndedRun): boolean => {
    const seat = seats.get(executionId);
    if (!seat) return false;
    seats.delete(executionId);
    seat.respond(undefined);
    seat.end(ended);
    return true;
  };

  bus.on('runNews', ({ executionId, news }) => {
    if (news.type === 'response') seats.get(executionId)?.respond(news.response);
  });
  bus.on('runEnded', ({ executionId, ended }) => void endHere(executionId, ended));

  const isElsewhere = (origin: string | null): origin is string => origin !== null && origin !== bus.processId;

  return {
    attend(executionId) {
      const seat = createSeat();
      seats.set(executionId, seat);
      return seat;
    },
    dismiss: (executionId) => void seats.delete(executionId),
    isAttended: (executionId) => seats.has(executionId),

    respond({ executionId, origin }, response) {
      const seat = seats.get(executionId);
      if (seat) seat.respond(response);
      else if (isElsewhere(origin))
        bus.send(origin, 'runNews', { executionId, news: { type: 'response', executionId, response } });
    },

    wait: (executionId) => seats.get(executionId)?.wait(),

    end({ executionId, origin }, ended) {
      if (!endHere(executionId, ended) && isElsewhere(origin)) bus.send(origin, 'runEnded', { executionId, ended });
    },

    close(ended) {
      for (const executionId of [...seats.keys()]) endHere(executionId, ended);
    },
  };
};
