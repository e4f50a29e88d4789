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
  credentials: (CodePlace & {
    name: string;
  })[];
}
export declare const catalogueFolder: import('node:url').URL;
/** @throws Error where it has not been made */
export declare const readIndex: () => CatalogueIndex;
export declare const readNodeFacts: (file: string) => NodeDefinition;
/** JSON of descriptions: an entry for each version (`versions`) or type (`latest`), without parameters; or with all (`whole`). */
export declare const readList: (name: 'versions' | 'latest' | 'whole') => string;
/** All credential types, with what they take over from others, without code. */
export declare const readCredentialTypes: () => CredentialDefinition[];
