import type { CredentialDefinition, NodeDefinition } from '@millrace/engine/node-api';
import { inheritCredentialType } from './inherit-credential-type.ts';
import { credentialRegistry, registry } from './registry.generated.ts';

export { inheritCredentialType };

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

/** Names of all credential types. */
export const credentialTypeNames: readonly string[] = credentialRegistry.map(({ name }) => name);

/** A credential type with all that it takes over. */
export const loadCredentialType = (name: string): Promise<CredentialDefinition | undefined> =>
  inheritCredentialType(name, async (wanted) => credentialRegistry.find((entry) => entry.name === wanted)?.load());
