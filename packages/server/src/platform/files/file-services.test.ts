import { execFileSync } from 'node:child_process';
import {
  chmod,
  link,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { NodeError } from '@millrace/engine/node-api';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defaultConfig } from '../../config.ts';
import { fileSettings } from './configured.ts';
import { createFileServices } from './file-services.ts';
import type { OpenFile } from './open-checked.ts';

let parent: string;
let data: string;
let root: string;
const never = new AbortController().signal;

beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'millrace-files-'));
  data = path.join(parent, 'data');
  root = path.join(data, 'files');
  await mkdir(data, { recursive: true });
  await writeFile(path.join(data, 'encryption.key'), 'canary');
  await writeFile(path.join(data, 'millrace.sqlite'), 'canary');
  await writeFile(path.join(parent, 'outside.txt'), 'canary');
});
afterEach(() => rm(parent, { recursive: true, force: true }));

const services = (files = '', openFile?: OpenFile) =>
  createFileServices(fileSettings({ ...defaultConfig(), dataFolder: data, files }), { openFile })(never);

const readText = async (pieces: AsyncIterable<Uint8Array>): Promise<string> => {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all).toString();
};

/** What reading, looking, listing, appending and writing a path fail with. */
const failuresOf = async (given: string, files = services()): Promise<unknown[]> =>
  Promise.all(
    [
      readText(files.read(given)),
      files.about(given),
      files.list(given),
      files.write(given, Buffer.from('x'), { append: true }),
      files.write(given, Buffer.from('x')),
    ].map((work) => work.then((value) => value, String)),
  );

const outside = expect.stringContaining('lies outside of the folders that nodes may use');
const own = expect.stringContaining('belongs to Millrace or to the system');

describe('without any setting', () => {
  test('files go to a folder of the data folder, with the folders that lead to them', async () => {
    const files = services();
    await files.write('reports/2026/a.txt', Buffer.from('hello'));
    expect(await readFile(path.join(root, 'reports/2026/a.txt'), 'utf8')).toBe('hello');
    expect(await readText(files.read('reports/2026/a.txt'))).toBe('hello');
    expect(await readText(files.read(path.join(root, 'reports/2026/a.txt')))).toBe('hello');
    expect(await files.about('reports/2026/a.txt')).toMatchObject({ size: 5, modifiedAt: expect.any(Number) });
    expect(await files.about('reports/none.txt')).toBeUndefined();
    await expect(readText(files.read('none.txt'))).rejects.toThrow('There is no file "none.txt"');
  });

  test('the rest of the machine is closed, and what is there is not told', async () => {
    for (const given of [
      '../outside.txt',
      '../millrace.sqlite',
      '/etc/passwd',
      '/nowhere/at/all',
      path.join(parent, 'outside.txt'),
    ])
      expect(await failuresOf(given)).toEqual([outside, outside, outside, outside, outside]);
  });
});

test('`none` opens nothing', async () => {
  expect(await failuresOf('a.txt', services('none'))).toEqual([outside, outside, outside, outside, outside]);
  await expect(services('none').list('*')).rejects.toMatchObject({
    description: expect.stringContaining('MILLRACE_FILES'),
  });
});

test('several folders; relative paths begin at the first', async () => {
  const [one, two] = [path.join(parent, 'one'), path.join(parent, 'two')];
  await Promise.all([mkdir(one), mkdir(two)]);
  const files = services([one, two].join(path.delimiter));
  await files.write('a.txt', Buffer.from('1'));
  await files.write(path.join(two, 'b.txt'), Buffer.from('2'));
  expect([await readdir(one), await readdir(two)]).toEqual([['a.txt'], ['b.txt']]);
  expect(await failuresOf(path.join(root, 'a.txt'), files)).toEqual([outside, outside, outside, outside, outside]);
});

describe('where all of the machine is open', () => {
  test.each(['encryption.key', 'millrace.sqlite', 'millrace.sqlite-wal', 'packages/x/index.js'])(
    'our own %s stays closed',
    async (name) => {
      const found = await failuresOf(path.join(data, name), services('/'));
      expect(found.slice(3)).toEqual([own, own]);
      expect(found.slice(0, 3).flat()).not.toContain('canary');
      expect(await readFile(path.join(data, 'encryption.key'), 'utf8')).toBe('canary');
    },
  );

  const refused = /belongs to|no ordinary file|There is no/;

  test('so do the environment of the process, devices, pipes and sockets', async () => {
    const files = services('/');
    for (const given of [
      '/proc/self/environ',
      '/proc/1/../self/environ',
      '/dev/null',
      '/dev/zero',
      '/sys/kernel/mm',
      '/dev/stdin',
    ])
      for (const failure of await failuresOf(given, files))
        expect(failure ?? 'There is none').toEqual(Array.isArray(failure) ? [] : expect.stringMatching(refused));
    const pipe = path.join(parent, 'pipe');
    execFileSync('sh', ['-c', 'mkfifo "$0"', pipe]);
    for (const failure of await failuresOf(pipe, files))
      expect(failure).toEqual(Array.isArray(failure) ? [] : expect.stringContaining('no ordinary file'));
  });

  test('a second name of a closed file is closed as well', async () => {
    await link(path.join(data, 'encryption.key'), path.join(parent, 'key-too'));
    const [read, about, , append, write] = await failuresOf(path.join(parent, 'key-too'), services('/'));
    expect([read, about, append, write]).toEqual([own, own, own, own]);
  });

  test('a pattern passes over it', async () => {
    await writeFile(path.join(parent, 'plain.txt'), 'x');
    await link(path.join(data, 'encryption.key'), path.join(parent, 'twin.txt'));
    const found = await services('/').list(`${parent}/*.txt`);
    expect(found.map((file) => path.basename(file))).toEqual(['outside.txt', 'plain.txt']);
  });

  test('patterns do not look into what is closed', async () => {
    const found = await services('/').list(`${parent}/**/*`);
    expect(found).toEqual([path.join(parent, 'outside.txt')]);
    expect(await services('/').list('/proc/self/en*')).toEqual([]);
  });
});

