import { createHash } from 'node:crypto';
import { isObject } from '@millrace/contract';

/**
 * The lock of an installation as npm writes it: every package with its exact version and what its content must hash to. Only what does not come from a
 * registry says where it is from, so a lock serves processes with other registries as well.
 */

/** Packages that one may bring along. */
export const mostDependencies = 1000;

interface LockedPackage {
  version?: unknown;
  resolved?: unknown;
  integrity?: unknown;
  link?: unknown;
  inBundle?: unknown;
}

const problemOf = (place: string, entry: LockedPackage): string | undefined => {
  const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
  // Content of the package that it is bundled with.
  if (entry.inBundle === true) return undefined;
  if (entry.link === true || entry.resolved !== undefined) return `${name} does not come from a registry`;
  if (typeof entry.integrity !== 'string' || !/^sha(512|384|256|1)-/.test(entry.integrity))
    return `the registry states no integrity of ${name}`;
  return undefined;
};

/**
 * What is installed besides the package itself.
 *
 * @param text JSON of `package-lock.json`
 * @throws Error with a clause on why it is not accepted
 */
export const checkLock = (text: string, name: string, version: string): { dependencies: number } => {
  const { packages } = JSON.parse(text) as { packages?: unknown };
  if (!isObject(packages)) throw new Error('its lock names no packages');
  const entries = Object.entries(packages).filter(([place]) => place !== '') as [string, LockedPackage][];
  const own = packages[`node_modules/${name}`] as LockedPackage | undefined;
  if (own?.version !== version) throw new Error(`the registry gives another version of ${name}`);
  const problem = entries.map(([place, entry]) => problemOf(place, entry)).find((one) => one !== undefined);
  if (problem !== undefined) throw new Error(problem);
  if (entries.length - 1 > mostDependencies)
    throw new Error(`it brings ${entries.length - 1} other packages, and ${mostDependencies} are the most`);
  return { dependencies: entries.length - 1 };
};

export const lockDigest = (text: string): string => createHash('sha256').update(text).digest('hex');
