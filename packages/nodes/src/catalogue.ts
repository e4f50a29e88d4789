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

export interface CatalogueIndex {
  nodes: IndexedNode[];
  credentials: (CodePlace & { name: string })[];
}

export const catalogueFolder = new URL('../dist/catalogue/', import.meta.url);

const readText = (path: string): string => {
  try {
    return readFileSync(new URL(path, catalogueFolder), 'utf8');
  } catch (cause) {
    throw new Error('The catalogue of node types is not there. Run `npm run gen`.', { cause });
  }
};

let index: CatalogueIndex | undefined;

/** @throws Error where it has not been made */
export const readIndex = (): CatalogueIndex => {
  index ??= JSON.parse(readText('index.json')) as CatalogueIndex;
  return index;
};

export const readNodeFacts = (file: string): NodeDefinition => JSON.parse(readText(`nodes/${file}`)) as NodeDefinition;

/** JSON of descriptions: an entry for each version (`versions`) or type (`latest`), without parameters; or with all (`whole`). */
export const readList = (name: 'versions' | 'latest' | 'whole'): string => readText(`${name}.json`);

/** All credential types, with what they take over from others, without code. */
export const readCredentialTypes = (): CredentialDefinition[] =>
  JSON.parse(readText('credentials.json')) as CredentialDefinition[];
