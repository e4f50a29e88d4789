import { createNodeTypeRegistry, type NodeTypeSource } from '@millrace/engine';
import type { NodeDefinition } from '@millrace/engine/node-api';
import type { LibraryPlace } from '@millrace/nodes';

/** @param libraries where there are types besides the bundled ones */
export type LoadNodeTypes = (names: Iterable<string>, libraries?: readonly LibraryPlace[]) => Promise<NodeDefinition[]>;

/**
 * The code of node types, loaded once by the first that needs it.
 *
 * @returns gives a source with the named types, and all that were loaded before; unknown names are passed over
 */
export const createTypeLoader = (
  loadNodeTypes: (names: Iterable<string>) => Promise<NodeDefinition[]>,
): ((names: Iterable<string>) => Promise<NodeTypeSource>) => {
  const definitions = new Set<NodeDefinition>();
  const knownTypes = new Set<string>();
  let registry: NodeTypeSource = createNodeTypeRegistry([]);

  return async (names) => {
    const missing = [...names].filter((type) => !knownTypes.has(type));
    if (missing.length === 0) return registry;
    const count = definitions.size;
    for (const definition of await loadNodeTypes(missing)) definitions.add(definition);
    for (const type of missing) knownTypes.add(type);
    if (definitions.size > count) registry = createNodeTypeRegistry([...definitions]);
    return registry;
  };
};
