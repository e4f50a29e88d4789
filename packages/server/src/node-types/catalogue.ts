import { type NodeTypeRegistry, openNodeTypeRegistry } from '@millrace/engine';
import type { NodeDefinition } from '@millrace/engine/node-api';
import { bundledCatalogue, type CatalogueFiles, findNodeIcon } from '@millrace/nodes';
import type { NodeTypeCatalogue } from './service.ts';

/** Descriptions that are kept after they were read. */
const mostKept = 200;

/** Reads the facts of a definition when they are asked for. */
const createReader = (files: CatalogueFiles): ((file: string) => NodeDefinition) => {
  /** Least recently used first. */
  const kept = new Map<string, NodeDefinition>();
  return (file) => {
    const definition = kept.get(file) ?? files.nodeFacts(file);
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
export const openCatalogue = (files = bundledCatalogue): NodeTypeRegistry & NodeTypeCatalogue => {
  const read = createReader(files);
  const entries = files.index().nodes.map(({ file, ...entry }) => ({ ...entry, definition: () => read(file) }));
  return { ...openNodeTypeRegistry(entries), readList: files.list, findIcon: findNodeIcon };
};