test('case twins of closed folders are other folders where the disk tells them apart, and closed where it does not', async () => {
  const twin = path.join(parent, 'DATA');
  await mkdir(twin, { recursive: true });
  await writeFile(path.join(twin, 'encryption.key'), 'not ours');
  const isOneFolder = (await readFile(path.join(data, 'encryption.key'), 'utf8')) === 'not ours';
  const [read] = await failuresOf(path.join(twin, 'encryption.key'), services('/'));
  expect(read).toEqual(isOneFolder ? own : 'not ours');
  // Of the folder that is open the twin is another one.
  expect(await failuresOf(path.join(data, 'FILES', 'a.txt'))).toEqual([outside, outside, outside, outside, outside]);
});

test('names that no system takes', async () => {
  for (const given of ['a'.repeat(300), `${'d/'.repeat(3000)}x`])
    for (const failure of await failuresOf(given)) expect(failure).toMatch(/is too long|pattern is too long/);
  for (const failure of await failuresOf('a\0b')) expect(failure).toContain('missing, or is none');
  for (const failure of (await failuresOf('')).filter((one) => !Array.isArray(one)))
    expect(failure).toContain('missing, or is none');
  expect((await failuresOf('\\\\server\\share\\a.txt'))[0]).toContain('There is no file');
});

describe('symbolic links', () => {
  beforeEach(() => mkdir(root, { recursive: true }));

  test('that stay within are followed', async () => {
    await mkdir(path.join(root, 'real'));
    await writeFile(path.join(root, 'real', 'a.txt'), 'inside');
    await symlink(path.join(root, 'real'), path.join(root, 'folder'));
    await symlink(path.join(root, 'real', 'a.txt'), path.join(root, 'file'));
    expect(await readText(services().read('folder/a.txt'))).toBe('inside');
    expect(await readText(services().read('file'))).toBe('inside');
    await services().write('file', Buffer.from('new'));
    await services().write('folder/b.txt', Buffer.from('b'));
    expect(await readFile(path.join(root, 'real', 'a.txt'), 'utf8')).toBe('new');
    expect(await readFile(path.join(root, 'real', 'b.txt'), 'utf8')).toBe('b');
  });

  const refusedLink = expect.stringMatching(/lies outside|There is no file/);

  test('that lead out are refused, whatever they lead to', async () => {
    await symlink(path.join(parent, 'outside.txt'), path.join(root, 'file'));
    await symlink(parent, path.join(root, 'folder'));
    await symlink('/proc/self/environ', path.join(root, 'environ'));
    await symlink(path.join(parent, 'new.txt'), path.join(root, 'dangling'));
    const names = [
      'file',
      'folder/outside.txt',
      'folder/made.txt',
      'folder/data/encryption.key',
      'environ',
      'dangling',
    ];
    for (const given of names) {
      const [read, about, listed, ...written] = await failuresOf(given);
      expect([read, ...written]).toEqual([refusedLink, refusedLink, refusedLink]);
      // What is not there either way is no failure for those who ask.
      expect([about ?? 'lies outside', ...(listed as string | [])].join('')).toMatch(/lies outside/);
    }
    expect((await readdir(parent)).sort()).toEqual(['data', 'outside.txt']);
    expect(await readFile(path.join(parent, 'outside.txt'), 'utf8')).toBe('canary');
    expect(await services().list('*')).toEqual([]);
    expect(await services().list('folder/*')).toEqual([]);
  });

  /** Puts something else in a place just before the system opens it. */
  const swapping =
    (swap: () => Promise<void>): OpenFile =>
    async (...given) => {
      await swap();
      return open(...given);
    };

  test('a file that becomes a link between the check and the opening', async () => {
    await writeFile(path.join(root, 'a.txt'), 'inside');
    const swap = swapping(async () => {
      await rm(path.join(root, 'a.txt'), { force: true });
      await symlink(path.join(parent, 'outside.txt'), path.join(root, 'a.txt')).catch(() => {});
    });
    await expect(readText(services('', swap).read('a.txt'))).rejects.toThrow('replaced by a symbolic link');
  });

  test('a folder that becomes a link between the check and the opening, to read', async () => {
    await mkdir(path.join(root, 'folder'));
    await writeFile(path.join(root, 'folder', 'outside.txt'), 'inside');
    const swap = swapping(async () => {
      await rename(path.join(root, 'folder'), path.join(root, 'moved')).catch(() => {});
      await symlink(parent, path.join(root, 'folder')).catch(() => {});
    });
    await expect(readText(services('', swap).read('folder/outside.txt'))).rejects.toThrow('outside of the folders');
  });

  test.each([{ append: true }, { append: false }])(
    'a folder that becomes a link before a file is made in it (%o)',
    async (options) => {
      await mkdir(path.join(root, 'folder'));
      let opened = 0;
      const swap = swapping(async () => {
        if (++opened < 2) return;
        await rename(path.join(root, 'folder'), path.join(root, 'moved')).catch(() => {});
        await symlink(parent, path.join(root, 'folder')).catch(() => {});
      });
      const failure = await services('', swap)
        .write('folder/made.txt', Buffer.from('x'), options)
        .catch((error: unknown) => error);
      // It was written into the folder that was meant, or not at all.
      if (process.platform !== 'linux') expect(failure).toBeInstanceOf(NodeError);
      expect((await readdir(parent)).sort()).toEqual(['data', 'outside.txt']);
    },
  );
});

