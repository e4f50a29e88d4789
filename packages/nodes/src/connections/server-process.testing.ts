import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A port that nobody uses at the moment. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });

export interface ServerProcess {
  port: number;
  /** Its own, which goes with it. */
  folder: string;
  stop(): Promise<void>;
}

/** Starts a program in a folder of its own. It listens when this resolves. @param prepare gives its arguments */
export const startProgram = async (
  path: string,
  prepare: (place: { folder: string; port: number }) => Promise<string[]>,
): Promise<ServerProcess> => {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-server-'));
  const port = await freePort();
  const started: ChildProcess = spawn(path, await prepare({ folder, port }), { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  started.stdout?.on('data', (text) => (said += text));
  started.stderr?.on('data', (text) => (said += text));
  const ended = once(started, 'close');
  const stop = async () => {
    started.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  while (!(await isListening(port))) {
    if (started.exitCode !== null || started.signalCode !== null) {
      await stop();
      throw new Error(`${path} has ended: ${said}`);
    }
    await sleep(20);
  }
  return { port, folder, stop };
};
