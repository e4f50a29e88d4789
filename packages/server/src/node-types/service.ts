import { readFile } from 'node:fs/promises';
import type { NodeTypeDescription } from '@millrace/contract';
import { StableJson } from '../platform/json-text.ts';

/** What the engine's registry offers of the loaded node types. */
export interface NodeTypeRegistry {
  describe(type: string, version: number): NodeTypeDescription | undefined;
  /** Without `properties`. */
  list(): NodeTypeDescription[];
}

export interface NodeTypes {
  /** JSON of NodeTypeDescription[], without `properties`. */
  list(onlyLatest: boolean): StableJson;
  /** The same with all that there is to know. */
  all(): StableJson;
  /** In the order asked; unknown ones are left out. */
  describe(wanted: readonly { name: string; version: number }[]): NodeTypeDescription[];
  /** SVG of a type by its own name or an alias. */
  icon(name: string): Promise<string | undefined>;
}

export const createNodeTypes = (options: {
  registry: NodeTypeRegistry;
  /** Type name → its SVG file. Only these files are ever read. */
  icons: ReadonlyMap<string, URL>;
}): NodeTypes => {
  const { registry, icons } = options;
  const types = registry.list();
  const all = new StableJson(JSON.stringify(types));
  const latest = new StableJson(
    JSON.stringify(types.filter(({ version, defaultVersion }) => version === defaultVersion)),
  );
  let whole: StableJson | undefined;
  const read = new Map<string, Promise<string>>();
  return {
    list: (onlyLatest) => (onlyLatest ? latest : all),
    all() {
      whole ??= new StableJson(JSON.stringify(types.map(({ name, version }) => registry.describe(name, version))));
      return whole;
    },
    describe: (wanted) => wanted.flatMap(({ name, version }) => registry.describe(name, version) ?? []),
    async icon(name) {
      const file = icons.get(name);
      if (!file) return undefined;
      let content = read.get(name);
      if (!content) {
        content = readFile(file, 'utf8');
        read.set(name, content);
      }
      return content;
    },
  };
};
