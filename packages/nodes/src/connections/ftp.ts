/** Files of FTP servers. */
import { PassThrough } from 'node:stream';
import { type CredentialData, type ExecuteContext, NodeError } from '@millrace/engine/node-api';
import type { FileInfo } from 'basic-ftp';
import { checkPath, type FileEntry, type FileServer, folderOf, joinPath } from './file-server.ts';
import { connectionFailure, serverOf, textOf } from './server.ts';

/** Milliseconds in which nothing comes. */
const patience = 30_000;

const isAnswer = (error: unknown): error is Error & { code: number } =>
  error instanceof Error && typeof (error as { code?: unknown }).code === 'number';

const types = ['-', '-', 'd', 'l'];

const rightsOf = (bits: number): string => ['r', 'w', 'x'].filter((_, index) => bits & (4 >> index)).join('');

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** What a listing for people says of a time: of the last half year without the year. The server's zone is taken for UTC. */
export const readListedTime = (text: string, now: number): string | undefined => {
  const [, name = '', day = '', year, hour, minute] =
    /^([A-Z][a-z]{2})\s+(\d{1,2})\s+(?:(\d{4})|(\d{1,2}):(\d{2}))$/.exec(text.trim()) ?? [];
  const month = months.indexOf(name);
  if (month < 0) return undefined;
  if (year !== undefined) return new Date(Date.UTC(Number(year), month, Number(day))).toISOString();
  const at = (inYear: number) => Date.UTC(inYear, month, Number(day), Number(hour), Number(minute));
  const thisYear = new Date(now).getUTCFullYear();
  const dayLong = 86_400_000;
  return new Date(at(thisYear) > now + dayLong ? at(thisYear - 1) : at(thisYear)).toISOString();
};

const toEntry = (folder: string, info: FileInfo, now: number): FileEntry => {
  const { permissions, owner, group, link } = { owner: info.user, ...info };
  const time = info.modifiedAt?.toISOString() ?? readListedTime(info.rawModifiedAt, now);
  return {
    type: types[info.type] ?? '-',
    name: info.name,
    size: info.size,
    ...(time !== undefined && { modifyTime: time }),
    ...(permissions && {
      rights: {
        user: rightsOf(permissions.user),
        group: rightsOf(permissions.group),
        other: rightsOf(permissions.world),
      },
    }),
    ...(owner !== undefined && { owner }),
    ...(group !== undefined && { group }),
    ...(link !== undefined && { target: link }),
    path: joinPath(folder, info.name),
  };
};

type Context = Pick<ExecuteContext, 'reach' | 'signal' | 'now'>;

/** @param usedCredential type of the node's credential, whose own limits hold. @throws NodeError */
export const openFtp = async (
  context: Context,
  credential: CredentialData,
  usedCredential?: string,
): Promise<FileServer> => {
  const { Client } = await import('basic-ftp');
  const { host, port } = serverOf(credential, 21);
  const address = await context.reach(host, port, { credential: usedCredential });
  context.signal.throwIfAborted();
  // Files come from the server that was reached, wherever it says that they are.
  const client = new Client(patience, { allowSeparateTransferHost: false });
  const close = () => {
    context.signal.removeEventListener('abort', close);
    client.close();
  };
  context.signal.addEventListener('abort', close, { once: true });

  const guarded = async <T>(path: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      context.signal.throwIfAborted();
      if (error instanceof NodeError) throw error;
      if (!isAnswer(error)) throw connectionFailure(error, { host, port }, 'The FTP server');
      throw new NodeError(`The FTP server refused this for ${path}`, { description: error.message, cause: error });
    }
  };

  try {
    await client.access({
      host: address,
      port,
      user: textOf(credential, 'username') || 'anonymous',
      password: textOf(credential, 'password'),
    });
  } catch (error) {
    close();
    context.signal.throwIfAborted();
    if (isAnswer(error) && error.code === 530)
      throw new NodeError('The FTP server did not accept the user name and password', {
        description: error.message,
        cause: error,
      });
    throw connectionFailure(error, { host, port }, 'The FTP server');
  }

  /** Goes back to where it was, wherever the work goes. */
  const inFolder = async (work: () => Promise<unknown>): Promise<void> => {
    const before = await client.pwd();
    try {
      await work();
    } finally {
      await client.cd(before);
    }
  };

  const store = (path: string, open: Parameters<FileServer['upload']>[1]) => client.uploadFrom(open(), path);
  const server: FileServer = {
    list: (folder) =>
      guarded(folder, async () => {
        const found = await client.list(checkPath(folder));
        // Many servers say of a folder that is not there that nothing is in it.
        if (found.length === 0) await inFolder(() => client.cd(folder));
        return found
          .filter(({ name }) => name !== '.' && name !== '..')
          .map((info) => toEntry(folder, info, context.now()));
      }),

    async *download(path) {
      checkPath(path);
      const through = new PassThrough();
      const done = guarded(path, () => client.downloadTo(through, path));
      done.catch((error: Error) => through.destroy(error));
      yield* through as AsyncIterable<Uint8Array>;
      // The stream ends before the server has said that this was all, or that there was none.
      await done;
    },

    upload: (path, open) =>
      guarded(path, async () => {
        try {
          await store(checkPath(path), open);
        } catch (error) {
          const folder = folderOf(path);
          // 553 and 550: mostly the folder is not there.
          if (!isAnswer(error) || ![550, 553].includes(error.code) || folder === '' || folder === '/') throw error;
          await server.makeFolder(folder);
          await store(path, open);
        }
      }),

    rename: (from, to) =>
      guarded(from, async () => {
        await client.rename(checkPath(from), checkPath(to));
      }),

    makeFolder: (path) => guarded(path, () => inFolder(() => client.ensureDir(checkPath(path)))),

    removeFile: (path) =>
      guarded(path, async () => {
        await client.remove(checkPath(path));
      }),

    removeFolder: (path, recursive) =>
      guarded(path, async () => {
        checkPath(path);
        if (recursive) await client.removeDir(path);
        else await client.removeEmptyDir(path);
      }),

    close,
  };
  return server;
};
