import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CredentialDefinition, NodeDefinition } from '@millrace/engine/node-api';
import { type CatalogueFiles, type CatalogueIndex, type IndexedNode, openCatalogueFiles } from './catalogue.ts';

/**
 * Node types and credential types that come together: the bundled ones, a package of the public interface, or a folder of own nodes. A catalogue says what
 * there is; code is loaded when it is asked for, in worker processes only.
 */
export interface Library {
  catalogue: CatalogueFiles;
  /** Undefined where it has none. */
  iconOf(entry: Pick<IndexedNode, 'icon'>): URL | undefined;
  loadNode(entry: IndexedNode): Promise<NodeDefinition>;
  loadCredential(entry: CatalogueIndex['credentials'][number]): Promise<CredentialDefinition>;
}

/** Where a library lies that is not bundled, as processes tell each other. */
export interface LibraryPlace {
  kind: 'package' | 'folder';
  /** Absolute path of the folder of its catalogue, with the pictures in it. */
  catalogue: string;
  /** Absolute path of the package, or of the folder of own nodes. */
  code: string;
}

const folderUrl = (path: string): URL => pathToFileURL(join(path, '/'));

const exportsOf = (base: URL) => {
  const load = async <D>({ module, exported }: { module: string; exported: string }): Promise<D> =>
    (await import(new URL(module, base).href))[exported] as D;
  return { loadNode: load<NodeDefinition>, loadCredential: load<CredentialDefinition> };
};

export const bundledLibrary: Library = {
  catalogue: openCatalogueFiles(new URL('../dist/catalogue/', import.meta.url)),
  iconOf: ({ icon }) => (icon === undefined ? undefined : new URL(icon, import.meta.url)),
  ...exportsOf(new URL(import.meta.url)),
};

const packageCode = (folder: string): Pick<Library, 'loadNode' | 'loadCredential'> => {
  const open = async () => {
    const { openPackage } = await import('./adapter/open-package.ts');
    return openPackage(folder);
  };
  let opened: ReturnType<typeof open> | undefined;
  return {
    async loadNode({ module, name, versions }) {
      opened ??= open();
      const definitions = (await opened).loadNodes(module);
      const found = definitions.find((one) => one.name === name && one.versions.join() === versions.join());
      if (!found) throw new Error(`${module} is not as it was when its package was installed: it has no ${name}`);
      return found;
    },
    async loadCredential({ module }) {
      opened ??= open();
      return (await opened).loadCredential(module);
    },
  };
};

const folderCode = (folder: string): Pick<Library, 'loadNode' | 'loadCredential'> => {
  const { loadNode, loadCredential } = exportsOf(folderUrl(folder));
  const ready = async () => (await import('./own-modules.ts')).giveOwnModules();
  return {
    loadNode: async (entry) => {
      await ready();
      return loadNode(entry);
    },
    loadCredential: async (entry) => {
      await ready();
      return loadCredential(entry);
    },
  };
};

/** Nothing is read before it is asked for. */
export const openLibrary = ({ kind, catalogue, code }: LibraryPlace): Library => ({
  catalogue: openCatalogueFiles(folderUrl(catalogue)),
  iconOf: ({ icon }) => (icon === undefined ? undefined : new URL(icon, folderUrl(catalogue))),
  ...(kind === 'package' ? packageCode(code) : folderCode(code)),
});
