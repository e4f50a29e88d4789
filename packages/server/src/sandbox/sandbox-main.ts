import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import type { CodeLanguage } from '@millrace/engine/node-api';
import { watchParent } from '../executions/worker/watch-parent.ts';
import { javascriptProgram } from './javascript/program-of-runner.ts';
import { createRunnerPool, type RunnerPool } from './pool.ts';
import type { FromSandboxProcess, SandboxStart } from './protocol.ts';
import { pythonProgram } from './python/program-of-runner.ts';
import { serveWorker } from './serve.ts';
import type { SandboxSettings } from './settings.ts';
import { sqlProgram } from './sql/program-of-runner.ts';

/** The sandbox process: keeps the processes that run people's code, for all workers of this machine, and ends what is over its limits. */

const say = (message: FromSandboxProcess): void => void process.stdout.write(`${JSON.stringify(message)}\n`);

const mebibyte = 1024 * 1024;
/** How each language is run: MiB that its processes take for themselves, and whether one serves one run. */
const languages = {
  javascript: { program: javascriptProgram, ownMemory: 400, isForOneRun: false },
  python: { program: pythonProgram, ownMemory: 500, isForOneRun: true },
  sql: { program: sqlProgram, ownMemory: 400, isForOneRun: false },
} as const;

const makePool = (language: CodeLanguage, settings: SandboxSettings): RunnerPool => {
  const { program, ownMemory, isForOneRun } = languages[language];
  return createRunnerPool({
    program: program(settings),
    mostRunners: settings.mostRunners,
    timeout: settings.timeout,
    mostMemory: (settings.memoryMegabytes + ownMemory) * mebibyte,
    isForOneRun,
    onLost: (output) => say({ type: 'lost', output }),
  });
};

const begin = ({ path, settings }: SandboxStart): void => {
  const pools = new Map<CodeLanguage, RunnerPool>();
  const poolOf = (language: CodeLanguage): RunnerPool => {
    const pool = pools.get(language) ?? makePool(language, settings);
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
