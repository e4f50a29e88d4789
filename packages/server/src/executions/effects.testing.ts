import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** A file of the running test in which nodes write down that they ran, a line each. */
export const openEffects = async (): Promise<{ file: string; read(): Promise<string[]> }> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'millrace-effects-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'effects');
  await appendFile(file, '');
  return { file, read: async () => (await readFile(file, 'utf8')).split('\n').filter(Boolean) };
};
