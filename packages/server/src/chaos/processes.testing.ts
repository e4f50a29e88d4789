import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

/** One Millrace as an operator starts it, which can be killed and started again at any moment. */
export interface MillraceProcess {
  readonly name: string;
  readonly pid: number | undefined;
  /** Resolves when it says that it is ready. */
  start(): Promise<void>;
  /** It stands still for so many milliseconds, as one on a machine that is suspended or far too busy. Its children go on. */
  standStill(milliseconds: number): Promise<void>;
  /** SIGKILL, and waits until it is gone. Its children are left to themselves. */
  kill(): Promise<void>;
  /** Ends it as an operator does. @returns its exit code; null where it was not running or a signal ended it */
  stop(): Promise<number | null>;
}

export interface MillraceProcessOptions {
  name: string;
  /** Command line: `web`, `worker` … */
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  /** Another program. */
  program?: URL;
}

/** Waits for the exit of a child that was told to end. */
const gone = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', () => resolve()));

export const createMillraceProcess = ({ name, args, env, program }: MillraceProcessOptions): MillraceProcess => {
  let child: ChildProcess | undefined;

  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (!child) return null;
    const ending = child;
    ending.kill(signal);
    await gone(ending);
    child = undefined;
    return ending.exitCode;
  };

  return {
    name,
    get pid() {
      return child?.pid;
    },
    async start() {
      const started = spawn(process.execPath, [program ? fileURLToPath(program) : main, ...args], {
        env: { ...process.env, MILLRACE_LOG_LEVEL: process.env.CHAOS_LOG_LEVEL ?? 'silent', ...env },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      child = started;
      let printed = '';
      await new Promise<void>((resolve, reject) => {
        started.once('exit', (code) => reject(new Error(`${name} ended with ${code} before it was ready: ${printed}`)));
        started.stdout.setEncoding('utf8').on('data', (text: string) => {
          printed += text;
          if (/ready/.test(printed)) resolve();
        });
      });
    },
    async standStill(milliseconds) {
      const still = child;
      still?.kill('SIGSTOP');
      await pause(milliseconds);
      still?.kill('SIGCONT');
    },
    async kill() {
      await end('SIGKILL');
    },
    stop: () => end('SIGTERM'),
  };
};

/** Direct children of a process; none where it is gone. Linux only, as all that looks into /proc. */
export const childrenOf = async (pid: number): Promise<number[]> => {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text.split(' ').filter(Boolean).map(Number);
};
