import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { LibraryPlace } from '@millrace/nodes';
import { digestOf } from './installing/folder-content.ts';
import { lockDigest } from './installing/lock.ts';

/**
 * Where packages lie: each version of each in a folder of its own, which is named after its lock and comes into being whole, so that an update leaves
 * alone what running code came from.
 *
 *     packages/<name>@<version>-<digest of its lock>/
 *       package.json, package-lock.json, node_modules/   as npm has made them
 *       catalogue/                                       what is known without their code
 *       content.json                                     a digest of the files
 */
export interface PackageFolders {
  /** Where a version lies, or is to lie. */
  of(installed: PackageVersion): string;
  /** Whether it is there, with the content that it was installed with. */
  isWhole(folder: string): Promise<boolean>;
  /**
   * Fills a folder and puts it into its place, unless another process has done that meanwhile. What was begun and not ended leaves nothing behind but a
   * folder that is removed later.
   */
  create(target: string, fill: (folder: string) => Promise<void>): Promise<void>;
  /** Has work done in a folder that is gone after it. */
  probe(work: (folder: string) => Promise<void>): Promise<void>;
  /** It is of no use any more; processes may still run code of it. */
  leave(folder: string): Promise<void>;
  /** Removes what was left an hour ago. */
  clear(used: readonly string[]): Promise<void>;
}

export interface PackageVersion {
  name: string;
  version: string;
  /** JSON of `package-lock.json`. */
  lock: string;
}

const contentFile = 'content.json';
const contentFolders = ['node_modules', 'catalogue'];
/** Milliseconds. */
const keptAfterUse = 3_600_000;

export const placeIn = (folder: string, name: string): LibraryPlace => ({
  kind: 'package',
  catalogue: path.join(folder, 'catalogue'),
  code: path.join(folder, 'node_modules', ...name.split('/')),
});

const isWhole = async (folder: string): Promise<boolean> => {
  if (!existsSync(path.join(folder, contentFile))) return false;
  const known = JSON.parse(await readFile(path.join(folder, contentFile), 'utf8')) as { digest: string };
  const { digest } = await digestOf(folder, contentFolders).catch(() => ({ digest: '' }));
  return known.digest === digest;
};

export const createPackageFolders = (root: string): PackageFolders => {
  const inNew = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
    const folder = path.join(root, `unfinished-${randomUUID()}`);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return work(folder).finally(() => rm(folder, { recursive: true, force: true }));
  };
  return {
    of: ({ name, version, lock }) =>
      path.join(root, `${name.replace('/', '__')}@${version}-${lockDigest(lock).slice(0, 12)}`),

    isWhole,

    create: (target, fill) =>
      inNew(async (folder) => {
        await fill(folder);
        const content = await digestOf(folder, contentFolders);
        await writeFile(path.join(folder, contentFile), JSON.stringify(content));
        if (await isWhole(target)) return;
        await rm(target, { recursive: true, force: true });
        await rename(folder, target);
      }),

    probe: inNew,

    async leave(folder) {
      const now = new Date();
      await utimes(folder, now, now).catch(() => {});
    },

    async clear(used) {
      const names = await readdir(root).catch(() => []);
      for (const name of names) {
        const folder = path.join(root, name);
        if (used.includes(folder)) continue;
        const { mtimeMs } = await stat(folder);
        if (Date.now() - mtimeMs > keptAfterUse) await rm(folder, { recursive: true, force: true });
      }
    },
  };
};

/** Bytes of an installed version. */
export const sizeOf = async (folder: string): Promise<number> =>
  (JSON.parse(await readFile(path.join(folder, contentFile), 'utf8')) as { bytes: number }).bytes;
