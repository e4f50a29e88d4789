import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFrameReader, toFrame } from '../../platform/frames.ts';
import type { ClientRequest, ClientResponse } from '../../platform/http/exchange.ts';
import { RequestError } from '../../platform/http/request-error.ts';
import type { CallKey, FromOutbound, ToOutbound } from '../outbound/protocol.ts';

/** A worker's way to the outbound process, which is started when a worker wants it for the first time. */
export interface OutboundClient {
  /**
   * @param key undefined: making the request again does no harm
   * @throws RequestError, or the signal's reason when it aborts
   */
  request(what: ClientRequest, key: CallKey | undefined): Promise<ClientResponse>;
  /** Nothing that its node runs before a position were given will be asked for again. */
  forget(executionId: number, before: number): void;
  /** Where the outbound process listens now; null: it could not be started. */
  reachAt(path: string | null): void;
  /** Requests that are under way fail; those with a key go on. */
  close(): void;
}

interface Waiting {
  resolve(response: ClientResponse): void;
  reject(error: unknown): void;
}

/** To find the outbound process, and milliseconds between two of them. */
const mostAttempts = 20;
const pause = 100;

const lost = (): RequestError =>
  new RequestError('connectionLost', 'The process that makes requests has ended before the answer came', {
    description: 'The request may or may not have had its effect. Look whether it has, then retry the execution.',
  });

/** @param want asks the serving process to start the outbound process, and to say by `reachAt` where it listens */
export const createOutboundClient = (want: () => void): OutboundClient => {
  const waiting = new Map<number, Waiting>();
  let socket: Promise<Socket> | undefined;
  let found: PromiseWithResolvers<string> | undefined;
  let isConnected = false;
  let lastId = 0;

  const receive = ({ head, bytes }: { head: Exclude<FromOutbound, { type: 'ready' }>; bytes: Buffer }): void => {
    const one = waiting.get(head.id);
    waiting.delete(head.id);
    if (head.type === 'answered') one?.resolve({ ...head.response, body: bytes });
    else one?.reject(new RequestError(head.failure.code, head.failure.message, head.failure));
  };

  const open = (path: string): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const opened = connect(path);
      const begin = () => {
        isConnected = true;
        opened.on('close', () => {
          isConnected = false;
          socket = undefined;
          for (const { reject: fail } of waiting.values()) fail(lost());
          waiting.clear();
        });
        resolve(opened);
      };
      opened.on(
        'data',
        createFrameReader<FromOutbound>(({ head, bytes }) =>
          head.type === 'ready' ? begin() : receive({ head, bytes }),
        ),
      );
      opened.on('error', reject);
      opened.once('close', () => reject(new Error('The outbound process has ended')));
    });

  /** The serving process may not have seen yet that the one it knows has ended. */
  const find = async (): Promise<Socket> => {
    for (let attempts = 1; ; attempts++) {
      found = Promise.withResolvers<string>();
      want();
      const path = await found.promise;
      try {
        return await open(path);
      } catch (error) {
        if (attempts >= mostAttempts) throw error;
        await sleep(pause);
      }
    }
  };

  const reach = (): Promise<Socket> => {
    socket ??= find().catch((error: unknown) => {
      socket = undefined;
      throw error;
    });
    return socket;
  };

  const write = (to: Socket, message: ToOutbound, ...bytes: Buffer[]): void => {
    for (const piece of toFrame(message, ...bytes)) to.write(piece);
  };

  return {
    async request({ body, signal, ...request }, key) {
      signal?.throwIfAborted();
      const to = await reach().catch(() => {
        throw lost();
      });
      signal?.throwIfAborted();
      const id = ++lastId;
      const { promise, resolve, reject } = Promise.withResolvers<ClientResponse>();
      const abort = () => {
        waiting.delete(id);
        write(to, { type: 'abort', id });
        reject(signal?.reason);
      };
      waiting.set(id, { resolve, reject });
      signal?.addEventListener('abort', abort, { once: true });
      const bytes = body === undefined ? [] : [typeof body === 'string' ? Buffer.from(body) : Buffer.from(body)];
      write(to, { type: 'request', id, key, request, hasBody: body !== undefined }, ...bytes);
      return promise.finally(() => signal?.removeEventListener('abort', abort));
    },

    forget(executionId, before) {
      if (isConnected) void socket?.then((to) => write(to, { type: 'forget', executionId, before }));
    },

    reachAt: (path) => (path === null ? found?.reject(lost()) : found?.resolve(path)),

    close: () => void socket?.then((to) => to.destroy()).catch(() => {}),
  };
};
