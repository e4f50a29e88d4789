import { AsyncResource } from 'node:async_hooks';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CredentialUse, HostTarget } from '@millrace/engine/node-api';
import type { Asker, NodeCredential } from '../../credentials/types.ts';
import {
  type ByteReceiver,
  type ByteSender,
  createByteReceiver,
  createByteSender,
} from '../../platform/byte-streams.ts';
import { createFrameReader, toBuffer, toFrame } from '../../platform/frames.ts';
import type { ClientResponse, StreamedResponse } from '../../platform/http/exchange.ts';
import { RequestError } from '../../platform/http/request-error.ts';
import type { CallKey, FromOutbound, NodeRequest, OutboundAddress, ToOutbound } from '../outbound/protocol.ts';

/** A worker's way to the outbound process, which is started when a worker wants it for the first time. */
export interface OutboundClient {
  /**
   * @param key undefined: making the request again does no harm
   * @throws RequestError, or the signal's reason when it aborts
   */
  request(what: NodeRequest, key: CallKey | undefined, asker: Asker): Promise<ClientResponse>;
  /** The same, given when the head of the answer is there. @throws RequestError, also while the body is read */
  streamed(what: NodeRequest, key: CallKey | undefined, asker: Asker): Promise<StreamedResponse>;
  /** What node code may read of a credential. @throws RequestError */
  credential(use: CredentialUse, asker: Asker): Promise<NodeCredential>;
  /** Where a client of another protocol than HTTP connects to a host. @throws RequestError */
  reach(target: HostTarget, asker: Asker): Promise<string>;
  /** Nothing that its node runs before a position were given will be asked for again. */
  forget(executionId: number, before: number): void;
  /** Where the outbound process listens now; null: it could not be started. */
  reachAt(address: OutboundAddress | null): void;
  /** Requests that are under way fail; those with a key go on. */
  close(): void;
}

type Given = Extract<FromOutbound, { type: 'answered' | 'head' | 'credential' | 'reached' }>;

interface Waiting {
  /** What comes for it is read in the name of whoever has asked, and not of whoever has opened the connection. */
  requester: AsyncResource;
  resolve(given: { head: Given; bytes: Buffer }): void;
  reject(error: unknown): void;
  /** Sends its body piece by piece. */
  sender?: ByteSender;
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
  /** Answers whose head was given. */
  const answers = new Map<number, ByteReceiver & { requester: AsyncResource }>();
  /** Of nobody who asks. */
  const connection = new AsyncResource('OutboundConnection');
  let socket: Promise<Socket> | undefined;
  let found: PromiseWithResolvers<OutboundAddress> | undefined;
  let isConnected = false;
  let lastId = 0;

  const receive = ({ head, bytes }: { head: Exclude<FromOutbound, { type: 'ready' }>; bytes: Buffer }): void => {
    const { id } = head;
    const one = waiting.get(id);
    const answer = answers.get(id);
    switch (head.type) {
      case 'taken':
        one?.sender?.taken(head.bytes);
        break;
      case 'piece':
        answer?.push(bytes);
        break;
      case 'end':
        answers.delete(id);
        answer?.end();
        break;
      case 'failed': {
        const error = new RequestError(head.failure.code, head.failure.message, head.failure);
        waiting.delete(id);
        answers.delete(id);
        one?.sender?.stop(error);
        one?.reject(error);
        answer?.fail(error);
        break;
      }
      default:
        waiting.delete(id);
        one?.sender?.stop(new Error('The answer has come before the end of the body'));
        one?.resolve({ head, bytes });
    }
  };

  const deliver = (frame: Parameters<typeof receive>[0]): void => {
    const { id } = frame.head;
    (waiting.get(id) ?? answers.get(id))?.requester.runInAsyncScope(receive, undefined, frame);
  };

