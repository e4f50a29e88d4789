import { type CredentialDefinition, type NodeDefinition, namesOfDefinition } from '@millrace/engine/node-api';
import { bundledCatalogue, type CodePlace } from './catalogue.ts';
import { inheritCredentialType } from './inherit-credential-type.ts';

export {
  bundledCatalogue,
  type CatalogueFiles,
  type CatalogueIndex,
  type CredentialFacts,
  type IndexedNode,
  openCatalogueFiles,
} from './catalogue.ts';
export { inheritCredentialType };

const load = async <D>({ module, exported }: CodePlace): Promise<D> => (await import(module))[exported] as D;

/**
 * Definitions with their code, of the named types (own names, aliases, and names of tools made of them), or of all. Code of other nodes is not loaded.
 * Unknown names are passed over.
 */
export const loadNodeTypes = async (names?: Iterable<string>): Promise<NodeDefinition[]> => {
  const { nodes } = bundledCatalogue.index();
  const wanted = names && new Set([...names].flatMap(namesOfDefinition));
  const found = wanted
    ? nodes.filter(({ name, aliases = [] }) => wanted.has(name) || aliases.some((alias) => wanted.has(alias)))
    : nodes;
  return Promise.all(found.map((entry) => load<NodeDefinition>(entry)));
};

/** The SVG file of a type, by own name, alias, or name of the tool made of it. */
export const findNodeIcon = (type: string): URL | undefined => {
  const wanted = new Set(namesOfDefinition(type));
  const found = bundledCatalogue
    .index()
    .nodes.find(({ name, aliases = [] }) => [name, ...aliases].some((one) => wanted.has(one)));
  return found && new URL(found.icon, import.meta.url);
};

/** A credential type with its code and all that it takes over. */
export const loadCredentialType = (name: string): Promise<CredentialDefinition | undefined> =>
  inheritCredentialType(name, async (wanted) => {
    const entry = bundledCatalogue.index().credentials.find((one) => one.name === wanted);
    return entry && load<CredentialDefinition>(entry);
  });
