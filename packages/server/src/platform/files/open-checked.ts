/**
 * Opens what the policy allows, and looks at what was opened: between a check of a path and its opening somebody may put a link in its place. So links
 * are resolved first, none is followed while opening, and the real path of the handle decides. Names are opened within the handle of their folder where
 * the system can do that, so nothing is ever made outside of the open folders.
 */
import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readlink, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { NodeError } from '@millrace/engine/node-api';
import { explain, isMissing, isThere, shown } from './failure.ts';
import type { FilePolicy } from './policy.ts';

/** `open` of the system; tests change the disk just before it. */
export type OpenFile = typeof open;

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_NOCTTY } = constants;
/** Neither follows a link in the last place, nor waits for the other end of a pipe. Not every system knows them all. */
export const careful = (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0) | (O_NOCTTY ?? 0);

const hasHandlePaths = process.platform === 'linux';

/** A name within an open folder. */
export const within = (folder: OpenFolder, name: string): string =>
  hasHandlePaths ? `/proc/self/fd/${folder.handle.fd}/${name}` : path.join(folder.path, name);

export interface OpenFolder {
  handle: FileHandle;
  /** Where it really is. */
  path: string;
}

export interface Opener {
  /** An ordinary file that is there, opened for reading. @throws NodeError */
  file(given: string): Promise<{ handle: FileHandle; path: string; facts: Stats }>;
  /** The folder that a file is to be in, made where it is missing. @throws NodeError */
  folder(written: string): Promise<OpenFolder>;
  /** Opens a name in a folder, for writing. @throws NodeError, and what the system says where nothing is there */
  inFolder(folder: OpenFolder, name: string, flags: number, mode: number): Promise<FileHandle>;
  /** The real path of something that is there. @throws NodeError */
  real(given: string): Promise<string>;
}

export const createOpener = (policy: FilePolicy, openFile: OpenFile = open): Opener => {
  /** Where a handle really is. */
  const pathOf = async (handle: FileHandle, expected: string): Promise<string> => {
    if (hasHandlePaths) return readlink(`/proc/self/fd/${handle.fd}`);
    const at = await realpath(expected);
    const [opened, there] = [await handle.stat(), await lstat(at)];
    if (opened.dev === there.dev && opened.ino === there.ino) return at;
    throw new NodeError(`${shown(expected)} was replaced while it was opened`);
  };

  const checked = async (target: string, expected: string, flags: number, mode?: number) => {
    const handle = await openFile(target, flags | careful, mode);
    try {
      const at = await pathOf(handle, expected);
      await policy.assertOpen(at);
      return { handle, path: at };
    } catch (error) {
      await handle.close();
      throw error;
    }
  };

  const assertOrdinary = async (handle: FileHandle, given: string): Promise<Stats> => {
    const facts = await handle.stat();
    if (facts.isDirectory()) throw new NodeError(`${shown(given)} is a folder`);
    if (!facts.isFile()) throw new NodeError(`${shown(given)} is no ordinary file`);
    await policy.assertNotClosed(facts, given);
    return facts;
  };

  const real = async (given: string): Promise<string> => {
    const written = policy.place(given);
    try {
      const at = await realpath(written);
      await policy.assertOpen(at);
      return at;
    } catch (error) {
      throw explain(error, given);
    }
  };

  /** The nearest folder above that is there, and the names that are missing below it. */
  const nearest = async (written: string): Promise<{ at: string; missing: string[] }> => {
    const missing: string[] = [];
    for (let at = written; ; at = path.dirname(at)) {
      // One that lies above all open folders is never looked at.
      policy.place(at);
      try {
        return { at: await realpath(at), missing };
      } catch (error) {
        if (!isMissing(error)) throw error;
        missing.unshift(path.basename(at));
      }
    }
  };

  return {
    real,

    async file(given) {
      const at = await real(given);
      try {
        // What is no ordinary file may already do something when it is opened.
        const before = await stat(at);
        if (!before.isFile() && !before.isDirectory()) throw new NodeError(`${shown(given)} is no ordinary file`);
        const opened = await checked(at, at, O_RDONLY);
        try {
          return { ...opened, facts: await assertOrdinary(opened.handle, given) };
        } catch (error) {
          await opened.handle.close();
          throw error;
        }
      } catch (error) {
        throw explain(error, given);
      }
    },

    async folder(written) {
      const { at, missing } = await nearest(written);
      await policy.assertOpen(at);
      let folder: OpenFolder = await checked(at, at, O_RDONLY | O_DIRECTORY);
      for (const name of missing) {
        const parent = folder;
        try {
          await mkdir(within(parent, name)).catch((error: unknown) => {
            if (!isThere(error)) throw error;
          });
          folder = await checked(within(parent, name), path.join(parent.path, name), O_RDONLY | O_DIRECTORY);
        } finally {
          await parent.handle.close();
        }
      }
      return folder;
    },

    async inFolder(folder, name, flags, mode) {
      const { handle } = await checked(within(folder, name), path.join(folder.path, name), flags, mode);
      try {
        await assertOrdinary(handle, path.join(folder.path, name));
        return handle;
      } catch (error) {
        await handle.close();
        throw error;
      }
    },
  };
};
