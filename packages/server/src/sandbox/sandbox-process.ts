import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { passedEnvironment } from '../executions/workers/child-process.ts';
import { endWithParent } from '../executions/workers/end-with-parent.ts';
import { heapArguments } from '../executions/workers/heap-arguments.ts';
import type { Log } from '../platform/log.ts';
import { createSocketPath } from '../platform/socket-path.ts';
import type { FromSandboxProcess, SandboxStart } from './protocol.ts';
import type { SandboxSettings } from './settings.ts';

/** The sandbox process of this machine, as the serving process sees it. */
export interface SandboxProcess {
  /** The socket on which it is reached, once it listens; it is started if it is not there. */
  reach(): Promise<string>;
  /** For measurements. */
  pid(): number | undefined;
  close(): Promise<void>;
}

const entry = fileURLToPath(new URL('./sandbox-main.ts', import.meta.url));
/** Inputs and results of many runs pass through it. */
const heapMegabytes = 256;
const semiSpaceMegabytes = 4;

export const createSandboxProcess = (options: { settings: SandboxSettings; log: Log }): SandboxProcess => {
  const { settings, log } = options;
  let child: ChildProcess | undefined;
  let reached: Promise<string> | undefined;
  let ended: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  const start = async (): Promise<string> => {
    const { socket, remove } = await createSocketPath('sandbox');
    if (isClosed) {
      await remove();
      throw new Error('The server is stopping');
    }
    const guard = endWithParent();
    // Removing types from sources is new in Node.
    const program = [
      '--disable-warning=ExperimentalWarning',
      ...heapArguments(heapMegabytes, semiSpaceMegabytes),
      entry,
    ];
    const started = spawn(guard.execPath, [...guard.prefix, ...program], {
      env: { ...passedEnvironment(), ...guard.env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    child = started;
    let errorOutput = '';
    started.stderr.setEncoding('utf8').on('data', (text: string) => {
      errorOutput = (errorOutput + text).slice(-4096);
    });
    started.stdin.on('error', () => {});
    started.stdin.write(`${JSON.stringify({ path: socket, settings } satisfies SandboxStart)}\n`);
    const gone = once(started, 'close').finally(() => {
      if (child === started) {
        child = undefined;
        reached = undefined;
      }
      if (!isClosed)
        log.warn({ output: errorOutput }, 'The sandbox process has ended; it is started again when it is needed');
      return remove();
    });
    ended = gone.catch(() => {});
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    createInterface({ input: started.stdout }).on('line', (line) => {
      const message = JSON.parse(line) as FromSandboxProcess;
      if (message.type === 'ready') resolve(socket);
      else log.warn({ output: message.output }, 'A process that runs code of people has ended');
    });
    const fail = () => reject(new Error(`The sandbox process could not be started: ${errorOutput}`));
    gone.then(fail, fail);
    return promise;
  };

  return {
    reach() {
      reached ??= start().catch((error: unknown) => {
        reached = undefined;
        throw error;
      });
      return reached;
    },
    pid: () => child?.pid,
    async close() {
      isClosed = true;
      await reached?.catch(() => {});
      child?.kill('SIGKILL');
      await ended;
    },
  };
};
