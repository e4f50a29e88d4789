import type { NodeDefinition } from '@millrace/engine/node-api';
import { registry } from './registry.generated.ts';

/** Definitions of the named types (own names or aliases), or of all. Code of other nodes is not loaded. Unknown names are passed over. */
export const loadNodeTypes = async (names?: Iterable<string>): Promise<NodeDefinition[]> => {
  const wanted = names && new Set(names);
  const entries = wanted
    ? registry.filter((entry) => wanted.has(entry.name) || entry.aliases.some((alias) => wanted.has(alias)))
    : registry;
  return Promise.all(entries.map((entry) => entry.load()));
};

/** Type name (own names and aliases) → address of its SVG file. */
export const nodeIcons: ReadonlyMap<string, URL> = new Map(
  registry.flatMap(({ name, aliases, icon }) =>
    [name, ...aliases].map((key) => [key, new URL(icon, import.meta.url)] as const),
  ),
);
