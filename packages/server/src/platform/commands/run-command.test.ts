import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defaultConfig } from '../../config.ts';
import { commandSettings } from './configured.ts';
import { runCommand } from './run-command.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'millrace-commands-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const never = new AbortController().signal;
const settings = (more = {}) => ({
  env: { PATH: process.env.PATH ?? '' },
  folders: [folder],
  milliseconds: 60_000,
  ...more,
});
const run = (command: string, more = {}, signal = never) => runCommand(command, settings(more), signal);

/** Whether a process is there, and no zombie. */
const isAlive = (pid: string): boolean => {
  try {
    return !/^Z/.test(execFileSync('ps', ['-o', 'stat=', '-p', pid]).toString());
  } catch {
    return false;
  }
};

/** The id that a command wrote into a file. */
const pidIn = async (name: string): Promise<string> => {
  let pid = '';
  await expect
    .poll(async () => (pid = (await readFile(path.join(folder, name), 'utf8').catch(() => '')).trim()))
    .not.toBe('');
  return pid;
};

describe('a command', () => {
  test('gives what it says and how it ended', async () => {
    expect(await run('echo hello; echo "  oh no" >&2; exit 3')).toEqual({
      exitCode: 3,
      signal: null,
      stdout: 'hello',
      stderr: 'oh no',
    });
    expect(await run('true')).toEqual({ exitCode: 0, signal: null, stdout: '', stderr: '' });
    expect(await run('kill -s TERM $$')).toMatchObject({ exitCode: null, signal: 'SIGTERM' });
    expect(await run('no-such-command-here')).toMatchObject({
      exitCode: 127,
      stderr: expect.stringContaining('not found'),
    });
  });

  test('is taken as it was written, quotes and all', async () => {
    expect((await run(`echo "a'b" '$HOME' "\\"" ; echo $1 $0`)).stdout).toBe(
      `a'b $HOME "\nsh`.replace('sh', '/bin/sh'),
    );
    await expect(run('echo a\0b')).rejects.toThrow('character that no command can have');
  });

  test('begins in the folder of files, and reads nothing from outside', async () => {
    expect((await run('pwd; cat')).stdout).toBe(folder);
    expect((await run('pwd', { folders: ['/none', folder] })).stdout).toBe(folder);
  });

  test('sees nothing of the settings of the instance', async () => {
    const env = {
      ...process.env,
      MILLRACE_ENCRYPTION_KEY: 'canary',
      DATABASE_URL: 'canary',
      NODE_OPTIONS: '--canary',
      LC_ALL: 'C',
    };
    const config = { ...defaultConfig(), commands: true, dataFolder: folder };
    const { stdout } = await runCommand('env', commandSettings(config, env)!, never);
    expect(stdout).not.toContain('canary');
    expect(stdout).toContain('LC_ALL=C');
    expect(commandSettings(defaultConfig())).toBeUndefined();
  });

  test('leaves no process behind', async () => {
    const { stdout } = await run('sleep 300 & echo $! > left; echo started');
    expect(stdout).toBe('started');
    const left = await pidIn('left');
    await expect.poll(() => isAlive(left)).toBe(false);
  });

  test('is ended with all that it has started when the execution ends', async () => {
    const stop = new AbortController();
    const running = run('sleep 300 & echo $! > child; trap "" TERM; sleep 300', {}, stop.signal);
    const child = await pidIn('child');
    stop.abort(new Error('Stopped by its person'));
    await expect(running).rejects.toThrow('Stopped by its person');
    await expect.poll(() => isAlive(child)).toBe(false);
  });

  test('is ended when it takes too long or says too much', async () => {
    await expect(run('echo $$ > pid; sleep 300', { milliseconds: 300 })).rejects.toThrow('longer than 0.3 seconds');
    const pid = await pidIn('pid');
    await expect.poll(() => isAlive(pid)).toBe(false);
    await expect(run('yes')).rejects.toThrow('more than 16 MB');
  });

  test('ends with the process that has started it, however that ends', async () => {
    const script = path.join(folder, 'parent.mjs');
    const module = new URL('./run-command.ts', import.meta.url).href;
    await writeFile(
      script,
      `import { runCommand } from ${JSON.stringify(module)};
       runCommand('sleep 300 & echo $! > child; sleep 300', ${JSON.stringify(settings())}, new AbortController().signal);`,
    );
    const parent = spawn(process.execPath, [script], { stdio: 'ignore' });
    const child = await pidIn('child');
    expect(isAlive(child)).toBe(true);
    parent.kill('SIGKILL');
    await expect.poll(() => isAlive(child)).toBe(false);
  });
});

test('nothing stands in the folder but what the commands wrote', async () => {
  await run('echo x > "; touch y #"');
  expect(await readdir(folder)).toEqual(['; touch y #']);
});
