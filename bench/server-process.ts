import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A server as an operator starts it, for measurements from outside. */

const serverEntry = fileURLToPath(new URL('../packages/server/src/main.ts', import.meta.url));
const nodeArguments = JSON.parse(
  readFileSync(new URL('../packages/server/node-arguments.json', import.meta.url), 'utf8'),
) as string[];

export interface ServerProcess {
  /** Where it listens; empty for a worker. */
  address: string;
  /** Milliseconds from its start until it was ready. */
  readyAfter: number;
  /** Process ids of it and of all that it started. */
  processes(): Promise<number[]>;
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/**
 * @param folder its data; it may be one that an earlier server has left
 * @param more its command line, its settings, and who is told each line of its log instead of this process's own output
 */
export const startServer = async (
  folder: string,
  {
    args = [],
    env = {},
    onLog,
  }: { args?: readonly string[]; env?: Readonly<Record<string, string>>; onLog?: (line: string) => void } = {},
): Promise<ServerProcess> => {
  const startedAt = performance.now();
  const server = spawn(process.execPath, [...nodeArguments, ...process.execArgv, serverEntry, ...args], {
    env: {
      ...process.env,
      MILLRACE_DATA: folder,
      MILLRACE_PORT: '0',
      MILLRACE_LOG_LEVEL: 'warn',
      MILLRACE_PRUNE: 'false',
      ...env,
    },
    stdio: ['ignore', 'pipe', onLog ? 'pipe' : 'inherit'],
  });
  if (onLog && server.stderr) createInterface({ input: server.stderr }).on('line', onLog);
  const address = await new Promise<string>((resolve, reject) => {
    let printed = '';
    server.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const match = /ready (?:at (\S+)|for)/.exec(printed);
      if (match) resolve((match[1] ?? '').replace('localhost', '127.0.0.1'));
    });
    server.on('exit', (code) => reject(new Error(`The server ended with code ${code}`)));
  });
  return {
    address,
    readyAfter: Math.round(performance.now() - startedAt),
    processes: () => processTree(server.pid!),
    async stop(signal = 'SIGTERM') {
      if (server.exitCode !== null || server.signalCode !== null) return;
      const ended = new Promise((resolve) => server.on('exit', resolve));
      server.kill(signal);
      await ended;
    },
  };
};

/** For measurements in a browser: whoever opens an instance that has not been set up is led to that. */
export const skipSetup = async (address: string): Promise<void> => {
  await fetch(`${address}/rest/owner/skip-setup`, { method: 'POST' });
};

/** The process and all that it started. */
export const processTree = async (pid: number): Promise<number[]> => {
  const tree = [pid];
  for (const id of tree) {
    for (const task of await readdir(`/proc/${id}/task`)) {
      const children = await readFile(`/proc/${id}/task/${task}/children`, 'utf8');
      tree.push(...children.split(' ').filter(Boolean).map(Number));
    }
  }
  return tree;
};

/** Milliseconds of processor time that the processes have used. A tick of Linux is 10 ms. */
export const processorTime = async (pids: number[]): Promise<number> => {
  let ticks = 0;
  for (const pid of pids) {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks * 10;
};

/** Megabytes: resident memory, pages that processes share counted once for each, and counted once in all. */
export const memoryOf = async (pids: number[]) => {
  let resident = 0;
  let proportional = 0;
  for (const pid of pids) {
    const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
    resident += Number(/^Rss:\s+(\d+)/m.exec(text)?.[1] ?? 0);
    proportional += Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0);
  }
  return { processes: pids.length, rssMB: Math.round(resident / 1024), pssMB: Math.round(proportional / 1024) };
};
