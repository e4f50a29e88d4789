import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How long requests may take to arrive. */
export interface SlowRequests {
  /** Milliseconds for the headers. */
  headers: number;
  /** Milliseconds for all of it, whatever its size. */
  request: number;
  /** Milliseconds between two looks for those that take longer than that. */
  look: number;
  /** Milliseconds that a body may take beyond the time that its bytes take at `rate`. */
  grace: number;
  /** Bytes a second. */
  rate: number;
}

export const slowRequests: SlowRequests = { headers: 30_000, request: 300_000, look: 5000, grace: 15_000, rate: 4096 };

const mayHaveBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/**
 * Lets go of those who send a body so slowly that they only hold their connection: the time for a body is in proportion to what of it has come. What
 * comes fast enough is under the limits of the HTTP server alone, which are wide, since a large body takes its time on a slow line.
 */
export const refuseSlowSenders = (
  app: FastifyInstance,
  { grace, rate }: Pick<SlowRequests, 'grace' | 'rate'>,
): void => {
  /** Those of this turn of the event loop. Most are complete at its end, and need no watch. */
  let begun: IncomingMessage[] = [];
  const watchIncomplete = () => {
    const all = begun;
    begun = [];
    for (const request of all) if (!request.complete) watch(request, app, grace, rate);
  };
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    // A request that is injected has no connection.
    if (mayHaveBody(raw) && raw.socket instanceof Socket && begun.push(raw) === 1) setImmediate(watchIncomplete);
    done();
  });
};

const watch = (request: IncomingMessage, app: FastifyInstance, grace: number, rate: number): void => {
  const { socket } = request;
  const before = socket.bytesRead;
  const begun = performance.now();
  const look = (): void => {
    if (request.complete || socket.destroyed) return;
    const allowed = grace + ((socket.bytesRead - before) / rate) * 1000;
    const left = begun + allowed - performance.now();
    if (left > 0) wait(left);
    // As for what takes too long in all: it is answered with 408, and the connection ends.
    else
      app.server.emit(
        'clientError',
        Object.assign(new Error('Too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
        socket,
      );
  };
  let timer: NodeJS.Timeout;
  const wait = (milliseconds: number): void => {
    timer = setTimeout(look, milliseconds).unref();
  };
  wait(grace);
  request.once('close', () => clearTimeout(timer));
};
