import { stat } from 'node:fs/promises';
import type { Config } from './config.ts';
import { sandboxSettings } from './config-code.ts';
import { fileSettings } from './platform/files/index.ts';
import { OperatorError } from './platform/operator-error.ts';
import type { ProcessRole } from './processes/registry.ts';
import { readPackages } from './sandbox/javascript/packages.ts';

type Kind = 'file' | 'folder';

/** @returns what is wrong with a place that a setting names, if anything */
const problemOf = async (variable: string, place: string, kind: Kind): Promise<string | undefined> => {
  const says = (why: string) => `${variable} names ${place}, which ${why}.`;
  try {
    const found = await stat(place);
    return (kind === 'file' ? found.isFile() : found.isDirectory()) ? undefined : says(`is no ${kind}`);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return says(code === 'ENOENT' ? 'is not there' : `cannot be used: ${message}`);
  }
};

const problemOfModules = (config: Config): string | undefined => {
  const { packages, packageFolder } = sandboxSettings(config);
  try {
    readPackages(packages, packageFolder);
    return undefined;
  } catch (error) {
    const [why] = (error as Error).message.split('\n', 1);
    return `MILLRACE_CODE_MODULES: ${why}. The packages are looked for in ${packageFolder}.`;
  }
};

/**
 * Looks at the start for the files and folders of this machine that settings name: without it, what is not there would be found when it is first needed.
 * Nothing is opened or changed before.
 *
 * @throws OperatorError that names every one that cannot be used, a line each
 */
export const checkNamedPlaces = async (config: Config, role: ProcessRole): Promise<void> => {
  const { open, made } = fileSettings(config);
  const named: readonly (readonly [variable: string, place: string, kind: Kind])[] = [
    ...open.filter((folder) => folder !== made).map((folder) => ['MILLRACE_FILES', folder, 'folder'] as const),
    ['MILLRACE_NODES_FOLDER', config.nodesFolder, 'folder'],
    ['MILLRACE_CODE_MODULES_FOLDER', config.codeModulesFolder, 'folder'],
    // The other processes give no feed out.
    ['MILLRACE_VERSION_FEED_FILE', role === 'worker' ? '' : config.versionFeedFile, 'file'],
  ];
  const found = await Promise.all(
    named.filter(([, place]) => place !== '').map(([variable, place, kind]) => problemOf(variable, place, kind)),
  );
  const problems = [...found, problemOfModules(config)].filter((problem) => problem !== undefined);
  if (problems.length > 0) throw new OperatorError(problems.join('\n'));
};
