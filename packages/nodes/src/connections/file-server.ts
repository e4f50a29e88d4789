import type { Readable } from 'node:stream';
import type { JsonObject } from '@millrace/contract/data';
import { NodeError } from '@millrace/engine/node-api';

/** An entry of a folder, in the public shape. */
export interface FileEntry extends JsonObject {
  /** `-` file, `d` folder, `l` link. */
  type: string;
  name: string;
  size: number;
  /** With slashes, from where the folder was named. */
  path: string;
}

/** What FTP and SFTP have in common. All of it throws NodeErrors. */
export interface FileServer {
  /** Without `.` and `..`. */
  list(folder: string): Promise<FileEntry[]>;
  download(path: string): AsyncIterable<Uint8Array>;
  /** @param open gives the content; again where the folder had to be made first */
  upload(path: string, open: () => Readable): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** With the folders above it. */
  makeFolder(path: string): Promise<void>;
  removeFile(path: string): Promise<void>;
  /** @param recursive else it must be empty */
  removeFolder(path: string, recursive: boolean): Promise<void>;
  close(): void;
}

export const joinPath = (folder: string, name: string): string => `${folder}${folder.endsWith('/') ? '' : '/'}${name}`;

export const lastName = (path: string): string =>
  path
    .split('/')
    .filter((part) => part !== '')
    .pop() ?? '';

export const folderOf = (path: string): string => {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash) || '/';
};

/** A path as people write it, without what would be more than a path. @throws NodeError */
export const checkPath = (path: string): string => {
  if (path.trim() === '') throw new NodeError('The path is empty');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
  if (/[\u0000-\u001f\u007f]/.test(path)) throw new NodeError('The path has line breaks or control characters in it');
  return path;
};

/** A folder and all below it: entries of a folder come before those of the folders in it. Links are not followed. */
export const listDeep = async (server: Pick<FileServer, 'list'>, folder: string): Promise<FileEntry[]> => {
  const found: FileEntry[] = [];
  const folders = [folder];
  for (const next of folders) {
    for (const entry of await server.list(next)) {
      found.push(entry);
      if (entry.type === 'd') folders.push(entry.path);
    }
  }
  return found;
};
