import { isObject, type ParameterDefinition } from '@millrace/contract/data';
import { isBlank } from './numbers.ts';
import { expected } from './plain.ts';

/**
 * The shape of parameters that hold others, so that a node finds objects and lists where it looks for them, whatever an expression gave or another
 * tool has written. What is right already stays the same object.
 */

type Fields = Record<string, unknown>;

/** @throws Error for a value that cannot be brought to the shape */
export type Shape = (value: unknown, definition: ParameterDefinition) => unknown;

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || isBlank(value) || (Array.isArray(value) && value.length === 0);

const toFields = (value: unknown): Fields => {
  if (isObject(value)) return value;
  if (isNothing(value)) return {};
  throw expected('an object', value);
};

/** The entries of a group that takes several; a single one is taken for a list of one. */
const toEntries = (value: unknown): readonly unknown[] => {
  if (isNothing(value)) return [];
  if (isObject(value)) return [value];
  if (!Array.isArray(value)) throw expected('a list', value);
  if (value.every(isObject)) return value;
  return value.filter((entry) => !isNothing(entry)).map(toFields);
};

const toEntry = (value: unknown): unknown => (Array.isArray(value) ? toEntries(value) : toFields(value));

/** Where a collection takes several there is a list of them; the default of one is a single one. */
const toCollection: Shape = (value, definition) =>
  definition.typeOptions?.multipleValues ? toEntry(value) : toFields(value);

const withField = (fields: Fields, name: string, value: unknown): Fields =>
  fields[name] === value ? fields : { ...fields, [name]: value };

const toGroups: Shape = (value, definition) => {
  let groups = toFields(value);
  if (definition.type !== 'fixedCollection') return groups;
  const toGroup = definition.typeOptions?.multipleValues ? toEntries : toEntry;
  for (const { name } of definition.options) {
    if (Object.hasOwn(groups, name)) groups = withField(groups, name, toGroup(groups[name]));
  }
  return groups;
};

const withList =
  (name: string): Shape =>
  (value) => {
    const fields = toFields(value);
    return withField(fields, name, toEntries(fields[name]));
  };

/** Nodes look into all parts of a mapping; other tools leave out what is empty. */
const toMapping: Shape = (value) => {
  const { mappingMode, value: columns, matchingColumns, schema, ...others } = toFields(value);
  return {
    ...others,
    mappingMode: typeof mappingMode === 'string' ? mappingMode : 'defineBelow',
    value: isNothing(columns) ? null : toFields(columns),
    matchingColumns: isNothing(matchingColumns) ? [] : [matchingColumns].flat(),
    schema: isNothing(schema) ? [] : [schema].flat(),
    attemptToConvertTypes: others.attemptToConvertTypes === true,
    convertFieldsToString: others.convertFieldsToString === true,
  };
};

export const shapes: { readonly [T in ParameterDefinition['type']]?: Shape } = {
  collection: toCollection,
  fixedCollection: toGroups,
  assignmentCollection: withList('assignments'),
  filter: withList('conditions'),
  resourceMapper: toMapping,
};

/** Whether a value has its shape as it is written, so that no expression within can change that. */
export const hasShape = (value: unknown, definition: ParameterDefinition): boolean => {
  try {
    return shapes[definition.type]?.(value, definition) === value;
  } catch {
    return false;
  }
};
