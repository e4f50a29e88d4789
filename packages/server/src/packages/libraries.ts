import { namesOfDefinition } from '@millrace/engine/node-api';
import { bundledLibrary, type CatalogueIndex, type Library, type LibraryPlace, openLibrary } from '@millrace/nodes';
import type { Catalogue } from '../node-types/catalogue.ts';

/** The libraries of this process beside the bundled one. */
export interface Libraries {
  places(): readonly LibraryPlace[];
  /**
   * @param wanted in the order in which they get their names
   * @returns by name, why one is left out: its node types or credential types are there already, or its catalogue cannot be read
   */
  set(wanted: readonly NamedPlace[]): ReadonlyMap<string, string>;
  /** Whether it could be added, in place of one with its name. @throws Error with a clause on what clashes */
  check(added: NamedPlace): void;
}

/** `name` is what people know it by. */
export interface NamedPlace {
  name: string;
  place: LibraryPlace;
}

/** Told after a change. @param isChanged whether the code of a node type is another one now */
export type OnLibraries = (places: readonly LibraryPlace[], isChanged: (nodeType: string) => boolean) => void;

interface Opened extends NamedPlace {
  library: Library;
}

const nodeNames = ({ nodes }: CatalogueIndex): Set<string> =>
  new Set(nodes.flatMap(({ name, aliases = [] }) => [name, ...aliases]));

const bundled = { name: 'Millrace itself', library: bundledLibrary };

/** @returns a clause on the first clash */
const findClash = (library: Library, others: readonly Pick<Opened, 'name' | 'library'>[]): string | undefined => {
  const index = library.catalogue.index();
  const names = nodeNames(index);
  const types = new Set(index.credentials.map(({ name }) => name));
  for (const other of [bundled, ...others]) {
    const known = other.library.catalogue.index();
    const node = [...nodeNames(known)].find((name) => names.has(name));
    if (node !== undefined) return `its node type "${node}" is there already, from ${other.name}`;
    const type = known.credentials.find(({ name }) => types.has(name));
    if (type) return `its credential type "${type.name}" is there already, from ${other.name}`;
  }
  return undefined;
};

export const createLibraries = (catalogue: Pick<Catalogue, 'setLibraries'>, onChange: OnLibraries): Libraries => {
  let present: Opened[] = [];

  const open = ({ name, place }: NamedPlace, others: readonly Opened[]): Opened => {
    const library = openLibrary(place);
    const clash = findClash(library, others);
    if (clash !== undefined) throw new Error(clash);
    return { name, place, library };
  };

  /** Node types whose library has come, gone, or is another one. */
  const changedTypes = (before: readonly Opened[], after: readonly Opened[]): Set<string> => {
    const has = (list: readonly Opened[], { place }: Opened) =>
      list.some((one) => one.place.catalogue === place.catalogue);
    const changed = [...before.filter((one) => !has(after, one)), ...after.filter((one) => !has(before, one))];
    return new Set(changed.flatMap(({ library }) => [...nodeNames(library.catalogue.index())]));
  };

  return {
    places: () => present.map(({ place }) => place),

    set(wanted) {
      const problems = new Map<string, string>();
      const next: Opened[] = [];
      for (const one of wanted) {
        try {
          next.push(open(one, next));
        } catch (error) {
          problems.set(one.name, (error as Error).message);
        }
      }
      const changed = changedTypes(present, next);
      present = next;
      if (changed.size > 0) {
        catalogue.setLibraries(present.map(({ library }) => library));
        onChange(
          present.map(({ place }) => place),
          (type) => namesOfDefinition(type).some((name) => changed.has(name)),
        );
      }
      return problems;
    },

    check: (added) =>
      void open(
        added,
        present.filter(({ name }) => name !== added.name),
      ),
  };
};
