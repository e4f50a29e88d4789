/** Files of SSH servers. */
import { pipeline } from 'node:stream/promises';
import { NodeError } from '@millrace/engine/node-api';
import type { FileEntryWithStats, SFTPWrapper } from 'ssh2';
import { checkPath, type FileEntry, type FileServer, folderOf, joinPath } from './file-server.ts';
import type { SshConnection } from './ssh.ts';

/** Status codes of the protocol. */
const reasons: Record<number, string> = {
  2: 'There is no such file or folder',
  3: 'The user may not do this',
};

const explain = (error: unknown, path: string): NodeError => {
  if (error instanceof NodeError) return error;
  const { code, message } = error as { code?: number | string; message?: string };
  const reason = typeof code === 'number' ? reasons[code] : undefined;
  return new NodeError(reason ? `${reason}: ${path}` : `The SSH server could not do this with ${path}: ${message}`, {
    cause: error,
  });
};

const rightsIn = (longname: string) => {
  const rights = (start: number) => longname.slice(start, start + 3).replaceAll('-', '');
  return { user: rights(1), group: rights(4), other: rights(7) };
};

const toEntry = (folder: string, { filename, longname, attrs }: FileEntryWithStats): FileEntry => ({
  type: longname.charAt(0),
  name: filename,
  size: attrs.size,
  modifyTime: new Date(attrs.mtime * 1000).toISOString(),
  accessTime: new Date(attrs.atime * 1000).toISOString(),
  rights: rightsIn(longname),
  owner: attrs.uid,
  group: attrs.gid,
  path: joinPath(folder, filename),
});

/** Streams fail once more when the connection ends before they have closed their files, and nobody listens any longer. */
const heard = (): void => {};

type Answer<T> = (error: Error | undefined | null, value: T) => void;

/** @throws NodeError */
export const openSftp = async (connection: SshConnection): Promise<FileServer & { home(): Promise<string> }> => {
  const lost = Promise.withResolvers<never>();
  lost.promise.catch(() => {});
  connection.client.once('close', () => lost.reject(new NodeError('The SSH server closed the connection')));

  const ask = async <T>(path: string, begin: (answer: Answer<T>) => void): Promise<T> => {
    const asked = new Promise<T>((resolve, reject) =>
      begin((error, value) => (error ? reject(error) : resolve(value))),
    );
    try {
      return await Promise.race([asked, lost.promise]);
    } catch (error) {
      throw explain(error, path);
    }
  };
  const sftp = await ask<SFTPWrapper>('', (answer) => connection.client.sftp(answer)).catch((cause: unknown) => {
    throw new NodeError('The SSH server does not give files (SFTP)', { cause });
  });

  const isThere = (path: string): Promise<boolean> =>
    new Promise((resolve) => sftp.stat(path, (error) => resolve(!error)));

  const server: FileServer & { home(): Promise<string> } = {
    home: () => ask('.', (answer) => sftp.realpath('.', answer)),

    async list(folder) {
      const entries = await ask<FileEntryWithStats[]>(folder, (answer) => sftp.readdir(checkPath(folder), answer));
      return entries.filter(({ filename }) => filename !== '.' && filename !== '..').map((one) => toEntry(folder, one));
    },

    async *download(path) {
      const source = sftp.createReadStream(checkPath(path));
      source.on('error', heard);
      const stop = () => source.destroy(new NodeError('The SSH server closed the connection'));
      connection.client.once('close', stop);
      try {
        for await (const piece of source) yield piece as Uint8Array;
      } catch (error) {
        throw explain(error, path);
      } finally {
        connection.client.off('close', stop);
      }
    },

    async upload(path, open) {
      const folder = folderOf(checkPath(path));
      if (folder !== '' && folder !== '/' && !(await isThere(folder))) await server.makeFolder(folder);
      const target = sftp.createWriteStream(path);
      target.on('error', heard);
      const closed = new Promise<void>((resolve) => target.once('close', resolve));
      try {
        await Promise.race([pipeline(open(), target).then(() => closed), lost.promise]);
      } catch (error) {
        throw explain(error, path);
      }
    },

    rename: (from, to) =>
      ask(from, (answer) => sftp.rename(checkPath(from), checkPath(to), (error) => answer(error, undefined))),

    async makeFolder(path) {
      const above = folderOf(checkPath(path));
      if (path === '/' || (await isThere(path))) return;
      if (above !== '') await server.makeFolder(above);
      await ask(path, (answer) => sftp.mkdir(path, (error) => answer(error, undefined)));
    },

    removeFile: (path) => ask(path, (answer) => sftp.unlink(checkPath(path), (error) => answer(error, undefined))),

    async removeFolder(path, recursive) {
      if (recursive) {
        for (const entry of await server.list(path)) {
          if (entry.type === 'd') await server.removeFolder(entry.path, true);
          else await server.removeFile(entry.path);
        }
      }
      await ask(path, (answer) => sftp.rmdir(checkPath(path), (error) => answer(error, undefined)));
    },

    close: () => connection.close(),
  };
  return server;
};
