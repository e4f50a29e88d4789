import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from './db/testing.ts';
import { missingArguments } from './heap-room.ts';

vi.setConfig({ testTimeout: 60_000 });

const main = fileURLToPath(new URL('./main.ts', import.meta.url));
const wanted = JSON.parse(readFileSync(new URL('../node-arguments.json', import.meta.url), 'utf8')) as string[];

/** The command line of a server that is ready, which is the process that was started, and its areas for the allocator. */
const startedAs = async (args: string[] = [], environment: Record<string, string> = {}) => {
  const child = spawn(process.execPath, [...args, main], {
    env: { PATH: process.env.PATH, MILLRACE_PORT: '0', MILLRACE_DATA: await temporaryFolder(), ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  await once(createInterface(child.stdout!), 'line');
  const read = (name: string): string[] => readFileSync(`/proc/${child.pid}/${name}`, 'utf8').split('\0');
  const areas = read('environ').find((variable) => variable.startsWith('MALLOC_ARENA_MAX='));
  return { commandLine: read('cmdline').slice(1, -1), areas: areas?.split('=')[1] };
};

test('a server has its room for garbage however it was started', async () => {
  expect(await startedAs()).toEqual({ commandLine: [...wanted, main], areas: '2' });
});

test('what somebody has chosen stays, and nothing is started anew where nothing is missing', async () => {
  const [first = '', ...others] = wanted;
  const own = `${first.split('=')[0]}=64`;
  expect(await startedAs([own], { MALLOC_ARENA_MAX: '4' })).toEqual({
    commandLine: [own, ...others, main],
    areas: '4',
  });
  expect(missingArguments([own, ...others], wanted)).toEqual([]);
  expect(missingArguments(['--inspect', ''], wanted)).toEqual(wanted);
});
