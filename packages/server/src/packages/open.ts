import path from 'node:path';
import type { Kysely } from 'kysely';
import type { Config } from '../config.ts';
import type { Database } from '../db/schema.ts';
import type { Catalogue } from '../node-types/catalogue.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Bus } from '../processes/bus.ts';
import { createInstaller } from './installing/install.ts';
import { createLibraries, type OnLibraries } from './libraries.ts';
import { createOwnNodes } from './own-nodes.ts';
import { createPackageFolders } from './package-folders.ts';
import { createPackages, type Packages } from './service.ts';

/** Milliseconds, and bytes, that a package may take with all that it brings. */
const installTime = 300_000;
const installBytes = 500_000_000;
/** Milliseconds in which the code of a package, or of all own nodes, is to be loaded. */
const describeTime = 30_000;

/** The node types of this process beside the bundled ones, as the settings allow them. */
export const openPackages = (options: {
  config: Pick<Config, 'packages' | 'packageRegistry' | 'nodesFolder' | 'dataFolder' | 'workerMemory'>;
  db: Kysely<Database>;
  catalogue: Pick<Catalogue, 'setLibraries'>;
  /** What other processes say; without it they are heard of a moment later. */
  bus?: Pick<Bus, 'broadcast' | 'on' | 'onGap'>;
  processId: string;
  /** There are other processes, which may have the same data folder. */
  isShared: boolean;
  onChange: OnLibraries;
  clock: Clock;
  log: Log;
}): Packages => {
  const { config, db, clock, log, isShared, processId } = options;
  const closing = new AbortController();
  const folders = createPackageFolders(path.join(config.dataFolder, 'packages'));
  const limits = { heapMegabytes: config.workerMemory, describeMilliseconds: describeTime };
  const catalogues = path.join(config.dataFolder, 'own-nodes');
  const ownNodes =
    config.nodesFolder === ''
      ? undefined
      : createOwnNodes({
          folder: config.nodesFolder,
          catalogues: isShared ? path.join(catalogues, processId) : catalogues,
          limits: { heapMegabytes: config.workerMemory, milliseconds: describeTime },
          log,
        });
  return createPackages({
    db,
    clock,
    log,
    enabled: config.packages,
    folders,
    installer: createInstaller({
      folders,
      registry: config.packageRegistry,
      limits: { ...limits, milliseconds: installTime, bytes: installBytes },
      closing: closing.signal,
    }),
    libraries: createLibraries(options.catalogue, options.onChange),
    ownNodes,
    bus: options.bus,
    closing,
  });
};
