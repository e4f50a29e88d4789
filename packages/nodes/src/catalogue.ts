/**
 * The node types and credential types that there are, known without their code: what `npm run gen` has made of the definitions. It is for the process
 * that serves and for workers alike, so it holds little: names, and where the rest is. A description is read when it is asked for.
 */
import { readFileSync } from 'node:fs';
import type { CredentialDefinition, NodeDefinition } from '@millrace/engine/node-api';

/** Where the code of a definition is: a module, relative to this file, and the name that it exports. */
export interface CodePlace {
  module: string;
  exported: string;
}

/** What the index says of a node definition. */
export interface IndexedNode
  extends CodePlace,
    Pick<NodeDefinition, 'name' | 'aliases' | 'versions' | 'defaultVersion' | 'usableAsTool'> {
  /** Of the JSON of NodeTypeFacts, in the folder `nodes`. */
  file: string;
  /** Relative to this file. */
  icon: string;
}

/** A credential type with what it takes over from others, without code. */
export interface CredentialFacts extends CredentialDefinition {
  /** The node that tells whether one works, by a method. */
  testedBy?: { nodeType: string; typeVersion: number; method: string };
}

export interface CatalogueIndex {
  nodes: IndexedNode[];
  credentials: (CodePlace & { name: string })[];
}

/** The files of a catalogue. Nothing is read before it is asked for. */
export interface CatalogueFiles {
  index(): CatalogueIndex;
  /** Of a definition, by `IndexedNode.file`. */
  nodeFacts(file: string): NodeDefinition;
  /** JSON of descriptions: an entry for each version (`versions`) or type (`latest`), without parameters; or with all (`whole`). */
  list(name: 'versions' | 'latest' | 'whole'): string;
  credentialTypes(): CredentialFacts[];
}

/** @param folder with a slash at its end. What it gives throws where the catalogue has not been made */
export const openCatalogueFiles = (folder: URL): CatalogueFiles => {
  const read = (path: string): string => {
    try {
      return readFileSync(new URL(path, folder), 'utf8');
    } catch (cause) {
      throw new Error('The catalogue of node types is not there. Run `npm run gen`.', { cause });
    }
  };
  let index: CatalogueIndex | undefined;
  return {
    index() {
      index ??= JSON.parse(read('index.json')) as CatalogueIndex;
      return index;
    },
    nodeFacts: (file) => JSON.parse(read(`nodes/${file}`)) as NodeDefinition,
    list: (name) => read(`${name}.json`),
    credentialTypes: () => JSON.parse(read('credentials.json')) as CredentialFacts[],
  };
};

/** That of the bundled nodes. */
export const bundledCatalogue = openCatalogueFiles(new URL('../dist/catalogue/', import.meta.url));
