import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { endWithParent } from '../executions/workers/end-with-parent.ts';
import { createFrameReader, toFrame } from '../platform/frames.ts';
import type { FromRunner, RunnerEnd, ToRunner } from './runner-channel.ts';

/** A process that runs people's code, as seen by the one that keeps it. */
export interface Runner {
  send(message: ToRunner, ...bytes: Buffer[]): void;
  /** Takes what it says from now on. */
  listen(listener: RunnerListener): void;
  /** Bytes of memory that it uses; undefined where this system does not tell. */
  memory(): number | undefined;
  kill(): void;
}

export interface RunnerListener {
  message(message: FromRunner, bytes: Buffer): void;
  /** Called once. @param cause undefined: it was ended from outside */
  ended(cause: RunnerEnd | undefined, errorOutput: string): void;
}

/** How a kind of runner is started. */
export interface RunnerProgram {
  /** Arguments of Node: permissions and limits, the module and its arguments. */
  nodeArguments: readonly string[];
  /** Bytes that it is given when it begins. */
  begin: { head: Extract<ToRunner, { type: 'begin' }>; bytes: Buffer };
  mostMessageBytes: number;
}

/** Pages of this size are what Linux counts in. */
const pageBytes = 4096;

const memoryOf = (pid: number): number | undefined => {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * pageBytes;
  } catch {
    return undefined;
  }
};

/** Code that computes for long is to take the time that nobody else wants. */
const yieldToOthers = (pid: number | undefined): void => {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or this system does not let us.
  }
};

export const startRunner = ({ nodeArguments, begin, mostMessageBytes }: RunnerProgram): Runner => {
  const guard = endWithParent();
  const child: ChildProcess = spawn(guard.execPath, [...guard.prefix, ...nodeArguments], {
    // The tool that starts it wants to be found; Node itself gets nothing by it.
    env: guard.env,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  yieldToOthers(child.pid);
  let listener: RunnerListener | undefined;
  let gaveUp: RunnerEnd | undefined;
  let errorOutput = '';
  let hasEnded = false;

  const end = () => {
    if (hasEnded) return;
    hasEnded = true;
    const isMemory = /heap (limit|out of memory)|Allocation failed|Array buffer allocation/i.test(errorOutput);
    listener?.ended(gaveUp ?? (isMemory ? 'memory' : undefined), errorOutput);
  };
  const send = (message: ToRunner, ...bytes: Buffer[]): void => {
    if (!child.stdin?.writable) return;
    for (const piece of toFrame(message, ...bytes)) child.stdin.write(piece);
  };
  child.stdin?.on('error', () => {});
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errorOutput = (errorOutput + text).slice(-4096);
  });
  const kill = () => void child.kill('SIGKILL');
  const read = createFrameReader<FromRunner>(
    ({ head, bytes }) => {
      if (head.type === 'gaveUp') gaveUp = head.cause;
      else listener?.message(head, bytes);
    },
    { mostBytes: mostMessageBytes, tooLong: kill },
  );
  child.stdout?.on('data', (chunk: Buffer) => {
    try {
      read(chunk);
    } catch {
      // It does not keep to what was agreed, so nothing that it says can be relied upon.
      kill();
    }
  });
  child.on('error', end);
  child.on('close', end);
  send(begin.head, begin.bytes);

  return {
    send,
    listen(to) {
      listener = to;
    },
    memory: () => (child.pid === undefined ? undefined : memoryOf(child.pid)),
    kill,
  };
};
