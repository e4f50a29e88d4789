/**
 * What one edit of a field does to a node's stored parameters. The public format leaves out values that equal their default, and a
 * parameter that the edit hides loses its value; whatever else an import brought stays as it came.
 */
import type { ParameterDefinition } from '@millrace/contract';
import { isDisplayed, loadsChoices, withDefaults } from '@millrace/engine';
import type { ParameterPath } from '../../workflow/types.ts';
import { readPath, sameJson, writePath } from './parameter-path.ts';

export type StoredValues = Readonly<Record<string, unknown>>;

interface ParameterSpace {
  definitions: readonly ParameterDefinition[];
  typeVersion: number;
}

interface Container {
  path: ParameterPath;
  definitions: readonly ParameterDefinition[];
  /** Values that equal their default are left out of it. */
  sparse: boolean;
}

/** Every object of parameters that the path passes, from the root inwards. */
const containersAlong = (space: ParameterSpace, path: ParameterPath): Container[] => {
  const containers: Container[] = [{ path: [], definitions: space.definitions, sparse: true }];
  let definitions: readonly ParameterDefinition[] = space.definitions;
  let index = 0;
  while (index < path.length) {
    const named = definitions.filter(({ name }) => name === path[index]);
    index += 1;
    const definition = named.find(
      (candidate) => candidate.type === 'collection' || candidate.type === 'fixedCollection',
    );
    if (definition?.type === 'collection') {
      if (typeof path[index] === 'number') index += 1;
      definitions = definition.options;
      containers.push({ path: path.slice(0, index), definitions, sparse: false });
    } else if (definition?.type === 'fixedCollection') {
      const group = definition.options.find(({ name }) => name === path[index]);
      if (!group) break;
      index += 1;
      if (typeof path[index] === 'number') index += 1;
      definitions = group.values;
      // Where fields are added one by one, that one was added is the information.
      const sparse = definition.typeOptions?.hideOptionalFields !== true;
      containers.push({ path: path.slice(0, index), definitions, sparse });
    } else break;
  }
  return containers;
};

const asValues = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/** The values of one container and of the whole node, with defaults filled in. */
const completed = (space: ParameterSpace, container: Container, stored: StoredValues) => {
  const root = withDefaults(space.definitions, stored, space.typeVersion);
  return { root, own: asValues(readPath(root, container.path)) };
};

/** The definition of this name that is shown for the values; several may share a name under different display rules. */
const shownDefinition = (
  definitions: readonly ParameterDefinition[],
  name: string,
  values: StoredValues,
  root: StoredValues,
  typeVersion: number,
): ParameterDefinition | undefined =>
  definitions.find((definition) => definition.name === name && isDisplayed(definition, values, root, typeVersion));

const fits = (definition: ParameterDefinition, value: unknown): boolean => {
  if (typeof value === 'string' && value.startsWith('=')) return true;
  if (definition.type !== 'options' || !definition.options || loadsChoices(definition)) return true;
  return definition.options.some((option) => option.value === value);
};

const clearDisappeared = (
  space: ParameterSpace,
  container: Container,
  before: StoredValues,
  after: StoredValues,
): StoredValues => {
  const old = completed(space, container, before);
  const now = completed(space, container, after);
  let result = after;
  for (const name of Object.keys(asValues(readPath(after, container.path)))) {
    const was = shownDefinition(container.definitions, name, old.own, old.root, space.typeVersion);
    if (!was) continue;
    const is = shownDefinition(container.definitions, name, now.own, now.root, space.typeVersion);
    const path = [...container.path, name];
    if (!is || (is !== was && !fits(is, readPath(after, path))))
      result = writePath(result, path, undefined) as StoredValues;
  }
  return result;
};

/** Clearing one value may hide the next, so this goes on until nothing changes. */
const clearAll = (space: ParameterSpace, containers: Container[], before: StoredValues, after: StoredValues) => {
  let result = after;
  for (let round = 0; round <= space.definitions.length; round += 1) {
    const next = containers.reduce((values, container) => clearDisappeared(space, container, before, values), result);
    if (next === result) break;
    result = next;
  }
  return result;
};

/** The default of the parameter that the path names; undefined if the path leads to no parameter. */
const defaultAt = (space: ParameterSpace, container: Container, name: string, values: StoredValues): unknown => {
  const { own, root } = completed(space, container, values);
  return shownDefinition(container.definitions, name, own, root, space.typeVersion)?.default;
};

/** A change inside of a value that is not stored yet begins from its default. */
const withDefaultAlong = (space: ParameterSpace, stored: StoredValues, path: ParameterPath): StoredValues => {
  const [name] = path;
  if (path.length < 2 || typeof name !== 'string' || Object.hasOwn(stored, name)) return stored;
  const initial = readPath(withDefaults(space.definitions, stored, space.typeVersion), [name]);
  return initial === undefined ? stored : (writePath(stored, [name], structuredClone(initial)) as StoredValues);
};

/**
 * Stored parameters after the value at `path` was changed.
 * @param value undefined resets to the default.
 */
export const changeParameter = (
  space: ParameterSpace,
  stored: StoredValues,
  path: ParameterPath,
  value: unknown,
): StoredValues => {
  const containers = containersAlong(space, path);
  let result = writePath(withDefaultAlong(space, stored, path), path, value) as StoredValues;
  for (const container of containers.toReversed()) {
    const name = path[container.path.length];
    if (!container.sparse || typeof name !== 'string') continue;
    const valuePath = [...container.path, name];
    const present = readPath(result, valuePath);
    if (present !== undefined && sameJson(present, defaultAt(space, container, name, result))) {
      result = writePath(result, valuePath, undefined) as StoredValues;
    }
  }
  return clearAll(space, containers, stored, result);
};
