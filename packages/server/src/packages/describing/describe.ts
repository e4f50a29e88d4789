import type { LibraryPlace } from '@millrace/nodes';
import { startChildProcess } from '../../executions/workers/child-process.ts';
import type { Described } from './protocol.ts';

const entry = new URL('./describe-main.ts', import.meta.url);

export interface DescribeLimits {
  heapMegabytes: number;
  milliseconds: number;
  signal?: AbortSignal;
}

/**
 * Has a process write down what is in a library, in the folder of its catalogue: what code does while it is loaded costs no other process anything.
 *
 * @throws Error with what its code has thrown, or why it was not loaded to its end; the reason of the signal
 */
export const describeLibrary = async (place: LibraryPlace, limits: DescribeLimits): Promise<void> => {
  const { heapMegabytes, milliseconds, signal } = limits;
  signal?.throwIfAborted();
  let text = '';
  let isTooLate = false;
  const { promise: exited, resolve } = Promise.withResolvers<string>();
  const child = startChildProcess({
    entry,
    argument: JSON.stringify(place),
    heapMegabytes,
    onExit: ({ reason }) => resolve(reason),
  });
  child.channel.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  const timer = setTimeout(() => {
    isTooLate = true;
    child.kill();
  }, milliseconds);
  signal?.addEventListener('abort', child.kill, { once: true });
  const reason = await exited;
  clearTimeout(timer);
  signal?.removeEventListener('abort', child.kill);
  signal?.throwIfAborted();
  if (isTooLate) throw new Error(`its code had not been loaded after ${milliseconds / 1000} seconds`);
  const described = readAnswer(text);
  if (!described) throw new Error(`its code was not loaded to its end: ${reason}`);
  if (!described.isOk) throw new Error(described.message);
};

const readAnswer = (text: string): Described | undefined => {
  try {
    return JSON.parse(text) as Described;
  } catch {
    return undefined;
  }
};
