import type { Socket } from 'node:net';
import type { CodeLanguage } from '@millrace/engine/node-api';
import { createFrameReader, toFrame } from '../platform/frames.ts';
import type { RunFailure, RunHandle, RunnerPool } from './pool.ts';
import type { FromSandbox, ToSandbox } from './protocol.ts';
import type { SandboxSettings } from './settings.ts';

const tellFailure = (
  reason: RunFailure,
  { timeout, memoryMegabytes }: SandboxSettings,
): { message: string; description: string } => {
  switch (reason) {
    case 'timeout':
      return {
        message: `The code has run for more than ${timeout / 1000} seconds and was ended`,
        description: 'Look for a loop without an end, or let it do less at a time. The operator sets the limit.',
      };
    case 'memory':
      return {
        message: `The code has used more than ${memoryMegabytes} MB of memory and was ended`,
        description: 'Let it hold less at a time, such as by a loop over batches. The operator sets the limit.',
      };
    case 'lost':
      return {
        message: 'The process that ran the code has ended',
        description: 'Nothing is known of why. Run the node once more.',
      };
  }
};

/** Serves a worker for as long as it is there. */
export const serveWorker = (
  socket: Socket,
  options: { poolOf: (language: CodeLanguage) => RunnerPool; settings: SandboxSettings },
): void => {
  const runs = new Map<number, RunHandle>();

  const send = (message: FromSandbox, ...bytes: Buffer[]): void => {
    if (!socket.writable) return;
    for (const piece of toFrame(message, ...bytes)) socket.write(piece);
  };

  const run = ({ id, share, language, source, form }: Extract<ToSandbox, { type: 'run' }>, input: Buffer): void => {
    let pool: RunnerPool;
    try {
      pool = options.poolOf(language);
    } catch (error) {
      // A module of the operator's list that cannot be used: said to whoever runs code.
      send({ type: 'failed', id, message: error instanceof Error ? error.message : String(error) });
      return;
    }
    const handle = pool.run({
      share,
      request: { source, form },
      input,
      message(message, bytes) {
        if (message.type === 'done') runs.delete(id);
        send({ ...message, id }, bytes);
      },
      failed(reason) {
        runs.delete(id);
        send({ type: 'failed', id, ...tellFailure(reason, options.settings) });
      },
    });
    runs.set(id, handle);
  };

  socket.on(
    'data',
    createFrameReader<ToSandbox>(({ head, bytes }) => {
      switch (head.type) {
        case 'run':
          return run(head, bytes);
        case 'answer':
          return runs.get(head.id)?.send({ type: 'answer', call: head.call, textBytes: head.textBytes }, bytes);
        case 'abort':
          runs.get(head.id)?.abort();
          runs.delete(head.id);
      }
    }),
  );
  socket.on('error', () => {});
  // What it has asked for is of no use to anyone else.
  socket.on('close', () => {
    for (const handle of runs.values()) handle.abort();
  });
};
