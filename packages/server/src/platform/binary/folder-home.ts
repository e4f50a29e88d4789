/** Bytes as files: one folder an execution, so that they go with it. */
import { constants } from 'node:fs';
import { access, type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '../make-folder.ts';
import type { ByteHome } from './byte-home.ts';
import { BinaryStorageError } from './failure.ts';

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException | null)?.code ?? '';

const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error));

const explain = (error: unknown): unknown => {
  switch (codeOf(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new BinaryStorageError('full', 'The disk for binary data is full', error);
    case 'EMFILE':
    case 'ENFILE':
    case 'EIO':
      return new BinaryStorageError('unreachable', 'The folder for binary data cannot be used at the moment', error);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new BinaryStorageError('refused', 'The folder for binary data cannot be written', error);
    default:
      return error;
  }
};

const explained = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw explain(error);
  }
};

const undefinedIfMissing = (error: unknown): undefined => {
  if (isMissing(error)) return undefined;
  throw explain(error);
};

const writeAll = async (file: FileHandle, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> => {
  try {
    if (content instanceof Uint8Array) await file.writeFile(content);
    else for await (const chunk of content) await file.writeFile(chunk);
    // The row that will name this file survives a power cut, so the file must as well.
    await file.datasync();
  } finally {
    await file.close();
  }
};

export const createFolderHome = (folder: string): ByteHome => ({
  put: (id, content) =>
    explained(async () => {
      const path = join(folder, id);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const file = await open(path, 'wx', 0o600);
      try {
        await writeAll(file, content);
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
    }),

  async size(id) {
    return (await stat(join(folder, id)).catch(undefinedIfMissing))?.size;
  },

  async open(id, range) {
    const file = await open(join(folder, id)).catch(undefinedIfMissing);
    if (!file) return undefined;
    try {
      const { size } = await file.stat();
      return { stream: file.createReadStream({ start: range?.first, end: range?.last }), size };
    } catch (error) {
      await file.close();
      throw explain(error);
    }
  },

  deleteExecutions: (executionIds) =>
    explained(async () => {
      for (const executionId of executionIds) await rm(join(folder, executionId), { recursive: true, force: true });
    }),

  async owners() {
    const names = (await readdir(folder).catch(undefinedIfMissing)) ?? [];
    const owners = new Map<string, number>();
    for (const name of names) {
      const found = await stat(join(folder, name)).catch(undefinedIfMissing);
      if (found) owners.set(name, found.mtimeMs);
    }
    return owners;
  },

  check: () =>
    explained(async () => {
      makeFolder(folder);
      await access(folder, constants.W_OK);
    }),

  close: async () => {},
});
