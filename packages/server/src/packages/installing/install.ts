import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../platform/errors.ts';
import { describeLibrary } from '../describing/describe.ts';
import { type PackageFolders, type PackageVersion, placeIn } from '../package-folders.ts';
import { checkLock } from './lock.ts';
import { NpmError, runNpm } from './npm.ts';
import { watchSize } from './size-limit.ts';

export interface InstallLimits {
  /** Of npm, for one package with all that it brings. */
  milliseconds: number;
  bytes: number;
  /** Of its code, while it is described. */
  describeMilliseconds: number;
  heapMegabytes: number;
}

export interface Installer {
  /** The lock of a version as the registry states it now. @throws AppError packageNotFound, packageRefused */
  resolve(name: string, version: string): Promise<PackageVersion>;
  /** Brings a version into its folder, with the content that its lock names. @throws AppError packageRefused */
  install(wanted: PackageVersion): Promise<void>;
}

const refused = (what: string, reason: string, cause?: unknown): AppError =>
  new AppError('packageRefused', `${what} cannot be installed: ${reason}${/[.!?]$/.test(reason) ? '' : '.'}`, {
    cause,
  });

const missingCodes = ['E404', 'ETARGET', 'ENOVERSIONS'];

export const createInstaller = (options: {
  folders: PackageFolders;
  /** Empty: as npm is configured. */
  registry: string;
  limits: InstallLimits;
  /** The process stops. */
  closing: AbortSignal;
}): Installer => {
  const { folders, registry, limits, closing } = options;

  const manifest = (name: string, version: string): string =>
    JSON.stringify({ private: true, dependencies: { [name]: version } });

  /** npm in a folder, within the limits. */
  const npm = async (folder: string, command: readonly string[], what: string): Promise<void> => {
    const exceeded = new AbortController();
    const tooLate = AbortSignal.timeout(limits.milliseconds);
    const signal = AbortSignal.any([closing, exceeded.signal, tooLate]);
    const endWatch = watchSize(folder, limits.bytes, () =>
      exceeded.abort(refused(what, `it takes more than ${Math.floor(limits.bytes / 1_000_000)} MB`)),
    );
    try {
      await runNpm(folder, command, { registry, signal }).finally(endWatch);
      exceeded.signal.throwIfAborted();
    } catch (error) {
      if (tooLate.aborted) throw refused(what, `it took more than ${limits.milliseconds / 1000} seconds`);
      if (!(error instanceof NpmError)) throw error;
      if (missingCodes.includes(error.code ?? ''))
        throw new AppError('packageNotFound', `The registry has no ${what}.`, { hint: error.message, cause: error });
      throw refused(what, error.message, error);
    }
  };

  return {
    async resolve(name, version) {
      const what = `${name} ${version}`;
      let lock = '';
      await folders.probe(async (folder) => {
        await writeFile(path.join(folder, 'package.json'), manifest(name, version));
        await npm(folder, ['install', '--package-lock-only'], what);
        lock = await readFile(path.join(folder, 'package-lock.json'), 'utf8');
      });
      try {
        checkLock(lock, name, version);
      } catch (error) {
        throw refused(what, (error as Error).message, error);
      }
      return { name, version, lock };
    },

    async install({ name, version, lock }) {
      const what = `${name} ${version}`;
      await folders.create(folders.of({ name, version, lock }), async (folder) => {
        await writeFile(path.join(folder, 'package.json'), manifest(name, version));
        await writeFile(path.join(folder, 'package-lock.json'), lock);
        await npm(folder, ['ci'], what);
        try {
          await describeLibrary(placeIn(folder, name), {
            heapMegabytes: limits.heapMegabytes,
            milliseconds: limits.describeMilliseconds,
            signal: closing,
          });
        } catch (error) {
          if (closing.aborted) throw error;
          throw refused(what, (error as Error).message, error);
        }
        // Its own record of the same, with times in it.
        await rm(path.join(folder, 'node_modules/.package-lock.json'), { force: true });
      });
    },
  };
};
