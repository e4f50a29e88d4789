import { isObject, type Json, type ParameterDefinition } from '@millrace/contract/data';

/**
 * Parameters of a package as they are described to editors. Packages say them more loosely than the format has it, and put functions among them: code runs
 * with what the package has, and an editor gets what it can rely on.
 */

type Loose = Record<string, unknown> & { type?: unknown; name?: unknown; default?: unknown };

const emptyValues: Readonly<Record<string, Json>> = {
  boolean: false,
  number: 0,
  multiOptions: [],
  collection: {},
  fixedCollection: {},
  resourceMapper: {},
  filter: {},
  assignmentCollection: {},
};

/** Without functions. */
const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.filter((one) => typeof one !== 'function').map(plain);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([, member]) => typeof member !== 'function');
  return Object.fromEntries(entries.map(([key, member]) => [key, plain(member)]));
};

/** A list where an object is due stands for the values of the first group. */
const defaultOf = ({ type, default: given, options }: Loose): Json => {
  const empty = emptyValues[String(type)] ?? '';
  if (given === undefined || given === null) return empty;
  if ((type !== 'collection' && type !== 'fixedCollection') || isObject(given)) return given as Json;
  const [group] = (Array.isArray(options) ? options : []) as { name?: string }[];
  const hasValues = type === 'fixedCollection' && Array.isArray(given) && given.length > 0;
  return hasValues && group?.name !== undefined ? { [group.name]: given as Json } : {};
};

const parameterAsData = (given: unknown): unknown => {
  const parameter = plain(given) as Loose;
  if (typeof parameter.type !== 'string') return parameter;
  const { options } = parameter;
  const inner =
    parameter.type === 'collection' && Array.isArray(options)
      ? { options: options.map(parameterAsData) }
      : parameter.type === 'fixedCollection' && Array.isArray(options)
        ? { options: options.map((group: Loose) => ({ ...group, values: valuesOf(group).map(parameterAsData) })) }
        : {};
  return {
    ...parameter,
    displayName: parameter.displayName ?? parameter.name,
    default: defaultOf(parameter),
    ...inner,
  };
};

const valuesOf = ({ values }: Loose): unknown[] => (Array.isArray(values) ? values : []);

export const parametersAsData = (parameters: readonly ParameterDefinition[]): ParameterDefinition[] =>
  parameters.map((parameter) => parameterAsData(parameter) as ParameterDefinition);
