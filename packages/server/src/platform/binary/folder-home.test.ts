import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isPassingStorageFailure } from './failure.ts';
import { createFolderHome } from './folder-home.ts';

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'millrace-binary-'));
});
afterEach(() => rm(parent, { recursive: true, force: true }));

it('says that the disk is full, and that this may pass', async () => {
  const home = createFolderHome(join(parent, 'binary'));
  const full = async function* () {
    yield Buffer.from('some');
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  };
  const failure = await home.put('1/a', full()).catch((error: unknown) => error);
  expect(failure).toMatchObject({ reason: 'full', message: 'The disk for binary data is full' });
  expect(isPassingStorageFailure(failure)).toBe(true);
  expect(await home.size('1/a')).toBeUndefined();
});

it('refuses a place that is no folder', async () => {
  await writeFile(join(parent, 'binary'), 'a file');
  await expect(createFolderHome(join(parent, 'binary')).check()).rejects.toThrow();
});

it('closes the file of a stream that is given up', async () => {
  const home = createFolderHome(join(parent, 'binary'));
  await home.put('1/a', Buffer.alloc(1_000_000));
  const opened = await home.open('1/a');
  const closed = new Promise((resolve) => opened!.stream.on('close', resolve));
  await new Promise((resolve) => opened!.stream.once('readable', resolve));
  opened!.stream.destroy();
  await closed;
});
