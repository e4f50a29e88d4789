import { readSync, writeSync } from 'node:fs';
import { toFrame } from '../platform/frames.ts';
import type { FromRunner, ToRunner } from './runner-channel.ts';

/** A runner's side where its code keeps the process busy: everything is read and written without a pause. */
export interface SyncChannel {
  receive(): { head: ToRunner; bytes: Buffer };
  send(message: FromRunner, ...bytes: Buffer[]): void;
  /** Asks the node that runs the code. @returns JSON of a CallAnswer, and bytes beside it */
  call(name: string, args: string, bytes?: Uint8Array): { text: string; bytes: Buffer };
}

const input = 0;
const output = 1;

const clock = new Int32Array(new SharedArrayBuffer(4));

/** Waits where the other side is not ready yet. */
const insist = (attempt: () => number): number => {
  for (;;)
    try {
      return attempt();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(clock, 0, 0, 1);
    }
};

const read = (length: number): Buffer => {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; ) {
    const count = insist(() => readSync(input, bytes, at, length - at, null));
    // Whoever keeps it is gone.
    if (count === 0) process.kill(process.pid, 'SIGKILL');
    at += count;
  }
  return bytes;
};

export const openSyncChannel = (): SyncChannel => {
  let lastCall = 0;

  const receive = (): { head: ToRunner; bytes: Buffer } => {
    const prefix = read(8);
    const head = JSON.parse(read(prefix.readUInt32LE(0)).toString()) as ToRunner;
    return { head, bytes: read(prefix.readUInt32LE(4)) };
  };

  const send = (message: FromRunner, ...bytes: Buffer[]): void => {
    for (const piece of toFrame(message, ...bytes))
      for (let at = 0; at < piece.length; ) at += insist(() => writeSync(output, piece, at, piece.length - at));
  };

  return {
    receive,
    send,
    call(name, args, bytes) {
      const text = Buffer.from(args);
      send({ type: 'call', call: ++lastCall, name, textBytes: text.length }, text, Buffer.from(bytes ?? []));
      const { head, bytes: answered } = receive();
      if (head.type !== 'answer') throw new TypeError('A call was answered by something else');
      return {
        text: answered.toString('utf8', 0, head.textBytes),
        bytes: answered.subarray(head.textBytes),
      };
    },
  };
};
