import { type ChildProcess, type ChildProcessOptions, startChildProcess } from './child-process.ts';
import type { FromWorker, ToWorker } from './protocol.ts';
import { createLineReader, toLines } from './wire.ts';

/** One child process that runs executions. */
export interface WorkerProcess extends Omit<ChildProcess, 'channel'> {
  /** False from the moment at which it is known to be going away. */
  readonly isConnected: boolean;
  send(messages: readonly ToWorker[]): void;
}

export interface WorkerProcessOptions extends Omit<ChildProcessOptions, 'argument'> {
  onMessages(messages: readonly FromWorker[]): void;
}

export const startWorkerProcess = (options: WorkerProcessOptions): WorkerProcess => {
  const child = startChildProcess(options);
  const { channel, lastRunning, kill, release } = child;
  channel.setEncoding('utf8').on('data', createLineReader<FromWorker>(options.onMessages));
  return {
    get pid() {
      return child.pid;
    },
    get isConnected() {
      return channel.writable;
    },
    send: (messages) => {
      if (channel.writable) channel.write(messages.map(toLines).join(''));
    },
    lastRunning,
    kill,
    release,
  };
};
