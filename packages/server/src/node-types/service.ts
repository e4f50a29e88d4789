import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { NodeTypeDescription } from '@millrace/contract';
import { StableJson } from '../platform/json-text.ts';

/** Where the node types are described. */
export interface NodeTypeCatalogue {
  describe(type: string, version: number): NodeTypeDescription | undefined;
  /** JSON of NodeTypeDescription[]: an entry for each version (`versions`) or type (`latest`), without `properties`; or with all (`whole`). */
  readList(name: 'versions' | 'latest' | 'whole'): string;
  /** Type name → the file of its picture. Only these files are ever read. */
  findIcon(type: string): URL | undefined;
  /** Calls back after each change of what there is. Left out: there is none. */
  onChange?(listener: () => void): void;
}

export interface NodeTypes {
  /** JSON of NodeTypeDescription[], without `properties`. */
  list(onlyLatest: boolean): StableJson;
  /** The same with all that there is to know. */
  all(): StableJson;
  /** In the order asked; unknown ones are left out. */
  describe(wanted: readonly { name: string; version: number }[]): NodeTypeDescription[];
  /** Picture of a type by its own name or an alias. */
  icon(name: string): Promise<NodeIcon | undefined>;
}

export interface NodeIcon {
  content: Buffer;
  mimeType: string;
}

/** Those that a node may have, by the ending of the file. */
const mimeTypes: Readonly<Record<string, string>> = { '.svg': 'image/svg+xml', '.png': 'image/png' };

export const createNodeTypes = (catalogue: NodeTypeCatalogue): NodeTypes => {
  let lists = new Map<string, StableJson>();
  catalogue.onChange?.(() => {
    lists = new Map();
  });
  const list = (name: 'versions' | 'latest'): StableJson => {
    const text = lists.get(name) ?? new StableJson(catalogue.readList(name));
    lists.set(name, text);
    return text;
  };
  return {
    list: (onlyLatest) => list(onlyLatest ? 'latest' : 'versions'),
    // Megabytes that hardly anybody asks for are not kept.
    all: () => new StableJson(catalogue.readList('whole')),
    describe: (wanted) => wanted.flatMap(({ name, version }) => catalogue.describe(name, version) ?? []),
    async icon(name) {
      const file = catalogue.findIcon(name);
      const mimeType = file && mimeTypes[extname(file.pathname)];
      return mimeType === undefined ? undefined : { content: await readFile(file!), mimeType };
    },
  };
};
