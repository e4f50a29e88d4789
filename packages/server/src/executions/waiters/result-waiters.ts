import type { WebhookResponse } from '@millrace/engine/node-api';
import type { Bus } from '../../processes/bus.ts';
import type { EndedExecution } from '../types.ts';
import type { ResponsePiece } from '../workers/protocol.ts';
import { type ResultWaiter, Waiter } from './result-waiter.ts';

/**
 * Those who wait for what becomes of executions. An execution may run in another process than the one in which its caller waits, its origin; what
 * the caller is to know then travels over the bus.
 */
export interface ResultWaiters {
  /**
   * Several may wait for one execution.
   * @param options.untilSuspended nobody has asked to hear of the end: the waiter goes when the execution is suspended, which may be for ever
   */
  add(executionId: number, options?: { untilSuspended?: boolean }): ResultWaiter;
  /** @param waiter default: all of this process */
  remove(executionId: number, waiter?: ResultWaiter): void;
  has(executionId: number): boolean;
  respond(execution: Awaited, response: WebhookResponse): void;
  respondPiece(execution: Awaited, piece: ResponsePiece): void;
  suspend(execution: Awaited): void;
  end(execution: Awaited, ended: EndedExecution): void;
  /** Executions that someone here waits for. */
  awaited(): number[];
  /** Tells everyone who still waits. */
  close(ended: EndedExecution): void;
}

interface Awaited {
  executionId: number;
  /** Process in which someone waits for it. */
  origin: string | null;
}

/** Milliseconds that news is kept for callers who do not wait yet, of how many executions, and how much of each. */
const early = { lifetime: 30_000, executions: 10_000, each: 100 } as const;

export const createResultWaiters = (bus: Bus): ResultWaiters => {
  /** Oldest first. Another process may have run an execution before its start has come back to whoever asked for it here. */
  const earlyNews = new Map<number, { since: number; tell: (() => void)[] }>();
  const waiters = new Map<number, readonly Waiter[]>();
  /** Pieces of answers that were sent to other processes. */
  const sent = new Map<number, number>();
  const waitersOf = (executionId: number) => waiters.get(executionId) ?? [];

  const set = (executionId: number, left: readonly Waiter[]): void => {
    if (left.length > 0) waiters.set(executionId, left);
    else waiters.delete(executionId);
  };

  const respondHere = (executionId: number, response: WebhookResponse): boolean => {
    const found = waitersOf(executionId);
    for (const waiter of found) waiter.respond(response);
    return found.length > 0;
  };

  const respondPieceHere = (executionId: number, piece: ResponsePiece, place?: number): boolean => {
    const found = waitersOf(executionId);
    for (const waiter of found) waiter.take(piece, place);
    return found.length > 0;
  };

  const endHere = (executionId: number, ended: EndedExecution): boolean => {
    const found = waitersOf(executionId);
    waiters.delete(executionId);
    for (const waiter of found) waiter.end(ended);
    return found.length > 0;
  };

  const suspendHere = (executionId: number): boolean => {
    const found = waitersOf(executionId);
    for (const waiter of found) waiter.suspend();
    set(
      executionId,
      found.filter(({ untilSuspended }) => !untilSuspended),
    );
    return found.length > 0;
  };

  const keepForLater = (executionId: number, tell: () => void): void => {
    const now = performance.now();
    for (const [oldest, { since }] of earlyNews) {
      if (now - since < early.lifetime && earlyNews.size < early.executions) break;
      earlyNews.delete(oldest);
    }
    const kept = earlyNews.get(executionId) ?? { since: now, tell: [] };
    // Of an answer that comes in more pieces nobody may be waiting any more; who does sees it break off.
    if (kept.tell.length < early.each) kept.tell.push(tell);
    earlyNews.set(executionId, kept);
  };

  bus.on('executionResponded', ({ executionId, response }) => {
    const tell = () => respondHere(executionId, response);
    if (!tell()) keepForLater(executionId, tell);
  });
  bus.on('executionRespondedPiece', ({ executionId, piece, place }) => {
    const tell = () => respondPieceHere(executionId, piece, place);
    if (!tell()) keepForLater(executionId, tell);
  });
  bus.on('executionEnded', ({ executionId, ended }) => {
    const tell = () => endHere(executionId, ended);
    if (!tell()) keepForLater(executionId, tell);
  });

  // Not kept: whoever waits from later on may mean the time after this wait.
  bus.on('executionSuspended', ({ executionId }) => void suspendHere(executionId));

  const isElsewhere = (origin: string | null): origin is string => origin !== null && origin !== bus.processId;

  return {
    add(executionId, { untilSuspended = false } = {}) {
      const waiter = new Waiter(executionId, untilSuspended);
      waiters.set(executionId, [...waitersOf(executionId), waiter]);
      const kept = earlyNews.get(executionId);
      earlyNews.delete(executionId);
      for (const tell of kept?.tell ?? []) tell();
      return waiter;
    },
    remove(executionId, waiter) {
      if (waiter === undefined) waiters.delete(executionId);
      else
        set(
          executionId,
          waitersOf(executionId).filter((one) => one !== waiter),
        );
    },
    has: (executionId) => waiters.has(executionId),

    respond({ executionId, origin }, response) {
      sent.delete(executionId);
      if (!respondHere(executionId, response) && isElsewhere(origin))
        bus.send(origin, 'executionResponded', { executionId, response });
    },

    respondPiece({ executionId, origin }, piece) {
      if (respondPieceHere(executionId, piece) || !isElsewhere(origin)) return;
      const place = sent.get(executionId) ?? 0;
      sent.set(executionId, place + 1);
      bus.send(origin, 'executionRespondedPiece', { executionId, piece, place });
    },

    suspend({ executionId, origin }) {
      sent.delete(executionId);
      if (!suspendHere(executionId) && isElsewhere(origin)) bus.send(origin, 'executionSuspended', { executionId });
    },

    end({ executionId, origin }, ended) {
      sent.delete(executionId);
      if (!endHere(executionId, ended) && isElsewhere(origin))
        bus.send(origin, 'executionEnded', { executionId, ended });
    },

    awaited: () => [...waiters.keys()],

    close(ended) {
      for (const executionId of [...waiters.keys()]) endHere(executionId, ended);
    },
  };
};
