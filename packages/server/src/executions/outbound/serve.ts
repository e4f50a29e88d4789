import type { Socket } from 'node:net';
import { createFrameReader, toFrame } from '../../platform/frames.ts';
import { RequestError } from '../../platform/http/request-error.ts';
import type { Exchanges } from './exchanges.ts';
import type { Failure, FromOutbound, ToOutbound } from './protocol.ts';

const failureOf = (error: unknown): Failure => {
  if (error instanceof RequestError) {
    const { code, message, description } = error;
    return { code, message, description };
  }
  return { code: 'connectionFailed', message: error instanceof Error ? error.message : String(error) };
};

/** Serves a worker for as long as it is there. */
export const serveWorker = (socket: Socket, exchanges: Exchanges): void => {
  const underWay = new Map<number, { message: Extract<ToOutbound, { type: 'request' }>; abort: AbortController }>();

  const send = (message: FromOutbound, ...bytes: Buffer[]): void => {
    if (!socket.writable) return;
    for (const piece of toFrame(message, ...bytes)) socket.write(piece);
  };

  const request = async (message: Extract<ToOutbound, { type: 'request' }>, bytes: Buffer): Promise<void> => {
    const { id, key, hasBody } = message;
    const abort = new AbortController();
    underWay.set(id, { message, abort });
    try {
      const what = { ...message.request, body: hasBody ? bytes : undefined };
      const { body, ...response } = await exchanges.request(what, key, abort.signal);
      send({ type: 'answered', id, response }, Buffer.from(body.buffer, body.byteOffset, body.byteLength));
    } catch (error) {
      send({ type: 'failed', id, failure: failureOf(error) });
    } finally {
      underWay.delete(id);
    }
  };

  socket.on(
    'data',
    createFrameReader<ToOutbound>(({ head, bytes }) => {
      if (head.type === 'request') void request(head, bytes);
      else if (head.type === 'forget') exchanges.forget(head.executionId, head.before);
      else {
        const aborted = underWay.get(head.id);
        if (aborted?.message.key) exchanges.abort(aborted.message.key);
        aborted?.abort.abort();
      }
    }),
  );
  send({ type: 'ready' });
  socket.on('error', () => {});
  // A worker that is gone wants nothing more for itself; what has a key may be asked for by another.
  socket.on('close', () => {
    for (const { abort } of underWay.values()) abort.abort();
  });
};
