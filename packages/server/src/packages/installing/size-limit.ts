import { lstat, opendir } from 'node:fs/promises';
import path from 'node:path';

/** Milliseconds between two looks. */
const look = 500;

const sizeOf = async (folder: string): Promise<number> => {
  let bytes = 0;
  for await (const entry of await opendir(folder, { recursive: true })) {
    if (!entry.isFile()) continue;
    bytes += (await lstat(path.join(entry.parentPath, entry.name)).catch(() => undefined))?.size ?? 0;
  }
  return bytes;
};

/** Calls back when a folder that grows has become larger than it may. @returns looks a last time, and ends the watch */
export const watchSize = (folder: string, most: number, onExceeded: () => void): (() => Promise<void>) => {
  let looking = Promise.resolve();
  const check = async (): Promise<void> => {
    // What npm moves meanwhile is counted at the next look.
    const bytes = await sizeOf(folder).catch(() => 0);
    if (bytes > most) onExceeded();
  };
  const timer = setInterval(() => {
    looking = looking.then(check);
  }, look).unref();
  return async () => {
    clearInterval(timer);
    await looking;
    await check();
  };
};
