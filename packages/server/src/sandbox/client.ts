import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isObject, type Json } from '@millrace/contract/data';
import {
  type CodeFailure,
  type CodeResult,
  type CodeServices,
  type CodeTask,
  codeError,
  NodeError,
} from '@millrace/engine/node-api';
import { createFrameReader, toBuffer, toFrame } from '../platform/frames.ts';
import type { CallAnswer } from './isolate/host.ts';
import type { FromSandbox, ToSandbox } from './protocol.ts';

/** A worker's way to the sandbox process, which is started when a worker wants it for the first time. */
export interface SandboxClient {
  /** @param share for whom it runs */
  run(task: CodeTask, share: string, signal: AbortSignal): ReturnType<CodeServices['run']>;
  /** On which socket the sandbox process listens now; null: it could not be started. */
  reachAt(path: string | null): void;
}

interface UnderWay {
  task: CodeTask;
  resolve(result: CodeResult): void;
  reject(error: unknown): void;
}

const mostAttempts = 20;
const pause = 100;

const lost = () => new NodeError('The process that runs code has ended', { description: 'Run the node once more.' });

/** Fields that people look at in errors of requests. */
const toAnswer = (error: unknown): CallAnswer => {
  if (!(error instanceof Error)) return { failure: { name: 'Error', message: String(error) } };
  const { name, message, description, httpCode, statusCode, response } = error as Error & Record<string, unknown>;
  const fields = JSON.parse(JSON.stringify({ httpCode, statusCode, response })) as Record<string, unknown>;
  return {
    failure: { name, message, fields, ...(typeof description === 'string' && { description }) },
  };
};

/** Made by the code's own JSON, which it may have changed: what cannot be read is shown as it is. */
const lineOf = (bytes: Buffer): Json[] => {
  const text = bytes.toString();
  try {
    const values: unknown = JSON.parse(text);
    return Array.isArray(values) ? values : [text];
  } catch {
    return [text];
  }
};

/** Code that has got hold of the channel of its process may say anything. */
const isResult = (value: unknown): value is CodeResult =>
  isObject(value) &&
  value.value !== undefined &&
  isObject(value.staticData) &&
  Object.values(value.staticData).every((kept) => kept === undefined || isObject(kept));
const isFailed = (value: unknown): value is { failure: CodeFailure } =>
  isObject(value) && isObject(value.failure) && typeof value.failure.message === 'string';

/** @param want asks the serving process to start the sandbox process, and to say by `reachAt` where it listens */
export const createSandboxClient = (want: () => void): SandboxClient => {
  const runs = new Map<number, UnderWay>();
  let found: PromiseWithResolvers<string> | undefined;
  let socket: Promise<Socket> | undefined;
  let lastId = 0;

  const write = (to: Socket, message: ToSandbox, ...bytes: Buffer[]): void => {
    for (const piece of toFrame(message, ...bytes)) to.write(piece);
  };

  const answer = async (
    to: Socket,
    { id, call, name, textBytes }: Extract<FromSandbox, { type: 'call' }>,
    bytes: Buffer,
  ) => {
    const run = runs.get(id);
    if (!run) return;
    let text: string;
    let answered: Uint8Array | undefined;
    try {
      const args = JSON.parse(bytes.toString('utf8', 0, textBytes)) as Json[];
      const given = bytes.length > textBytes ? bytes.subarray(textBytes) : undefined;
      const reply = await run.task.call(name, args, given);
      answered = reply.bytes;
      text = JSON.stringify({ value: reply.value } satisfies CallAnswer);
    } catch (error) {
      text = JSON.stringify(toAnswer(error));
    }
    const head = Buffer.from(text);
    write(to, { type: 'answer', id, call, textBytes: head.length }, head, ...(answered ? [toBuffer(answered)] : []));
  };

  const finish = ({ resolve, reject }: UnderWay, bytes: Buffer): void => {
    const result: unknown = JSON.parse(bytes.toString());
    if (isFailed(result)) reject(codeError(result.failure));
    else if (isResult(result)) resolve(result);
    else throw new TypeError('It is neither a result nor a failure');
  };

  const receive = (to: Socket, head: FromSandbox, bytes: Buffer): void => {
    const run = runs.get(head.id);
    if (!run) return;
    switch (head.type) {
      case 'call':
        void answer(to, head, bytes);
        return;
      case 'log':
        run.task.log(lineOf(bytes));
        return;
      case 'done':
        runs.delete(head.id);
        try {
          finish(run, bytes);
        } catch {
          run.reject(new NodeError('What the code gives back cannot be read'));
        }
        return;
      case 'failed':
        runs.delete(head.id);
        run.reject(new NodeError(head.message, { description: head.description }));
    }
  };

  const open = (path: string): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const opened = connect(path, () => resolve(opened));
      opened.on(
        'data',
        createFrameReader<FromSandbox>(({ head, bytes }) => receive(opened, head, bytes)),
      );
      opened.on('error', reject);
      opened.on('close', () => {
        socket = undefined;
        for (const { reject: fail } of runs.values()) fail(lost());
        runs.clear();
      });
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

  return {
    async run(task, share, signal) {
      signal.throwIfAborted();
      const to = await reach().catch(() => {
        throw lost();
      });
      signal.throwIfAborted();
      const id = ++lastId;
      const { language, source, form, items, inputs, timezone, runIndex, continuesOnFail } = task;
      const input = Buffer.from(JSON.stringify({ form, items, inputs, timezone, runIndex, continuesOnFail }));
      const { promise, resolve, reject } = Promise.withResolvers<CodeResult>();
      const abort = () => {
        runs.delete(id);
        write(to, { type: 'abort', id });
        reject(signal.reason);
      };
      runs.set(id, { task, resolve, reject });
      signal.addEventListener('abort', abort, { once: true });
      write(to, { type: 'run', id, share, language, source, form }, input);
      return promise.finally(() => signal.removeEventListener('abort', abort));
    },

    reachAt: (path) => (path === null ? found?.reject(lost()) : found?.resolve(path)),
  };
};
