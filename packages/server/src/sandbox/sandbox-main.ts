import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import type { CodeLanguage } from '@millrace/engine/node-api';
import { watchParent } from '../executions/worker/watch-parent.ts';
import { javascriptProgram } from './javascript/program-of-runner.ts';
import { createRunnerPool, type RunnerPool } from './pool.ts';
import type { FromSandboxProcess, SandboxStart } from './protocol.ts';
import { serveWorker } from './serve.ts';
import type { SandboxSettings } from './settings.ts';

/** The sandbox process: keeps the processes that run people's code, for all workers of this machine, and ends what is over its limits. */

const say = (message: FromSandboxProcess): void => void process.stdout.write(`${JSON.stringify(message)}\n`);

const mebibyte = 1024 * 1024;
/** MiB that a runner of JavaScript takes for itself: Node, and the input and output of a run as text. */
const ownMemory = 400;

const makePool = (settings: SandboxSettings): RunnerPool =>
  createRunnerPool({
    program: javascriptProgram(settings),
    mostRunners: settings.mostRunners,
    timeout: settings.timeout,
    mostMemory: (settings.memoryMegabytes + ownMemory) * mebibyte,
    isForOneRun: false,
    onLost: (output) => say({ type: 'lost', output }),
  });

const begin = ({ path, settings }: SandboxStart): void => {
  const pools = new Map<CodeLanguage, RunnerPool>();
  const poolOf = (language: CodeLanguage): RunnerPool => {
    const pool = pools.get(language) ?? makePool(settings);
    pools.set(language, pool);
    return pool;
  };
  const server = createServer((socket) => serveWorker(socket, { poolOf, settings }));
  server.listen(path, () => say({ type: 'ready' }));
};

const input = createInterface({ input: process.stdin });
input.once('line', (line) => begin(JSON.parse(line) as SandboxStart));
input.once('close', () => process.exit(0));
watchParent();
