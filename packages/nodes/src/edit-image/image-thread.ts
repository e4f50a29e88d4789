import { Worker } from 'node:worker_threads';
import { NodeError } from '@millrace/engine/node-api';
import type { FromThread, ImageFacts, ImageTask, ToThread } from './task.ts';

export interface ImageThread {
  /** @throws NodeError that says what could not be done */
  edit(task: ImageTask): Promise<{ picture: Uint8Array; format: string }>;
  describe(picture: Uint8Array): Promise<ImageFacts>;
  /** Others may have it. */
  release(): void;
}

/**
 * Pictures are worked on in threads, so that other executions of the process go on. A thread needs half a second to begin and 70 MB, so one that has
 * nothing to do is kept for a while, and there are few at a time. None keeps its process from ending.
 */
const threads = {
  /** At a time. */
  most: 2,
  /** Milliseconds without a picture. */
  rest: 10_000,
  count: 0,
  resting: [] as { thread: Worker; timer: NodeJS.Timeout }[],
  waiting: [] as (() => void)[],
};

const end = (thread: Worker): void => {
  threads.count -= 1;
  void thread.terminate();
  threads.waiting.shift()?.();
};

const take = async (signal: AbortSignal): Promise<Worker> => {
  for (;;) {
    signal.throwIfAborted();
    const rested = threads.resting.pop();
    if (rested) {
      clearTimeout(rested.timer);
      rested.thread.ref();
      return rested.thread;
    }
    if (threads.count < threads.most) {
      threads.count += 1;
      return new Worker(new URL('./thread-main.ts', import.meta.url), { env: {} });
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    threads.waiting.push(resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
    await promise;
  }
};

const rest = (thread: Worker): void => {
  thread.unref();
  const timer = setTimeout(() => {
    threads.resting = threads.resting.filter((one) => one.thread !== thread);
    end(thread);
  }, threads.rest);
  timer.unref();
  threads.resting.push({ thread, timer });
  threads.waiting.shift()?.();
};

/** Milliseconds for one picture. */
const longest = 120_000;

/** What the library says, without the name of its function and the place in its source. */
const toSentence = (message: string): string => {
  if (/cache ?resources ?exhausted|memory ?allocation ?failed|limit ?exceeded/i.test(message))
    return 'The picture needs more memory than there is for pictures';
  if (
    /no ?decode ?delegate|insufficient ?image ?data|improper ?image ?header|corrupt|unable ?to ?(?:read|open)/i.test(
      message,
    )
  )
    return 'The file is not a picture that can be read';
  if (/invalid ?ihdr|exceeds ?limit/i.test(message)) return 'The picture is too large, or damaged';
  return message.replace(/ @ \w+\/.*$/s, '').replace(/^[a-z]+: /, '');
};

/**
 * One that is free, as soon as there is one.
 *
 * @param signal ends the work under way
 */
export const openImageThread = async (signal: AbortSignal): Promise<ImageThread> => {
  const thread = await take(signal);
  let hasEnded = false;

  const ask = async (asked: ToThread): Promise<FromThread> => {
    signal.throwIfAborted();
    if (hasEnded) throw new NodeError('An earlier picture has ended the work on pictures');
    const answered = Promise.withResolvers<FromThread>();
    const stop = (reason: unknown): void => {
      if (!hasEnded) end(thread);
      hasEnded = true;
      answered.reject(reason);
    };
    const timer = setTimeout(() => stop(new NodeError('The picture took too long to work on')), longest);
    const onAbort = () => stop(signal.reason);
    signal.addEventListener('abort', onAbort);
    thread.on('message', answered.resolve);
    thread.on('error', stop);
    try {
      thread.postMessage(asked);
      const answer = await answered.promise;
      if (answer.kind === 'failed') throw new NodeError(toSentence(answer.message));
      return answer;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      thread.off('message', answered.resolve);
      thread.off('error', stop);
    }
  };

  return {
    async edit(task) {
      const answer = await ask({ kind: 'edit', task });
      if (answer.kind !== 'edited') throw new TypeError('The picture was not edited');
      return answer;
    },
    async describe(picture) {
      const answer = await ask({ kind: 'describe', picture });
      if (answer.kind !== 'described') throw new TypeError('The picture was not described');
      return answer.facts;
    },
    release() {
      if (!hasEnded) rest(thread);
      hasEnded = true;
    },
  };
};
