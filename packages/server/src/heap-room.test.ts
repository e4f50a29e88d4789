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

/** The command line of a server that is ready, which is the process that was started. */
const commandLineOf = async (...args: string[]): Promise<string[]> => {
  const child = spawn(process.execPath, [...args, main], {
    env: { PATH: process.env.PATH, MILLRACE_PORT: '0', MILLRACE_DATA: await temporaryFolder() },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  await once(createInterface(child.stdout!), 'line');
  return readFileSync(`/proc/${child.pid}/cmdline`, 'utf8').split('\0').slice(1, -1);
};

test('a server has its room for garbage however it was started', async () => {
  expect(await commandLineOf()).toEqual([...wanted, main]);
});

test('what somebody has chosen stays, and nothing is started anew where nothing is missing', async () => {
  const [first = '', ...others] = wanted;
  const own = `${first.split('=')[0]}=64`;
  expect(await commandLineOf(own)).toEqual([own, ...others, main]);
  expect(missingArguments([own, ...others], wanted)).toEqual([]);
  expect(missingArguments(['--inspect', ''], wanted)).toEqual(wanted);
});
