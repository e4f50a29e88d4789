import { type CredentialDefinition, type NodeDefinition, namesOfDefinition } from '@millrace/engine/node-api';
import { inheritCredentialType } from './inherit-credential-type.ts';
import { bundledLibrary, type Library, type LibraryPlace, openLibrary } from './library.ts';

export {
  type CatalogueFiles,
  type CatalogueIndex,
  type CredentialFacts,
  type IndexedNode,
  openCatalogueFiles,
} from './catalogue.ts';
export { bundledLibrary, inheritCredentialType, type Library, type LibraryPlace, openLibrary };

/** All libraries, the bundled one first. A place is opened once. */
const openLibraries = (places: readonly LibraryPlace[]): Library[] => {
  const opened = places.map((place) => {
    const known = libraries.get(place.catalogue) ?? openLibrary(place);
    libraries.set(place.catalogue, known);
    return known;
  });
  return [bundledLibrary, ...opened];
};
const libraries = new Map<string, Library>();

/**
 * Definitions with their code, of the named types (own names, aliases, and names of tools made of them), or of all. Code of other nodes is not loaded.
 * Unknown names are passed over.
 *
 * @param places of libraries beside the bundled one
 */
export const loadNodeTypes = async (
  names?: Iterable<string>,
  places: readonly LibraryPlace[] = [],
): Promise<NodeDefinition[]> => {
  const wanted = names && new Set([...names].flatMap(namesOfDefinition));
  const found = openLibraries(places).flatMap((library) =>
    library.catalogue
      .index()
      .nodes.filter(({ name, aliases = [] }) => !wanted || [name, ...aliases].some((one) => wanted.has(one)))
      .map((entry) => library.loadNode(entry)),
  );
  return Promise.all(found);
};

/** A credential type with its code and all that it takes over. @param places as for `loadNodeTypes` */
export const loadCredentialType = (
  name: string,
  places: readonly LibraryPlace[] = [],
): Promise<CredentialDefinition | undefined> =>
  inheritCredentialType(name, async (wanted) => {
    for (const library of openLibraries(places)) {
      const entry = library.catalogue.index().credentials.find((one) => one.name === wanted);
      if (entry) return library.loadCredential(entry);
    }
    return undefined;
  });
