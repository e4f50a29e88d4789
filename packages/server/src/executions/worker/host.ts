import {
  type BinaryServices,
  createHttpResponse,
  type HostRequest,
  type HostServices,
} from '@millrace/engine/node-api';
import type { ClientResponse } from '../../platform/http/exchange.ts';
import type { NodeRequest } from '../outbound/protocol.ts';
import type { WorkerSettings } from '../workers/protocol.ts';

/** The world outside, for the executions of a worker. */
export interface Hosts {
  /**
   * @param executionId that files belong to which it writes; asked for with each
   * @param request makes its requests
   * @param resumed called whenever its code goes on after it waited for the world
   */
  of(
    executionId: () => number | Promise<number>,
    request: (what: NodeRequest) => Promise<ClientResponse>,
    resumed: () => void,
  ): HostServices;
}

const sleep: HostServices['sleep'] = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason instanceof Error ? signal.reason : new Error('The run was stopped'));
    };
    if (signal.aborted) {
      reject(signal.reason instanceof Error ? signal.reason : new Error('The run was stopped'));
      return;
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', abort, { once: true });
  });

/** The other executions of this worker, and the orders to it, come to be served. */
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
};

const gather = async (body: HostRequest['body'], files: BinaryServices): Promise<string | Uint8Array | undefined> => {
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) return body;
  if ('file' in body) return files.read(body.file);
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
};

export const createHosts = ({ binary: storage }: WorkerSettings): Hosts => {
  const binary = once(async () => {
    const { createBinaryStore } = await import('../../platform/binary/index.ts');
    return createBinaryStore(storage);
  });
  return {
    of(executionId, request, resumed) {
      const then = <T>(work: Promise<T>): Promise<T> => work.finally(resumed);
      const files: BinaryServices = {
        write: (bytes, about) =>
          then(
            (async () => {
              const [store, owner] = await Promise.all([binary(), executionId()]);
              return store.write(String(owner), bytes, about);
            })(),
          ),
        read: (data) => then(binary().then((store) => store.read(data))),
        async *open(data) {
          yield* (await binary()).stream(data);
        },
      };
      const send = async ({ body, streamed: _, ...what }: HostRequest) => {
        const { body: bytes, ...head } = await request({ ...what, body: await gather(body, files) });
        return createHttpResponse(head, bytes);
      };
      return {
        now: Date.now,
        random: Math.random,
        sleep: (milliseconds, signal) => then(sleep(milliseconds, signal)),
        yield: () => then(nextTurn()),
        http: (what) => then(send(what)),
        binary: files,
      };
    },
  };
};
