import type { InstalledPackage, PackageReach } from '@millrace/contract';
import type { PackageCommand } from '../command-line.ts';
import type { Config } from '../config.ts';
import { openDatabase } from '../db/open-database.ts';
import { openCatalogue } from '../node-types/catalogue.ts';
import { systemClock } from '../platform/clock.ts';
import { AppError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { openPackages } from './open.ts';
import type { Packages } from './service.ts';

const reachTexts: Record<PackageReach, string> = {
  files: 'read and write the files',
  programs: 'start the programs',
  network: 'open the connections',
  credentials: 'secrets of credentials that its nodes are given',
};

const describeReach = ({ reach }: InstalledPackage): string[] => {
  const asUser = reach.filter((one) => one !== 'credentials').map((one) => reachTexts[one]);
  return [
    ...(asUser.length > 0 ? [`Its code can ${asUser.join(', ')} that the user can who runs Millrace.`] : []),
    ...(reach.includes('credentials') ? [`It reads ${reachTexts.credentials}.`] : []),
  ];
};

const describeOne = (one: InstalledPackage): string[] => [
  `${one.name} ${one.version}`,
  ...(one.problem === undefined ? [] : [`  Not in use: ${one.problem}`]),
  ...one.nodes.map(({ name, displayName }) => `  node ${displayName} (${name})`),
  ...one.credentialTypes.map(({ name, displayName }) => `  credential type ${displayName} (${name})`),
  ...describeReach(one).map((line) => `  ${line}`),
  `  Nodes of it are in ${one.workflows} workflows, of which ${one.activeWorkflows} are active.`,
];

const follows = 'A Millrace that runs has it within seconds.';

const run = async (packages: Packages, command: PackageCommand): Promise<string[]> => {
  switch (command.role) {
    case 'package:list': {
      const { packages: all, enabled } = await packages.list();
      if (!enabled && all.length > 0)
        return ['MILLRACE_PACKAGES is false: none of these is used.', ...all.flatMap(describeOne)];
      return all.length === 0 ? ['No packages are installed.'] : all.flatMap(describeOne);
    }
    case 'package:install':
      return [...describeOne(await packages.install(command)), follows];
    case 'package:update':
      return [...describeOne(await packages.update(command)), follows];
    case 'package:remove':
      await packages.remove(command.name);
      return [`${command.name} was removed.`];
  }
};

/**
 * Works on the same table and folder as processes that run, which follow it.
 *
 * @returns what to say when it is done
 * @throws OperatorError
 */
export const runPackageCommand = async (command: PackageCommand, config: Config, log: Log): Promise<string> => {
  const database = await openDatabase(config);
  const packages = openPackages({
    config: { ...config, nodesFolder: '' },
    db: database.db,
    catalogue: openCatalogue(),
    processId: 'command',
    isShared: true,
    onChange: () => {},
    clock: systemClock,
    log,
  });
  try {
    await packages.start();
    return (await run(packages, command)).join('\n');
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new OperatorError([error.message, error.hint].filter((text) => text !== undefined).join(' '), {
      cause: error,
    });
  } finally {
    await packages.close();
    await database.close();
  }
};
