import { isObject, type ParameterDefinition, type ParameterType } from '@millrace/contract/data';
import { toFieldType } from './field-types.ts';
import { mappedFields, toColumn } from './mapper.ts';
import { isBlank } from './numbers.ts';
import { expected, toPlain } from './plain.ts';
import { toBoolean, toNumber, toText } from './scalars.ts';
import { shapes } from './shapes.ts';

/** Brings a value to the type that its definition declares, so that a node need not ask what an expression gave. */

type Definition<T extends ParameterType> = Extract<ParameterDefinition, { type: T }>;
type Convert<T extends ParameterType> = (value: unknown, definition: Definition<T>) => unknown;

const toNumberOrNone = (value: unknown, definition: Definition<'number'>): unknown =>
  (value === undefined || value === null || isBlank(value)) && definition.default === null ? null : toNumber(value);

const toList = (value: unknown): unknown => {
  if (Array.isArray(value)) return value;
  if (value === undefined || value === null || value === '') return [];
  if (typeof value !== 'string') return [toPlain(value)];
  return value.split(',').map((part) => part.trim());
};

/** Each value of a parameter that takes several; a single one counts as a list of one. */
const each =
  <T extends ParameterType>(convertOne: Convert<T>): Convert<T> =>
  (value, definition) => {
    if (!definition.typeOptions?.multipleValues) return convertOne(value, definition);
    if (value === undefined || value === null || value === '') return [];
    return (Array.isArray(value) ? value : [value]).map((one) => convertOne(one, definition));
  };

/** Older workflows have bare text where a resource locator is now. */
const toLocator = (value: unknown, mode: string): unknown =>
  isObject(value) ? value : { __rl: true, mode, value: toPlain(value) };

const modeForText = ({ modes }: Definition<'resourceLocator'>): string =>
  (modes.find(({ name }) => name === 'id') ?? modes[0])?.name ?? 'id';

/** What is no choice at all is the one that the parameter begins with. */
const toChoice: Convert<'options'> = (value, definition) => {
  if (value === undefined || value === null) return definition.default;
  if (typeof value === 'object') throw expected('one of the options', value);
  return value;
};

const toShape = (value: unknown, definition: ParameterDefinition): unknown => {
  const plain = toPlain(value);
  return shapes[definition.type]?.(plain, definition) ?? plain;
};

/** The values of the columns become what their types say. */
const toMapper: Convert<'resourceMapper'> = (value, definition) => {
  const mapper = toShape(value, definition) as Record<string, unknown>;
  if (!isObject(mapper.value)) return mapper;
  const columns = { ...mapper.value };
  for (const field of mappedFields(mapper)) {
    if (Object.hasOwn(columns, field.id)) columns[field.id] = toColumn(columns[field.id], field, mapper);
  }
  return { ...mapper, value: columns };
};

/** Bare text names an icon. */
const toIcon = (value: unknown): unknown => (isObject(value) ? value : { type: 'icon', value: toText(value) });

const converters: { [T in ParameterType]: Convert<T> } = {
  string: each(toText),
  number: each(toNumberOrNone),
  boolean: each(toBoolean),
  dateTime: each(toText),
  color: toText,
  json: toPlain,
  options: toChoice,
  multiOptions: toList,
  collection: toShape,
  fixedCollection: toShape,
  notice: toPlain,
  hidden: toPlain,
  filter: toShape,
  assignmentCollection: toShape,
  resourceLocator: (value, definition) => toLocator(value, modeForText(definition)),
  workflowSelector: (value) => toLocator(value, 'id'),
  resourceMapper: toMapper,
  icon: toIcon,
  button: toText,
  callout: toPlain,
  curlImport: toPlain,
  credentials: toPlain,
  credentialsSelect: toText,
};

const toDeclaredType = (value: unknown, definition: ParameterDefinition): unknown =>
  // A type that is newer than this leaves values as they are.
  definition.keepsType || !Object.hasOwn(converters, definition.type)
    ? toPlain(value)
    : (converters[definition.type] as Convert<ParameterType>)(value, definition);

const validated = (value: unknown, { validateType, type, ...definition }: ParameterDefinition): unknown => {
  if (!validateType || definition.ignoreValidationDuringExecution) return value;
  const options = type === 'options' ? (definition as Definition<'options'>).options : undefined;
  const toValid = (one: unknown) => toFieldType(one, validateType, options);
  return definition.typeOptions?.multipleValues && Array.isArray(value) ? value.map(toValid) : toValid(value);
};

/** @throws Error that says what was expected and what was there */
export const convert = (value: unknown, definition: ParameterDefinition | undefined): unknown =>
  definition ? validated(toDeclaredType(value, definition), definition) : toPlain(value);
