import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Where a process of this machine listens for others of the same user, and no one else. */
export const createSocketPath = async (name: string): Promise<{ socket: string; remove(): Promise<void> }> => {
  if (process.platform === 'win32')
    return { socket: `\\\\.\\pipe\\millrace-${randomUUID()}`, remove: () => Promise.resolve() };
  const folder = await mkdtemp(path.join(tmpdir(), 'millrace-'));
  return { socket: path.join(folder, name), remove: () => rm(folder, { recursive: true, force: true }) };
};
