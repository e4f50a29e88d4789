import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTestInstance } from './processes.testing.ts';
import { checkSharedFolder, FolderNotSharedError } from './shared-folder.ts';

const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'millrace-shared-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

const setUp = async () => {
  const { db, join } = await createTestInstance();
  const processes = await Promise.all([join(), join(), join(), join()]);
  return {
    check: (index: number, folder: string) => checkSharedFolder({ db, folder, processId: processes[index]!.processId }),
  };
};

test('processes that start at the same time in a new folder share it, and so do later ones', async () => {
  const { check } = await setUp();
  const folder = await newFolder();
  await Promise.all([0, 1, 2].map((index) => check(index, folder)));
  await check(3, folder);
  expect(await readdir(folder)).toEqual(['instance-folder-id']);
  await expect(check(3, await newFolder())).rejects.toThrow(FolderNotSharedError);
});

test('a folder whose id was begun and never written gets one', async () => {
  const { check } = await setUp();
  const folder = await newFolder();
  await writeFile(path.join(folder, 'instance-folder-id'), '');
  await check(0, folder);
  await check(1, folder);
});
