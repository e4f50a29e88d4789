import type { InstalledPackage, PackageList } from '@millrace/contract';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Clock } from '../platform/clock.ts';
import { AppError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { Bus } from '../processes/bus.ts';
import { noContents, readContents } from './contents.ts';
import type { Installer } from './installing/install.ts';
import { checkLock } from './installing/lock.ts';
import type { Libraries, NamedPlace } from './libraries.ts';
import type { OwnNodes } from './own-nodes.ts';
import { type PackageFolders, type PackageVersion, placeIn, sizeOf } from './package-folders.ts';
import {
  countUses,
  deletePackage,
  insertPackage,
  listPackages,
  readPackagesState,
  type StoredPackage,
  updatePackage,
} from './store.ts';

/** Packages of nodes: the table says which are to be there, and each process sees to it that they are. */
export interface Packages {
  /** Has what the table says, as far as that is possible, and follows what other processes change. */
  start(): Promise<void>;
  list(): Promise<PackageList>;
  /** @throws AppError packagesNotAllowed, packageConflict, packageNotFound, packageRefused */
  install(wanted: Pick<PackageVersion, 'name' | 'version'>): Promise<InstalledPackage>;
  /** @throws as `install` */
  update(wanted: Pick<PackageVersion, 'name' | 'version'>): Promise<InstalledPackage>;
  /** @throws AppError packagesNotAllowed, packageNotFound */
  remove(name: string): Promise<void>;
  /** What is under way is given up. */
  close(): Promise<void>;
}

export interface PackagesOptions {
  db: Kysely<Database>;
  clock: Clock;
  log: Log;
  enabled: boolean;
  folders: PackageFolders;
  installer: Installer;
  libraries: Pick<Libraries, 'set' | 'check'>;
  ownNodes?: OwnNodes;
  bus?: Pick<Bus, 'broadcast' | 'on' | 'onGap'>;
  /** Ends installations. */
  closing: AbortController;
}

/** Milliseconds between two looks at what others have changed, such as the command line, and until one is tried again that could not be had. */
const look = 2000;
const tryAgainAfter = 60_000;

export const createPackages = (options: PackagesOptions): Packages => {
  const { db, clock, log, enabled, folders, installer, libraries, ownNodes, bus, closing } = options;
  /** By name, why one is not in use. */
  let problems: ReadonlyMap<string, string> = new Map();
  /** Folders of those that are in use here, by name. */
  let used: ReadonlyMap<string, string> = new Map();
  let applied = '[]';
  let triedAt = 0;
  let lastChange: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let unsubscribe: readonly (() => void)[] = [];
  const pending = new Set<PackageList['pending'][number]>();

  /** One after another. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = lastChange.then(work);
    lastChange = done.catch(() => {});
    return done;
  };

  const placeOf = ({ name, ...version }: PackageVersion): NamedPlace => ({
    name,
    place: placeIn(folders.of({ name, ...version }), name),
  });

  /** Gets what is not here, or not as it was. @returns why that could not be */
  const provide = async (wanted: StoredPackage): Promise<string | undefined> => {
    if (await folders.isWhole(folders.of(wanted))) return undefined;
    log.info({ package: wanted.name, version: wanted.version }, 'A package is not here as it was, and is installed');
    try {
      await installer.install(wanted);
      return undefined;
    } catch (error) {
      log.error({ err: error, package: wanted.name, version: wanted.version }, 'A package could not be installed');
      return (error as Error).message;
    }
  };

  const useLibraries = (stored: readonly StoredPackage[], missing: ReadonlyMap<string, string>): void => {
    const there = stored.filter(({ name }) => !missing.has(name));
    const own = ownNodes?.present();
    const clashes = libraries.set([...(own ? [own] : []), ...there.map(placeOf)]);
    for (const [name, problem] of clashes) log.error({ package: name, problem }, 'A package cannot be used');
    problems = new Map([...missing, ...clashes]);
    used = new Map(there.filter(({ name }) => !clashes.has(name)).map((one) => [one.name, folders.of(one)]));
  };

  /** Makes this process have what the table says. */
  const apply = async (): Promise<void> => {
    const state = enabled ? await readPackagesState(db) : '[]';
    const stored = enabled ? await listPackages(db) : [];
    const missing = new Map<string, string>();
    for (const one of stored) {
      const problem = await provide(one);
      if (problem !== undefined) missing.set(one.name, problem);
    }
    useLibraries(stored, missing);
    applied = state;
    triedAt = clock.now();
  };

  const follow = async (): Promise<void> => {
    const isDue = problems.size > 0 && clock.now() - triedAt > tryAgainAfter;
    if (isDue || (await readPackagesState(db)) !== applied) await inTurn(apply);
  };

  const followNow = (): void => {
    follow().catch((error: unknown) => log.error({ err: error }, 'The installed packages could not be read'));
  };

  const describeOne = async (stored: StoredPackage): Promise<InstalledPackage> => {
    const { name, version, lock, installedAt, updatedAt } = stored;
    const problem = problems.get(name);
    const folder = folders.of(stored);
    const isThere = used.get(name) === folder;
    return {
      name,
      version,
      installedAt: new Date(installedAt).toISOString(),
      updatedAt: new Date(updatedAt).toISOString(),
      ...(isThere ? readContents(placeIn(folder, name)) : noContents),
      ...(problem !== undefined && { problem }),
      dependencies: checkLock(lock, name, version).dependencies,
      bytes: isThere ? await sizeOf(folder) : 0,
      ...(await countUses(db, name)),
    };
  };

  /** Another process has stored it, and it is not in use here yet. */
  const isExpected = (one: StoredPackage): boolean =>
    enabled &&
    !problems.has(one.name) &&
    used.get(one.name) !== folders.of(one) &&
    ![...pending].some(({ name }) => name === one.name);

  const expectedOf = ({ name, version }: StoredPackage): PackageList['pending'][number] => ({
    name,
    version,
    action: used.has(name) ? 'update' : 'install',
  });

  const find = async (name: string): Promise<StoredPackage | undefined> =>
    (await listPackages(db)).find((one) => one.name === name);

  const assertEnabled = (): void => {
    if (enabled) return;
    throw new AppError('packagesNotAllowed', 'Packages of nodes are not allowed on this instance.', {
      hint: 'Whoever operates it can allow them with MILLRACE_PACKAGES=true.',
    });
  };

  const change = <T>(now: PackageList['pending'][number], work: () => Promise<T>): Promise<T> => {
    assertEnabled();
    pending.add(now);
    return inTurn(work).finally(() => pending.delete(now));
  };

  /** Has the files of a version, and the names that are in it. @throws AppError packageRefused */
  const prepare = async ({ name, version }: Pick<PackageVersion, 'name' | 'version'>): Promise<PackageVersion> => {
    const resolved = await installer.resolve(name, version);
    await installer.install(resolved);
    try {
      libraries.check(placeOf(resolved));
    } catch (error) {
      await folders.leave(folders.of(resolved));
      throw new AppError('packageRefused', `${name} ${version} cannot be used: ${(error as Error).message}.`);
    }
    return resolved;
  };

  const done = async (name: string): Promise<InstalledPackage> => {
    bus?.broadcast('packagesChanged', {});
    await apply();
    const stored = await find(name);
    if (!stored) throw new AppError('packageConflict', `${name} was removed meanwhile.`);
    log.info({ package: name, version: stored.version }, 'A package of nodes was installed');
    return describeOne(stored);
  };

  return {
    async start() {
      await ownNodes?.start(() => void inTurn(apply));
      await inTurn(apply);
      if (!enabled) return;
      const used = (await listPackages(db)).map(folders.of);
      await folders.clear(used);
      unsubscribe = bus ? [bus.on('packagesChanged', followNow), bus.onGap(followNow)] : [];
      timer = setInterval(followNow, look).unref();
    },

    async list() {
      const stored = await listPackages(db);
      return {
        enabled,
        packages: await Promise.all(stored.map(describeOne)),
        pending: [...pending, ...stored.filter(isExpected).map(expectedOf)],
        ownNodes: ownNodes?.describe(problems) ?? null,
      };
    },

    install: ({ name, version }) =>
      change({ name, version, action: 'install' }, async () => {
        const known = await find(name);
        const there = (found: string) =>
          new AppError('packageConflict', `${name} is installed already, in version ${found}.`, {
            hint: 'Update it to have another version.',
          });
        if (known) throw there(known.version);
        const resolved = await prepare({ name, version });
        if (!(await insertPackage(db, resolved, clock.now()))) throw there(version);
        return done(name);
      }),

    update: ({ name, version }) =>
      change({ name, version, action: 'update' }, async () => {
        const before = await find(name);
        if (!before) throw new AppError('packageNotFound', `${name} is not installed.`);
        const resolved = await prepare({ name, version });
        const at = Math.max(clock.now(), before.updatedAt + 1);
        if (!(await updatePackage(db, before, resolved, at)))
          throw new AppError('packageConflict', `${name} was changed by someone else meanwhile.`);
        if (folders.of(before) !== folders.of(resolved)) await folders.leave(folders.of(before));
        return done(name);
      }),

    remove: (name) =>
      change({ name, version: '', action: 'remove' }, async () => {
        const before = await find(name);
        if (!before || !(await deletePackage(db, name)))
          throw new AppError('packageNotFound', `${name} is not installed.`);
        bus?.broadcast('packagesChanged', {});
        await folders.leave(folders.of(before));
        await apply();
        log.info({ package: name }, 'A package of nodes was removed');
      }),

    async close() {
      clearInterval(timer);
      for (const end of unsubscribe) end();
      closing.abort(new AppError('packageRefused', 'The server stops.'));
      await ownNodes?.close();
      await lastChange;
    },
  };
};
