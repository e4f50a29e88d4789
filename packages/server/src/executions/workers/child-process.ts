import { spawn } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import type { Socket } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type EndWithParent, endWithParent } from './end-with-parent.ts';
import { heapArguments } from './heap-arguments.ts';
import { openRunningMark } from './running-mark.ts';
import { channelDescriptor } from './wire.ts';

/** A process that runs code of nodes, with a channel to it. */
export interface ChildProcess {
  readonly pid: number | undefined;
  /** Ends with the process; nothing is said of what could not be written. */
  readonly channel: Socket;
  /** The execution or call whose code it has run last: also after its end. Undefined: not known. */
  lastRunning(): number | undefined;
  /** Ends it at once, whatever it does. */
  kill(): void;
  /** Lets it go when it has nothing more to do. */
  release(): void;
}

export interface ChildProcessOptions {
  /** Module that the process runs, and its argument. */
  entry: URL;
  argument?: string;
  heapMegabytes: number;
  /** How it ends with this process. Default: as this system allows. */
  guard?: EndWithParent;
  /** Called once, also when it could not be started. */
  onExit(exit: ChildExit): void;
}

export interface ChildExit {
  cause: 'memory' | 'ended';
  /** A clause without capital and full stop. */
  reason: string;
}

const keptErrorOutput = 4096;
const semiSpaceMegabytes = 8;

/** All that a child process may see of the environment: certificates of private networks, and where temporary files go. */
const passedNames = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'TMPDIR', 'TEMP', 'TMP'];
export const passedEnvironment = (): NodeJS.ProcessEnv => {
  const passed = passedNames.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  // The folder of this process, which Node divides by version.
  const compiled = getCompileCacheDir();
  return { ...Object.fromEntries(passed), ...(compiled && { NODE_COMPILE_CACHE: path.dirname(compiled) }) };
};

const toExit = (options: {
  code: number | null;
  signal: string | null;
  errorOutput: string;
  heapMegabytes: number;
}): ChildExit => {
  const { code, signal, errorOutput, heapMegabytes } = options;
  if (/heap (limit|out of memory)|Allocation failed|Array buffer allocation/i.test(errorOutput))
    return { cause: 'memory', reason: `the worker process ran out of memory (its limit is ${heapMegabytes} MB)` };
  if (signal) return { cause: 'ended', reason: `the worker process was ended by ${signal}` };
  return { cause: 'ended', reason: `the worker process ended with code ${code}` };
};

export const startChildProcess = (options: ChildProcessOptions): ChildProcess => {
  const guard = options.guard ?? endWithParent();
  const { entry, argument, heapMegabytes } = options;
  const program = [fileURLToPath(entry), ...(argument === undefined ? [] : [argument])];
  const nodeArguments = [...heapArguments(heapMegabytes, semiSpaceMegabytes), ...program];
  const mark = openRunningMark();
  const child = spawn(guard.execPath, [...guard.prefix, ...nodeArguments], {
    env: { ...passedEnvironment(), ...guard.env },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', mark.descriptor ?? 'ignore'],
  });
  const channel = child.stdio[channelDescriptor] as Socket;
  let errorOutput = '';
  let exited = false;

  const exit = (how: ChildExit) => {
    if (exited) return;
    exited = true;
    options.onExit(how);
    mark.close();
  };

  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errorOutput = (errorOutput + text).slice(-keptErrorOutput);
  });
  // A child that is going away cannot be written to any more; its end is told by 'close'.
  channel.on('error', () => {});
  child.on('error', (error) => {
    if (child.pid === undefined)
      exit({ cause: 'ended', reason: `the worker process could not be started: ${error.message}` });
  });
  // 'close' comes after the last of its output, which tells why.
  child.on('close', (code, signal) => exit(toExit({ code, signal, errorOutput, heapMegabytes })));

  return {
    get pid() {
      return child.pid;
    },
    channel,
    lastRunning: mark.read,
    kill: () => void child.kill('SIGKILL'),
    release: () => void channel.end(),
  };
};
