import { isObject, type ParameterDefinition } from '@millrace/contract/data';
import { isVisible, type Lookup, nodeFact, readPath, type Values } from './display.ts';

/**
 * Workflows store only what differs from its default, so the whole of a node's parameters is found here. Which definition counts may depend
 * on parameters that are themselves left out: each is resolved when it is first asked for.
 */

/** The value of a record's key; undefined where it has none of its own. */
const own = (values: Values, name: string): unknown => (Object.hasOwn(values, name) ? values[name] : undefined);

interface Level {
  /** The definition of a name that is shown, if any. */
  shown(name: string): ParameterDefinition | undefined;
  lookup: Lookup;
}

const createLevel = (
  definitions: readonly ParameterDefinition[],
  values: Values,
  typeVersion: number,
  rootLookup: Lookup | undefined,
): Level => {
  const byName = Map.groupBy(definitions, (definition) => definition.name);
  const found = new Map<string, ParameterDefinition | undefined>();
  const open = new Set<string>();

  const shown = (name: string): ParameterDefinition | undefined => {
    if (found.has(name) || open.has(name)) return found.get(name);
    open.add(name);
    const definition = byName.get(name)?.find((candidate) => isVisible(candidate.displayOptions, lookup));
    open.delete(name);
    found.set(name, definition);
    return definition;
  };

  const lookup: Lookup = (path) => {
    if (path.startsWith('@')) return nodeFact(path, typeVersion);
    if (path.startsWith('/')) return rootLookup ? rootLookup(path.slice(1)) : lookup(path.slice(1));
    const [name = ''] = path.split('.', 1);
    if (!byName.has(name)) return readPath(values, path);
    const definition = shown(name);
    if (!definition) return undefined;
    return readPath({ [name]: own(values, name) ?? definition.default }, path);
  };
  return { shown, lookup };
};

const fillEntry = (
  definitions: readonly ParameterDefinition[],
  value: unknown,
  typeVersion: number,
  root: Lookup,
  onlyGiven: boolean,
): unknown => (isObject(value) ? fill(definitions, value, typeVersion, root, onlyGiven) : value);

/** Fills the values inside a collection; leaves what is no collection as it is. */
const fillInside = (definition: ParameterDefinition, value: unknown, typeVersion: number, root: Lookup): unknown => {
  if (definition.type === 'collection') {
    const inside = (entry: unknown) => fillEntry(definition.options, entry, typeVersion, root, true);
    return Array.isArray(value) ? value.map(inside) : inside(value);
  }
  if (definition.type !== 'fixedCollection' || !isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entries]) => {
      const group = definition.options.find((option) => option.name === name);
      if (!group) return [name, entries];
      const inside = (entry: unknown) => fillEntry(group.values, entry, typeVersion, root, false);
      return [name, Array.isArray(entries) ? entries.map(inside) : inside(entries)];
    }),
  );
};

const fill = (
  definitions: readonly ParameterDefinition[],
  values: Values,
  typeVersion: number,
  root: Lookup | undefined,
  onlyGiven: boolean,
): Record<string, unknown> => {
  const level = createLevel(definitions, values, typeVersion, root);
  const filled: Record<string, unknown> = {};
  const names = new Set(definitions.map((definition) => definition.name));
  for (const name of names) {
    const definition = level.shown(name);
    if (!definition) continue;
    const given = own(values, name);
    if (given === undefined && onlyGiven) continue;
    filled[name] = fillInside(
      definition,
      given === undefined ? definition.default : given,
      typeVersion,
      root ?? level.lookup,
    );
  }
  for (const name of Object.keys(values)) {
    if (!names.has(name) && name !== '__proto__') filled[name] = values[name];
  }
  return filled;
};

/**
 * The parameters of a node with the default of each shown parameter filled in, inside collections too; an option of a
 * collection that is not set stays so. Of several definitions of one name the shown one counts. Values of hidden parameters are left out, values that no
 * definition names are kept.
 */
export const withDefaults = (
  definitions: readonly ParameterDefinition[],
  values: Values | undefined,
  typeVersion: number,
): Record<string, unknown> => fill(definitions, values ?? {}, typeVersion, undefined, false);

/** The definition of each name that is shown, given a node's stored parameters. */
export const shownDefinitions = (
  definitions: readonly ParameterDefinition[],
  values: Values | undefined,
  typeVersion: number,
): Map<string, ParameterDefinition> => {
  const level = createLevel(definitions, values ?? {}, typeVersion, undefined);
  const shown = new Map<string, ParameterDefinition>();
  for (const { name } of definitions) {
    const definition = level.shown(name);
    if (definition) shown.set(name, definition);
  }
  return shown;
};
