import { type ChildProcess, spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { type CommandResult, NodeError } from '@millrace/engine/node-api';
import type { CommandSettings } from './configured.ts';

/** Bytes that a command may say, on each of its outputs. */
const mostOutput = 16 * 1024 * 1024;

/**
 * The shell that runs the command is the first of a process group of its own. Beside it a watcher waits for the end of a pipe that this process holds:
 * when the command has ended, is to end, or this process is gone, it ends all that is left of the group. The command is an argument and no part of
 * the script.
 */
const script = '(read -r _ <&3; kill -s KILL -- -$$) >/dev/null 2>&1 & exec /bin/sh -c "$1" 3<&-';
const watchedPipe = 3;

const isWindows = process.platform === 'win32';

const start = (command: string, { env, cwd }: { env: Record<string, string>; cwd: string }): ChildProcess =>
  isWindows
    ? spawn(command, { shell: true, env, cwd, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true })
    : spawn('/bin/sh', ['-c', script, 'sh', command], {
        env,
        cwd,
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      });

const end = (child: ChildProcess): void => {
  if (isWindows) child.kill();
  else (child.stdio[watchedPipe] as Writable | null)?.destroy();
};

const findFolder = async (folders: readonly string[]): Promise<string> => {
  for (const folder of folders) {
    const found = await stat(folder).catch(() => undefined);
    if (found?.isDirectory()) return folder;
  }
  throw new NodeError('There is no folder to run the command in');
};

/** Text of an output. Says too much: `onTooMuch`. */
const collect = (output: NodeJS.ReadableStream | null, onTooMuch: () => void): (() => string) => {
  const pieces: Buffer[] = [];
  let size = 0;
  output?.on('data', (piece: Buffer) => {
    size += piece.length;
    if (size > mostOutput) onTooMuch();
    else pieces.push(piece);
  });
  return () => Buffer.concat(pieces).toString('utf8').trim();
};

/**
 * Runs a command in the machine's shell. What it has started ends with it.
 *
 * @throws NodeError where it takes too long, says too much or cannot be started; the signal's reason
 */
export const runCommand = async (
  command: string,
  { env, folders, milliseconds }: CommandSettings,
  signal: AbortSignal,
): Promise<CommandResult> => {
  if (command.includes('\0')) throw new NodeError('The command has a character that no command can have');
  const cwd = await findFolder(folders);
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<CommandResult>();
  const child = start(command, { env, cwd });
  const fail = (error: unknown): void => {
    reject(error);
    end(child);
  };
  const onTooMuch = () =>
    fail(
      new NodeError(`The command has said more than ${mostOutput / 1024 / 1024} MB`, {
        description: 'It was ended. Let it write to a file, and read that.',
      }),
    );
  const stdout = collect(child.stdout, onTooMuch);
  const stderr = collect(child.stderr, onTooMuch);
  const abort = () => fail(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  const timer = setTimeout(
    () => fail(new NodeError(`The command took longer than ${milliseconds / 1000} seconds, and was ended`)),
    milliseconds,
  );
  // Its watcher ends what it has left.
  child.on('exit', () => end(child));
  child.stdio[watchedPipe]?.on('error', () => {});
  child.on('error', (error) => reject(new NodeError(`The command could not be started: ${error.message}`)));
  child.on('close', (exitCode, signalName) =>
    resolve({ exitCode, signal: signalName, stdout: stdout(), stderr: stderr() }),
  );
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
};
