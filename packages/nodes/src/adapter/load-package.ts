import { readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { basename, join, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CredentialDefinition, NodeDefinition } from '@millrace/engine/node-api';
import { authenticateFunction, toCredential } from './credential.ts';
import { toDefinitions } from './definition.ts';
import type { PublicCredential, PublicNode, PublicVersionedNode } from './types.ts';

/** Packages of the public interface, as they come from a registry. Their code runs in this process from here on: it is for workers only. */

export interface LoadedPackage {
  name: string;
  version: string;
  nodes: NodeDefinition[];
  credentials: CredentialDefinition[];
}

interface Manifest {
  name: string;
  version: string;
  n8n?: { nodes?: readonly string[]; credentials?: readonly string[] };
}

const standIn = new URL('./stand-in.ts', import.meta.url).href;
const replaced = 'n8n-workflow';
let isHooked = false;

/** Whatever version of the module a package brings or wants, it gets ours. */
const hook = (): void => {
  if (isHooked) return;
  isHooked = true;
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === replaced
        ? { url: standIn, format: 'module-typescript', shortCircuit: true }
        : next(specifier, context),
  });
};

/** @throws Error where it lies outside of the package */
const within = (folder: string, file: string): string => {
  const path = resolve(folder, file);
  if (!path.startsWith(folder + sep)) throw new Error(`"${file}" lies outside of the package`);
  return path;
};

/** `Thing.node.js` exports the class `Thing`; some export it as default, or as the only one. */
const classIn = (exported: Record<string, unknown>, file: string): (new () => object) => {
  const wanted = basename(file).split('.', 1)[0] ?? '';
  const named = Object.hasOwn(exported, wanted) ? exported[wanted] : undefined;
  const functions = Object.values(exported).filter((one) => typeof one === 'function');
  const found = named ?? exported.default ?? (functions.length === 1 ? functions[0] : undefined);
  if (typeof found !== 'function') throw new Error(`"${file}" exports no class ${wanted}`);
  return found as new () => object;
};

/**
 * @param folder of the installed package, with what it depends on beside it
 * @throws Error where it is no such package, or its code fails while it is loaded
 */
export const loadPackage = (folder: string): LoadedPackage => {
  hook();
  const root = resolve(folder);
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
  const { name, version, n8n: { nodes = [], credentials = [] } = {} } = manifest;
  if (nodes.length === 0 && credentials.length === 0) throw new Error(`${name} has no nodes`);
  const require = createRequire(pathToFileURL(join(root, 'package.json')));
  const create = <T>(file: string): T =>
    new (classIn(require(within(root, file)) as Record<string, unknown>, file))() as T;

  const types = credentials.map((file) => create<PublicCredential>(file));
  const byName = new Map(types.map((type) => [type.name, type]));
  const options = {
    authenticateBy: (type: string) => authenticateFunction(byName.get(type)),
  };
  return {
    name,
    version,
    credentials: types.map(toCredential),
    nodes: nodes.flatMap((file) => toDefinitions(create<PublicNode | PublicVersionedNode>(file), name, options)),
  };
};
