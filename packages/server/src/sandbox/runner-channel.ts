import { createFrameReader, toFrame } from '../platform/frames.ts';
import type { CodeForm } from './isolate/start.ts';

/** A run, without its input, which comes beside it as JSON. */
export interface CodeRequest {
  source: string;
  form: CodeForm;
}

/** What a runner and the process that keeps it say to each other, in frames. The bytes are JSON, or what the head says. */
export type ToRunner =
  /** The text that isolates begin with follows. */
  | { type: 'begin'; memoryMegabytes: number }
  | { type: 'run'; request: CodeRequest }
  /** Of a call. The bytes are JSON of a CallAnswer, and so many besides. */
  | { type: 'answer'; call: number; textBytes: number };

export type FromRunner =
  | { type: 'ready' }
  /** JSON of the arguments, and bytes besides. */
  | { type: 'call'; call: number; name: string; textBytes: number }
  | { type: 'log' }
  /** JSON of a CodeResult. */
  | { type: 'done' }
  | { type: 'gaveUp'; cause: RunnerEnd };

/** Why a runner ends by itself. */
export type RunnerEnd = 'memory';

/** A runner's side. */
export interface RunnerChannel {
  onBegin(begin: (settings: { program: string; memoryMegabytes: number }) => Promise<void>): void;
  onRun(run: (request: CodeRequest, input: string) => void): void;
  call(name: string, args: string, bytes?: ArrayBuffer): Promise<[string, ArrayBuffer | undefined]>;
  log(values: string): void;
  done(result: string): void;
  ready(): void;
  /** The process cannot be used any more. */
  giveUp(cause: RunnerEnd): void;
}

export const openRunner = (): RunnerChannel => {
  const waiting = new Map<number, (answer: [string, ArrayBuffer | undefined]) => void>();
  let lastCall = 0;
  let begin: Parameters<RunnerChannel['onBegin']>[0] | undefined;
  let run: Parameters<RunnerChannel['onRun']>[0] | undefined;

  const send = (message: FromRunner, ...bytes: Buffer[]): void => {
    for (const piece of toFrame(message, ...bytes)) process.stdout.write(piece);
  };

  const read = createFrameReader<ToRunner>(({ head, bytes }) => {
    switch (head.type) {
      case 'begin':
        void begin?.({ program: bytes.toString(), memoryMegabytes: head.memoryMegabytes });
        return;
      case 'run':
        run?.(head.request, bytes.toString());
        return;
      case 'answer': {
        const rest = bytes.subarray(head.textBytes);
        const copied = rest.length === 0 ? undefined : (new Uint8Array(rest).buffer as ArrayBuffer);
        waiting.get(head.call)?.([bytes.toString('utf8', 0, head.textBytes), copied]);
        waiting.delete(head.call);
      }
    }
  });
  process.stdin.on('data', read);
  // Whoever keeps it is gone.
  process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL'));

  return {
    onBegin(work) {
      begin = work;
    },
    onRun(work) {
      run = work;
    },
    call(name, args, bytes) {
      const call = ++lastCall;
      const text = Buffer.from(args);
      send({ type: 'call', call, name, textBytes: text.length }, text, ...(bytes ? [Buffer.from(bytes)] : []));
      return new Promise((resolve) => {
        waiting.set(call, resolve);
      });
    },
    log: (values) => send({ type: 'log' }, Buffer.from(values)),
    done: (result) => send({ type: 'done' }, Buffer.from(result)),
    ready: () => send({ type: 'ready' }),
    giveUp(cause) {
      const frame = Buffer.concat(toFrame({ type: 'gaveUp', cause } satisfies FromRunner));
      process.stdout.write(frame, () => process.kill(process.pid, 'SIGKILL'));
    },
  };
};
