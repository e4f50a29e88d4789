import type { BinaryData } from '@millrace/contract';
import {
  type BinaryServices,
  createHttpResponse,
  type HostRequest,
  type HostServices,
} from '@millrace/engine/node-api';
import type { WorkerSettings } from '../workers/settings.ts';
import { createHostFiles, resuming } from './host-files.ts';
import type { NodeRequests } from './node-requests.ts';
import type { Questions } from './questions.ts';

/** The world outside, for the executions of a worker. */
export interface Hosts {
  /**
   * @param executionId that files belong to which it writes; asked for with each
   * @param requests makes its requests
   * @param resumed called whenever its code goes on after it waited for the world
   * @param assertFiles see `Questions`
   */
  of(
    executionId: () => number | Promise<number>,
    requests: NodeRequests,
    resumed: () => void,
    assertFiles: Questions['assertFiles'],
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

/** What takes no signal itself: nobody waits for it any longer. */
const orAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });

/** The other executions of this worker, and the orders to it, come to be served. */
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

const filesSentBy = ({ body }: Pick<HostRequest, 'body'>): BinaryData[] => {
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) return [];
  if ('file' in body) return [body.file];
  return 'parts' in body ? body.parts.flatMap((part) => (typeof part === 'string' ? [] : part.file)) : [];
};

const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
};

export const createHosts = ({ binary: storage, files: fileSettings, commands }: WorkerSettings): Hosts => {
  const binary = once(async () => {
    const { createBinaryStore } = await import('../../platform/binary/index.ts');
    return createBinaryStore(storage);
  });
  const machine = createHostFiles(fileSettings);
  return {
    of(executionId, requests, resumed, assertFiles) {
      const then = <T>(work: Promise<T>): Promise<T> => work.finally(resumed);
      const binaries: BinaryServices = {
        write: (bytes, about) =>
          then(
            (async () => {
              const [store, owner] = await Promise.all([binary(), executionId()]);
              return store.write(String(owner), bytes, about);
            })(),
          ),
        read: (data) =>
          then(
            (async () => {
              await assertFiles([data]);
              return (await binary()).read(data);
            })(),
          ),
        async *open(data) {
          await assertFiles([data]);
          yield* resuming((await binary()).stream(data), resumed);
        },
      };
      const send = async ({ streamed, ...what }: HostRequest) => {
        await assertFiles(filesSentBy(what));
        const { body, ...head } = await (streamed ? requests.streamed(what) : requests.request(what));
        return createHttpResponse(head, body);
      };
      return {
        now: Date.now,
        random: Math.random,
        sleep: (milliseconds, signal) => then(sleep(milliseconds, signal)),
        yield: () => then(nextTurn()),
        http: (what) => then(send(what)),
        reach: (target, signal) => then(orAborted(requests.reach(target), signal)),
        binary: binaries,
        files: (signal) => machine(signal, resumed),
        runCommand:
          commands &&
          (async (command, signal) => {
            const { runCommand } = await import('../../platform/commands/run-command.ts');
            return then(runCommand(command, commands, signal));
          }),
      };
    },
  };
};
