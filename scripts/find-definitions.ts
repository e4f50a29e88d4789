/** The definitions that the folders of packages/nodes export: nodes from `*.node.ts`, credential types from `*.credential.ts`. */
import { existsSync, globSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CredentialDefinition, NodeDefinition } from '@millrace/engine/node-api';

export interface Found<D> {
  /** Relative to the folder of the sources, beginning with `./`. */
  module: string;
  exported: string;
  definition: D;
}

const source = resolve(import.meta.dirname, '../packages/nodes/src');

const has = (value: unknown, ...names: string[]): boolean =>
  typeof value === 'object' && value !== null && names.every((name) => name in value);

const isNode = (value: unknown): value is NodeDefinition => has(value, 'name', 'versions', 'group', 'parameters');
const isCredential = (value: unknown): value is CredentialDefinition => has(value, 'name', 'displayName', 'properties');

const findAll = async <D>(pattern: string, is: (value: unknown) => value is D): Promise<Found<D>[]> => {
  const found: Found<D>[] = [];
  for (const file of globSync(pattern, { cwd: source }).sort()) {
    const exports: Record<string, unknown> = await import(pathToFileURL(join(source, file)).href);
    for (const [exported, definition] of Object.entries(exports).sort(([a], [b]) => (a < b ? -1 : 1)))
      if (is(definition)) found.push({ module: `./${file}`, exported, definition });
  }
  return found;
};

export const findNodes = (): Promise<Found<NodeDefinition>[]> => findAll('**/*.node.ts', isNode);
export const findCredentials = (): Promise<Found<CredentialDefinition>[]> =>
  findAll('**/*.credential.ts', isCredential);

/** The picture of a type: that of its folder, or of the folder of its service. */
export const iconOf = ({ module }: Pick<Found<unknown>, 'module'>): string => {
  const own = dirname(module);
  const icons = [own, dirname(own)].map((folder) => `./${join(folder, 'icon.svg')}`);
  return icons.find((icon) => existsSync(join(source, icon))) ?? icons[0]!;
};

export const hasIcon = (found: Found<unknown>): boolean => existsSync(join(source, iconOf(found)));
