import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DataFolderInUseError, lockDataFolder } from './data-folder.ts';

test('a data folder belongs to one server at a time', async () => {
  const parent = await mkdtemp(path.join(tmpdir(), 'millrace-test-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  const folder = path.join(parent, 'data');
  const release = lockDataFolder(folder);
  expect(() => lockDataFolder(folder)).toThrow(DataFolderInUseError);
  expect(() => lockDataFolder(folder)).toThrow(folder);
  release();
  lockDataFolder(folder)();
});
