import type { Language } from '@millrace/contract';
import { type NodeTypeRegistry, openNodeTypeRegistry } from '@millrace/engine';
import { type NodeDefinition, namesOfDefinition } from '@millrace/engine/node-api';
import { bundledLibrary, type CredentialFacts, type Library } from '@millrace/nodes';
import type { NodeTypeCatalogue } from './service.ts';

/** Descriptions that are kept after they were read. */
const mostKept = 200;

/** Reads the facts of definitions when they are asked for. */
const createReader = () => {
  /** Least recently used first. */
  const kept = new Map<string, NodeDefinition>();
  return (key: string, load: () => NodeDefinition): NodeDefinition => {
    const definition = kept.get(key) ?? load();
    kept.delete(key);
    kept.set(key, definition);
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    return definition;
  };
};

/** JSON arrays as one. */
const joinLists = (lists: readonly string[]): string => {
  const inner = lists.map((list) => list.slice(1, -1)).filter((text) => text !== '');
  return `[${inner.join(',')}]`;
};

/** One set of libraries. @throws Error where two of them have the same version of a name */
const openLibraries = (libraries: readonly Library[]) => {
  const read = createReader();
  const credentialTypes = new Map<string, CredentialFacts>();
  const entries = libraries.flatMap(({ catalogue }, number) =>
    catalogue.index().nodes.map(({ file, ...entry }) => ({
      ...entry,
      definition: () => read(`${number} ${file}`, () => catalogue.nodeFacts(file)),
    })),
  );
  return {
    registry: openNodeTypeRegistry(entries),
    readList: (name: 'versions' | 'latest' | 'whole'): string =>
      joinLists(libraries.map(({ catalogue }) => catalogue.list(name))),
    texts: (language: Language): Readonly<Record<string, string>> =>
      Object.assign({}, ...libraries.map(({ catalogue }) => catalogue.texts(language))),
    findIcon(type: string): URL | undefined {
      const wanted = new Set(namesOfDefinition(type));
      for (const library of libraries) {
        const found = library.catalogue
          .index()
          .nodes.find(({ name, aliases = [] }) => [name, ...aliases].some((one) => wanted.has(one)));
        if (found) return library.iconOf(found);
      }
      return undefined;
    },
    credentialTypes: (): CredentialFacts[] => libraries.flatMap(({ catalogue }) => catalogue.credentialTypes()),
    findCredentialIcon(wanted: string): URL | undefined {
      for (const library of libraries) {
        const found = library.catalogue.index().credentials.find(({ name }) => name === wanted);
        if (found) return library.iconOf(found);
      }
      return undefined;
    },
    findCredentialType(wanted: string): CredentialFacts | undefined {
      const known = credentialTypes.get(wanted);
      if (known) return known;
      const library = libraries.find(({ catalogue }) =>
        catalogue.index().credentials.some(({ name }) => name === wanted),
      );
      const found = library?.catalogue.credentialTypes().find(({ name }) => name === wanted);
      if (found) credentialTypes.set(wanted, found);
      return found;
    },
  };
};

export interface Catalogue extends NodeTypeRegistry, NodeTypeCatalogue {
  findCredentialType(name: string): CredentialFacts | undefined;
  credentialTypes(): CredentialFacts[];
  /** Its SVG file. */
  findCredentialIcon(name: string): URL | undefined;
  /** The libraries beside the bundled one, from now on. @throws Error where names clash; then all stays as it was */
  setLibraries(libraries: readonly Library[]): void;
}

/**
 * All node types and credential types as the serving process knows them: without their code. What a definition can do is in its `capabilities`.
 *
 * @throws Error where the catalogue has not been made
 */
export const openCatalogue = (bundled = bundledLibrary): Catalogue => {
  let present = openLibraries([bundled]);
  const listeners: (() => void)[] = [];
  return {
    find: (type, version) => present.registry.find(type, version),
    versionsOf: (type) => present.registry.versionsOf?.(type) ?? [],
    describe: (type, version) => present.registry.describe(type, version),
    list: () => present.registry.list(),
    readList: (name) => present.readList(name),
    texts: (language) => present.texts(language),
    findIcon: (type) => present.findIcon(type),
    findCredentialType: (name) => present.findCredentialType(name),
    credentialTypes: () => present.credentialTypes(),
    findCredentialIcon: (name) => present.findCredentialIcon(name),
    setLibraries(libraries) {
      present = openLibraries([bundled, ...libraries]);
      for (const listener of listeners) listener();
    },
    onChange: (listener) => void listeners.push(listener),
  };
};