describe('writing', () => {
  test('keeps the old content when the new one breaks off, and leaves nothing else', async () => {
    const files = services();
    await files.write('a.txt', Buffer.from('old'));
    const broken = async function* () {
      yield Buffer.from('half');
      throw new Error('The line was cut');
    };
    await expect(files.write('a.txt', broken())).rejects.toThrow('The line was cut');
    expect(await readdir(root)).toEqual(['a.txt']);
    expect(await readFile(path.join(root, 'a.txt'), 'utf8')).toBe('old');
  });

  test('keeps who may read a file, and appends to what is there or not', async () => {
    const files = services();
    await files.write('a.txt', Buffer.from('a'), { append: true });
    await chmod(path.join(root, 'a.txt'), 0o640);
    await files.write('a.txt', Buffer.from('b'), { append: true });
    expect(await readFile(path.join(root, 'a.txt'), 'utf8')).toBe('ab');
    await files.write('a.txt', Buffer.from('c'));
    expect((await stat(path.join(root, 'a.txt'))).mode & 0o777).toBe(0o640);
  });

  test('says what is a folder', async () => {
    await services().write('folder/a.txt', Buffer.from('a'));
    await expect(services().write('folder', Buffer.from('a'))).rejects.toThrow('"folder" is a folder');
    await expect(services().write('folder/', Buffer.from('a'))).rejects.toThrow('names a folder');
    await expect(readText(services().read('folder'))).rejects.toThrow('"folder" is a folder');
    await expect(services().write('folder/a.txt/b', Buffer.from('a'))).rejects.toThrow();
  });
});

describe('patterns', () => {
  beforeEach(async () => {
    for (const name of [
      'a.txt',
      'b.txt',
      'c.csv',
      'x/d.txt',
      'x/y/e.txt',
      '[1].txt',
      'f (2).txt',
      '.hidden',
      '.millrace-1',
    ])
      await services().write(name, Buffer.from(name));
  });

  test.each([
    ['*.txt', ['[1].txt', 'a.txt', 'b.txt', 'f (2).txt']],
    ['**/*.txt', ['[1].txt', 'a.txt', 'b.txt', 'f (2).txt', 'x/d.txt', 'x/y/e.txt']],
    ['{a,c}.*', ['a.txt', 'c.csv']],
    ['?.csv', ['c.csv']],
    ['[ab].txt', ['a.txt', 'b.txt']],
    ['[1].txt', ['[1].txt']],
    ['f (2).txt', ['f (2).txt']],
    ['f (*).txt', ['f (2).txt']],
    ['x/*/e.txt', ['x/y/e.txt']],
    ['x', []],
    ['nothing.txt', []],
    ['nothing/*.txt', []],
    ['.*', ['.hidden']],
  ])('%s', async (pattern, names) => {
    expect(await services().list(pattern)).toEqual(names.map((name) => path.join(root, name)));
  });

  test('do not lead out', async () => {
    await expect(services().list('../*')).rejects.toThrow('outside of the folders');
    await expect(services().list('*/../../*')).rejects.toThrow('upwards behind a wildcard');
    await expect(services().list('/etc/*')).rejects.toThrow('outside of the folders');
  });

  test('end when the execution ends', async () => {
    const stop = new AbortController();
    stop.abort(new Error('Stopped'));
    const files = createFileServices(fileSettings({ ...defaultConfig(), dataFolder: data, files: '' }))(stop.signal);
    await expect(files.list('**/*')).rejects.toThrow('Stopped');
  });
});
