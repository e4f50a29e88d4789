/**
 * Node types and credential types, known without their code: files that were made of the definitions. The index is for the process that serves and for
 * workers alike, so it holds little: names, and where the rest is. A description is read when it is asked for.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { Language } from '@millrace/contract';
import type { CredentialDefinition, NodeDefinition } from '@millrace/engine/node-api';

/** Where the code of a definition is: a module, relative to the code of its library, and the name that it exports. */
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
  /** Its picture, relative to the pictures of its library; left out where it has none. */
  icon?: string;
}

/** A credential type with what it takes over from others, without code. */
export interface CredentialFacts extends CredentialDefinition {
  /** The node that tells whether one works, by a method. */
  testedBy?: { nodeType: string; typeVersion: number; method: string };
}

export interface CatalogueIndex {
  nodes: IndexedNode[];
  credentials: (CodePlace & { name: string } & Pick<IndexedNode, 'icon'>)[];
}

/** The files of a catalogue. Nothing is read before it is asked for. */
export interface CatalogueFiles {
  index(): CatalogueIndex;
  /** Of a definition, by `IndexedNode.file`. */
  nodeFacts(file: string): NodeDefinition;
  /** JSON of descriptions: an entry for each version (`versions`) or type (`latest`), without parameters; or with all (`whole`). */
  list(name: 'versions' | 'latest' | 'whole'): string;
  credentialTypes(): CredentialFacts[];
  /** What is shown of them in a language, by the English text. */
  texts(language: Language): Readonly<Record<string, string>>;
}

/** @param folder with a slash at its end. What it gives throws where the catalogue has not been made */
export const openCatalogueFiles = (folder: URL): CatalogueFiles => {
  const read = (path: string): string => {
    try {
      return readFileSync(new URL(path, folder), 'utf8');
    } catch (cause) {
      throw new Error(`The catalogue of node types in ${folder.pathname} is not there`, { cause });
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
    texts(language) {
      // Catalogues of packages may have been made before there were languages.
      if (!existsSync(new URL('texts.json', folder))) return {};
      const texts = JSON.parse(read('texts.json')) as Partial<Record<Language, Record<string, string>>>;
      return texts[language] ?? {};
    },
  };
};
