import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, realpath, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { NodeError } from '@millrace/engine/node-api';
import { explain, isMissing, shown } from './failure.ts';
import { type Opener, type OpenFolder, within } from './open-checked.ts';
import type { FilePolicy } from './policy.ts';

type Content = Uint8Array | AsyncIterable<Uint8Array>;

/** Of files that are being written. */
export const unfinishedPrefix = '.millrace-';

const { O_WRONLY, O_CREAT, O_EXCL, O_APPEND } = constants;
const plainMode = 0o666;

const fill = async (file: FileHandle, content: Content, signal: AbortSignal): Promise<void> => {
  if (content instanceof Uint8Array) await file.writeFile(content);
  else
    for await (const piece of content) {
      signal.throwIfAborted();
      await file.writeFile(piece);
    }
  await file.datasync();
};

/** What is there by this name; undefined: nothing. */
const lookAt = (folder: OpenFolder, name: string) =>
  lstat(within(folder, name)).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });

export const createWriter = (policy: FilePolicy, opener: Opener) => {
  const append = async (folder: OpenFolder, name: string, content: Content, signal: AbortSignal) => {
    const file = await opener.inFolder(folder, name, O_WRONLY | O_APPEND | O_CREAT, plainMode);
    try {
      await fill(file, content, signal);
    } finally {
      await file.close();
    }
  };

  /** Under another name first, so that a file is either as it was or whole. */
  const replace = async (
    folder: OpenFolder,
    name: string,
    mode: number | undefined,
    content: Content,
    signal: AbortSignal,
  ) => {
    const unfinished = `${unfinishedPrefix}${randomUUID()}`;
    const file = await opener.inFolder(folder, unfinished, O_WRONLY | O_CREAT | O_EXCL, plainMode);
    try {
      try {
        if (mode !== undefined) await file.chmod(mode & 0o777);
        await fill(file, content, signal);
      } finally {
        await file.close();
      }
      await rename(within(folder, unfinished), within(folder, name));
    } catch (error) {
      await rm(within(folder, unfinished), { force: true });
      throw error;
    }
  };

  /** @param place the path as it is for the system, and as it was given, for messages */
  const write = async (
    place: { written: string; given: string },
    content: Content,
    isAppended: boolean,
    signal: AbortSignal,
  ): Promise<void> => {
    const { written, given } = place;
    const folder = await opener.folder(path.dirname(written));
    try {
      const name = path.basename(written);
      const before = await lookAt(folder, name);
      if (before?.isSymbolicLink()) {
        // What it leads to is written, if it is there and open.
        const target = await realpath(within(folder, name));
        await policy.assertOpen(target);
        await write({ written: policy.place(target), given }, content, isAppended, signal);
        return;
      }
      if (before?.isDirectory()) throw new NodeError(`${shown(given)} is a folder`);
      if (before && !before.isFile()) throw new NodeError(`${shown(given)} is no ordinary file`);
      if (before) await policy.assertNotClosed(before, given);
      if (isAppended) await append(folder, name, content, signal);
      else await replace(folder, name, before?.mode, content, signal);
    } finally {
      await folder.handle.close();
    }
  };

  return {
    /** @throws NodeError, and whatever the content throws */
    async write(given: string, content: Content, isAppended: boolean, signal: AbortSignal): Promise<void> {
      const written = policy.place(given);
      if (/[/\\]$/.test(given)) throw new NodeError(`${shown(given)} names a folder, and no file in it`);
      try {
        await write({ written, given }, content, isAppended, signal);
      } catch (error) {
        throw explain(error, given);
      }
    },
  };
};
