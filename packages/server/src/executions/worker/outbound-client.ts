import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CredentialData, CredentialUse } from '@millrace/engine/node-api';
import type { Asker } from '../../credentials/types.ts';
import { createFrameReader, toFrame } from '../../platform/frames.ts';
import type { ClientResponse } from '../../platform/http/exchange.ts';
import { RequestError } from '../../platform/http/request-error.ts';
import type { CallKey, FromOutbound, NodeRequest, OutboundAddress, ToOutbound } from '../outbound/protocol.ts';

/** A worker's way to the outbound process, which is started when a worker wants it for the first time. */
export interface OutboundClient {
  /**
   * @param key undefined: making the request again does no harm
   * @throws RequestError, or the signal's reason when it aborts
   */
  request(what: NodeRequest, key: CallKey | undefined, asker: Asker): Promise<ClientResponse>;
  /** What node code may read of a credential. @throws RequestError */
  credential(use: CredentialUse, asker: Asker): Promise<CredentialData>;
  /** Nothing that its node runs before a position were given will be asked for again. */
  forget(executionId: number, before: number): void;
  /** Where the outbound process listens now; null: it could not be started. */
  reachAt(address: OutboundAddress | null): void;
  /** Requests that are under way fail; those with a key go on. */
  close(): void;
}

type Given = Exclude<FromOutbound, { type: 'ready' | 'failed' }>;

interface Waiting {
  resolve(given: { head: Given; bytes: Buffer }): void;
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
  let found: PromiseWithResolvers<OutboundAddress> | undefined;
  let isConnected = false;
  let lastId = 0;

  const receive = ({ head, bytes }: { head: Exclude<FromOutbound, { type: 'ready' }>; bytes: Buffer }): void => {
    const one = waiting.get(head.id);
    waiting.delete(head.id);
    if (head.type === 'failed') one?.reject(new RequestError(head.failure.code, head.failure.message, head.failure));
    else one?.resolve({ head, bytes });
  };

  const open = ({ path, token }: OutboundAddress): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const opened = connect(path);
      const begin = () => {
        isConnected = true;
        write(opened, { type: 'introduce', token });
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
      found = Promise.withResolvers<OutboundAddress>();
      want();
      const address = await found.promise;
      try {
        return await open(address);
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
    async request({ body, signal, ...request }, key, asker) {
      signal?.throwIfAborted();
      const to = await reach().catch(() => {
        throw lost();
      });
      signal?.throwIfAborted();
      const id = ++lastId;
      const { promise, resolve, reject } = Promise.withResolvers<{ head: Given; bytes: Buffer }>();
      const abort = () => {
        waiting.delete(id);
        write(to, { type: 'abort', id });
        reject(signal?.reason);
      };
      waiting.set(id, { resolve, reject });
      signal?.addEventListener('abort', abort, { once: true });
      const bytes = body === undefined ? [] : [typeof body === 'string' ? Buffer.from(body) : Buffer.from(body)];
      write(to, { type: 'request', id, key, asker, request, hasBody: body !== undefined }, ...bytes);
      const given = await promise.finally(() => signal?.removeEventListener('abort', abort));
      if (given.head.type !== 'answered') throw new TypeError('A request was answered by something else');
      return { ...given.head.response, body: given.bytes };
    },

    async credential(use, asker) {
      const to = await reach().catch(() => {
        throw lost();
      });
      const id = ++lastId;
      const { promise, resolve, reject } = Promise.withResolvers<{ head: Given; bytes: Buffer }>();
      waiting.set(id, { resolve, reject });
      write(to, { type: 'credential', id, asker, use });
      const { head } = await promise;
      if (head.type !== 'credential') throw new TypeError('A credential was asked for and something else came');
      return head.data;
    },

    forget(executionId, before) {
      if (isConnected) void socket?.then((to) => write(to, { type: 'forget', executionId, before }));
    },

    reachAt: (address) => (address === null ? found?.reject(lost()) : found?.resolve(address)),

    close: () => void socket?.then((to) => to.destroy()).catch(() => {}),
  };
};
