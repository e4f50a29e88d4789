import type { ClientResponse, StreamedResponse } from '../../platform/http/exchange.ts';
import { RequestError } from '../../platform/http/request-error.ts';
import type { CallKey } from './protocol.ts';

/**
 * Exchanges that are made once, however often they are asked for: a worker may be lost while one is under way, and the node run that asked for it
 * begins anew in another.
 */
export interface Exchanges<Request> {
  /** @param signal aborts one without a key; one with a key goes on, since it may be asked for again */
  request(what: Request, key: CallKey | undefined, signal: AbortSignal): Promise<ClientResponse>;
  /** The same for one whose answer is read as it comes. It is given to the first who asks, and not kept: whoever asks again is told so. */
  streamed(what: Request, key: CallKey | undefined, signal: AbortSignal): Promise<StreamedResponse>;
  /** Whoever wants it to end: what it gives then is its outcome. */
  abort(key: CallKey): void;
  /** Nothing that the node runs before a position were given will be asked for again. */
  forget(executionId: number, before: number): void;
}

interface Exchange {
  /** Of the node run. */
  position: number;
  outcome: Promise<ClientResponse>;
  abort: AbortController;
  bytes: number;
  /** Milliseconds of `now`; undefined: it is under way. */
  endedAt: number | undefined;
  isForgotten: boolean;
}

/** Bytes of bodies that are kept, and milliseconds for which an outcome and the mark that there was one are. */
const limits = { bytes: 256 * 1024 * 1024, kept: 600_000, marked: 3_600_000 } as const;

const notKept = (): Promise<ClientResponse> => {
  const lost = Promise.reject(
    new RequestError('connectionLost', 'The answer to this request was not kept', {
      description:
        'The request was made before its node run was interrupted, and is not made again. Look whether it has had its effect, then retry the execution.',
    }),
  );
  lost.catch(() => {});
  return lost;
};

/** How requests are made. */
export interface Sending<Request> {
  send(what: Request): Promise<ClientResponse>;
  streamed(what: Request): Promise<StreamedResponse>;
}

/** @param now a clock that never goes back, in milliseconds */
export const createExchanges = <Request extends object>(
  { send, streamed }: Sending<Request & { signal: AbortSignal }>,
  now: () => number,
): Exchanges<Request> => {
  /** By execution, then by name, oldest first. */
  const kept = new Map<number, Map<string, Exchange>>();
  let bytes = 0;

  const drop = (exchange: Exchange): void => {
    bytes -= exchange.bytes;
    exchange.bytes = 0;
    exchange.outcome = notKept();
  };

  const makeRoom = (): void => {
    const time = now();
    for (const [executionId, exchanges] of kept) {
      for (const [name, exchange] of exchanges) {
        const { endedAt } = exchange;
        if (endedAt === undefined) continue;
        if (time - endedAt > limits.marked) exchanges.delete(name);
        else if (exchange.bytes > 0 && (bytes > limits.bytes || time - endedAt > limits.kept)) drop(exchange);
      }
      if (exchanges.size === 0) kept.delete(executionId);
    }
  };

  const begin = (what: Request, position: number, unsent: () => void): Exchange => {
    const abort = new AbortController();
    const outcome = send({ ...what, signal: abort.signal });
    const exchange: Exchange = { position, outcome, abort, bytes: 0, endedAt: undefined, isForgotten: false };
    const end = (size: number) => {
      exchange.endedAt = now();
      if (exchange.isForgotten) return;
      exchange.bytes = size;
      bytes += size;
      makeRoom();
    };
    outcome.then(
      ({ body }) => end(body.length),
      (error: unknown) => {
        end(0);
        if (error instanceof RequestError && error.code === 'credentials') unsent();
      },
    );
    return exchange;
  };

  return {
    request(what, key, signal) {
      if (!key) return send({ ...what, signal });
      const exchanges = kept.get(key.executionId) ?? new Map<string, Exchange>();
      kept.set(key.executionId, exchanges);
      const exchange = exchanges.get(key.name) ?? begin(what, key.position, () => exchanges.delete(key.name));
      exchanges.set(key.name, exchange);
      return exchange.outcome;
    },

    streamed(what, key, signal) {
      if (!key) return streamed({ ...what, signal });
      const exchanges = kept.get(key.executionId) ?? new Map<string, Exchange>();
      kept.set(key.executionId, exchanges);
      if (exchanges.has(key.name)) return notKept() as Promise<never>;
      const abort = new AbortController();
      if (signal.aborted) abort.abort(signal.reason);
      else signal.addEventListener('abort', () => abort.abort(signal.reason), { once: true });
      const { position } = key;
      exchanges.set(key.name, { position, outcome: notKept(), abort, bytes: 0, endedAt: now(), isForgotten: false });
      return streamed({ ...what, signal: abort.signal });
    },

    abort({ executionId, name }) {
      kept.get(executionId)?.get(name)?.abort.abort();
    },

    forget(executionId, before) {
      const exchanges = kept.get(executionId);
      if (!exchanges) return;
      for (const [name, exchange] of exchanges) {
        if (exchange.position >= before) continue;
        exchanges.delete(name);
        bytes -= exchange.bytes;
        exchange.isForgotten = true;
      }
      if (exchanges.size === 0) kept.delete(executionId);
    },
  };
};