  const open = ({ path, token }: OutboundAddress): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const opened = connection.runInAsyncScope(connect, undefined, path);
      const begin = () => {
        isConnected = true;
        write(opened, { type: 'introduce', token });
        opened.on('close', () => {
          isConnected = false;
          socket = undefined;
          for (const { reject: fail, sender } of waiting.values()) {
            sender?.stop(lost());
            fail(lost());
          }
          for (const answer of answers.values()) answer.fail(lost());
          waiting.clear();
          answers.clear();
        });
        resolve(opened);
      };
      opened.on(
        'data',
        createFrameReader<FromOutbound>(({ head, bytes }) =>
          head.type === 'ready' ? begin() : deliver({ head, bytes }),
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

  const connected = (): Promise<Socket> => {
    socket ??= find().catch((error: unknown) => {
      socket = undefined;
      throw error;
    });
    return socket;
  };

  const write = (to: Socket, message: ToOutbound, ...bytes: Buffer[]): void => {
    for (const piece of toFrame(message, ...bytes)) to.write(piece);
  };

  const sendBody = async (to: Socket, id: number, one: Waiting, source: AsyncIterable<Uint8Array>): Promise<void> => {
    one.sender = createByteSender((piece) => write(to, { type: 'piece', id }, toBuffer(piece)));
    try {
      await one.sender.send(source);
      write(to, { type: 'bodyEnd', id });
    } catch (error) {
      if (waiting.get(id) !== one) return;
      waiting.delete(id);
      write(to, { type: 'bodyEnd', id, error: error instanceof Error ? error.message : String(error) });
      write(to, { type: 'abort', id });
      one.reject(error);
    }
  };

  /** Makes a request. @param answer takes the body where that is streamed, which may come right behind the head */
  const begin = async (
    { body, signal, ...request }: NodeRequest,
    key: CallKey | undefined,
    asker: Asker,
    answer?: ByteReceiver,
  ): Promise<{ id: number; to: Socket; head: Given; bytes: Buffer }> => {
    signal?.throwIfAborted();
    const to = await connected().catch(() => {
      throw lost();
    });
    signal?.throwIfAborted();
    const id = ++lastId;
    const { promise, resolve, reject } = Promise.withResolvers<{ head: Given; bytes: Buffer }>();
    const requester = new AsyncResource('OutboundRequest');
    const one: Waiting = { requester, resolve, reject };
    const abort = () => {
      waiting.delete(id);
      answers.delete(id);
      one.sender?.stop(new Error('The request was given up'));
      write(to, { type: 'abort', id });
      reject(signal?.reason);
    };
    waiting.set(id, one);
    if (answer) answers.set(id, { ...answer, requester });
    signal?.addEventListener('abort', abort, { once: true });
    const message = { type: 'request' as const, id, key, asker, request, streamed: answer !== undefined };
    if (body === undefined) write(to, { ...message, body: 'none' });
    else if (typeof body === 'string') write(to, { ...message, body: 'whole' }, Buffer.from(body));
    else if (body instanceof Uint8Array) write(to, { ...message, body: 'whole' }, Buffer.from(body));
    else if ('file' in body || 'parts' in body) write(to, { ...message, body });
    else {
      write(to, { ...message, body: 'stream' });
      void sendBody(to, id, one, body);
    }
    return { id, to, ...(await promise.finally(() => signal?.removeEventListener('abort', abort))) };
  };

  /** What may be asked once more: who asks need not know that the process was another. */
  const ask = async <T extends 'credential' | 'reach'>(
    question: Omit<Extract<ToOutbound, { type: T }>, 'id'>,
  ): Promise<Given> => {
    const attempt = async (): Promise<Given> => {
      const to = await connected().catch(() => {
        throw lost();
      });
      const id = ++lastId;
      const { promise, resolve, reject } = Promise.withResolvers<{ head: Given; bytes: Buffer }>();
      waiting.set(id, { requester: new AsyncResource('OutboundRequest'), resolve, reject });
      write(to, { ...question, id } as ToOutbound);
      return (await promise).head;
    };
    return attempt().catch((error: unknown) => {
      if (error instanceof RequestError && error.code === 'connectionLost') return attempt();
      throw error;
    });
  };

  return {
    async request(what, key, asker) {
      const { head, bytes } = await begin(what, key, asker);
      if (head.type !== 'answered') throw new TypeError('A request was answered by something else');
      return { ...head.response, body: bytes };
    },

    async streamed(what, key, asker) {
      let id: number | undefined;
      let to: Socket | undefined;
      const leave = () => {
        if (id !== undefined && answers.delete(id) && to) write(to, { type: 'abort', id });
      };
      const answer = createByteReceiver((bytes) => {
        if (id !== undefined && to) write(to, { type: 'taken', id, bytes });
      }, leave);
      const given = await begin(what, key, asker, answer);
      ({ id, to } = given);
      if (given.head.type !== 'head') throw new TypeError('A request was answered by something else');
      const { signal } = what;
      const abort = () => {
        leave();
        answer.fail(signal?.reason);
      };
      if (signal?.aborted) abort();
      else signal?.addEventListener('abort', abort, { once: true });
      const read = async function* () {
        try {
          yield* answer.stream;
        } finally {
          signal?.removeEventListener('abort', abort);
        }
      };
      return { ...given.head.response, body: read() };
    },

    async credential(use, asker) {
      const given = await ask<'credential'>({ type: 'credential', asker, use });
      if (given.type !== 'credential') throw new TypeError('A credential was asked for and something else came');
      return { data: given.data, secrets: given.secrets };
    },

    async reach(target, asker) {
      const given = await ask<'reach'>({ type: 'reach', asker, target });
      if (given.type !== 'reached') throw new TypeError('An address was asked for and something else came');
      return given.address;
    },

    forget(executionId, before) {
      if (isConnected) void socket?.then((to) => write(to, { type: 'forget', executionId, before }));
    },

    reachAt: (address) => (address === null ? found?.reject(lost()) : found?.resolve(address)),

    close: () => void socket?.then((to) => to.destroy()).catch(() => {}),
  };
};
