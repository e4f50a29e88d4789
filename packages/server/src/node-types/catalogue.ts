import { type NodeTypeRegistry, openNodeTypeRegistry } from '@millrace/engine';
import type { NodeDefinition } from '@millrace/engine/node-api';
import { findNodeIcon, readIndex, readList, readNodeFacts } from '@millrace/nodes';
import type { NodeTypeCatalogue } from './service.ts';

/** Descriptions that are kept after they were read. */
const mostKept = 200;

/** Reads the facts of a definition when they are asked for. */
const createReader = (): ((file: string) => NodeDefinition) => {
  /** Least recently used first. */
  const kept = new Map<string, NodeDefinition>();
  return (file) => {
    const definition = kept.get(file) ?? readNodeFacts(file);
    kept.delete(file);
    kept.set(file, definition);
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    return definition;
  };
};

/**
 * All node types as the serving process knows them: without their code. What a definition can do is in its `capabilities`.
 *
 * @throws Error where the catalogue has not been made
 */
export const openCatalogue = (): NodeTypeRegistry & NodeTypeCatalogue => {
  const read = createReader();
  const entries = readIndex().nodes.map(({ file, ...entry }) => ({ ...entry, definition: () => read(file) }));
  return { ...openNodeTypeRegistry(entries), readList, findIcon: findNodeIcon };
};
