import { existsSync, readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CredentialDefinition, NodeDefinition } from '@millrace/engine/node-api';
import { authenticateFunction, toCredential } from './credential.ts';
import { toDefinitions } from './definition.ts';
import type { PublicCredential, PublicNode, PublicVersionedNode } from './types.ts';

/**
 * Packages of the public interface, as they come from a registry. Nothing of one runs before it is asked for; then its code runs in this process, so it
 * is for worker processes only.
 */
export interface OpenPackage {
  name: string;
  version: string;
  /** Files of the classes, relative to the package. */
  nodeFiles: readonly string[];
  credentialFiles: readonly string[];
  /** The definitions of a class: one, or one for each class of a versioned type. @throws Error, and whatever its code throws */
  loadNodes(file: string): NodeDefinition[];
  /** @throws as `loadNodes` */
  loadCredential(file: string): CredentialDefinition;
  /** The picture that a class names, relative to the package; undefined where it names none that is there. @throws as `loadNodes` */
  iconOf(file: string): string | undefined;
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

/** `file:thing.svg` beside the class, or one for light and one for dark. */
const iconNamed = ({ icon }: { icon?: unknown }): string | undefined => {
  const named = typeof icon === 'object' && icon !== null ? (icon as { light?: unknown }).light : icon;
  return typeof named === 'string' && named.startsWith('file:') ? named.slice('file:'.length) : undefined;
};

/**
 * @param folder of the installed package, with what it depends on beside it
 * @throws Error where it is no such package
 */
export const openPackage = (folder: string): OpenPackage => {
  hook();
  const root = resolve(folder);
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
  const { name, version, n8n: { nodes = [], credentials = [] } = {} } = manifest;
  if (nodes.length === 0 && credentials.length === 0) throw new Error(`${name} has no nodes`);
  const require = createRequire(pathToFileURL(join(root, 'package.json')));
  const created = new Map<string, object>();
  const create = <T extends object>(file: string): T => {
    const known = created.get(file);
    if (known) return known as T;
    const made = new (classIn(require(within(root, file)) as Record<string, unknown>, file))() as T;
    created.set(file, made);
    return made;
  };

  let types: Map<string, PublicCredential> | undefined;
  const typeOf = (wanted: string): PublicCredential | undefined => {
    types ??= new Map(
      credentials.map((file) => {
        const type = create<PublicCredential>(file);
        return [type.name, type];
      }),
    );
    return types.get(wanted);
  };
  const options = { authenticateBy: (type: string) => authenticateFunction(typeOf(type)) };

  return {
    name,
    version,
    nodeFiles: nodes,
    credentialFiles: credentials,
    loadNodes: (file) => toDefinitions(create<PublicNode | PublicVersionedNode>(file), name, options),
    loadCredential: (file) => toCredential(create<PublicCredential>(file)),
    iconOf(file) {
      const icon = iconNamed(create<PublicNode>(file).description);
      if (icon === undefined) return undefined;
      const path = within(root, join(dirname(file), icon));
      return existsSync(path) ? relative(root, path) : undefined;
    },
  };
};
