import { isObject, type ParameterDefinition, type ParameterType } from '@millrace/contract/data';
import { toJsonValue } from '../items/to-json.ts';
import { isBlank, readNumber } from './numbers.ts';
import { shapes } from './shapes.ts';

/** Brings a value to the type that its definition declares, so that a node need not ask what an expression gave. */

type Definition<T extends ParameterType> = Extract<ParameterDefinition, { type: T }>;
type Convert<T extends ParameterType> = (value: unknown, definition: Definition<T>) => unknown;

/** Dates, maps and the like become what JSON has for them; plain data stays the same object. */
const toPlain = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null ? value : toJsonValue(value);
};

const describe = (value: unknown): string => {
  if (value === undefined || value === null) return 'nothing';
  const text = JSON.stringify(toPlain(value)) ?? typeof value;
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
};

const toText = (value: unknown): unknown => {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  const plain = toPlain(value);
  return typeof plain === 'object' ? JSON.stringify(plain) : String(plain);
};

const toNumber = (value: unknown, definition: Definition<'number'>): unknown => {
  const number = typeof value === 'boolean' ? Number(value) : readNumber(value);
  if (!Number.isNaN(number)) return number;
  if ((value === undefined || value === null || isBlank(value)) && definition.default === null) return null;
  throw new Error(`Expected a number but got ${describe(value)}`);
};

const toBoolean = (value: unknown): unknown => {
  if (typeof value === 'boolean') return value;
  if (value === undefined || value === null || value === '' || value === 0) return false;
  if (value === 1) return true;
  if (typeof value === 'string' && /^\s*(true|yes|on|1)\s*$/i.test(value)) return true;
  if (typeof value === 'string' && /^\s*(false|no|off|0)\s*$/i.test(value)) return false;
  throw new Error(`Expected true or false but got ${describe(value)}`);
};

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
const toLocator: Convert<'resourceLocator'> = (value, { modes }) => {
  if (isObject(value)) return value;
  const mode = modes.find(({ name }) => name === 'id') ?? modes[0];
  return { __rl: true, mode: mode?.name ?? 'id', value: toPlain(value) };
};

/** What is no choice at all is the one that the parameter begins with. */
const toChoice: Convert<'options'> = (value, definition) => {
  if (value === undefined || value === null) return definition.default;
  if (typeof value === 'object') throw new Error(`Expected one of the options but got ${describe(value)}`);
  return value;
};

const toShape = (value: unknown, definition: ParameterDefinition): unknown => {
  const plain = toPlain(value);
  return shapes[definition.type]?.(plain, definition) ?? plain;
};

const converters: { [T in ParameterType]: Convert<T> } = {
  string: each(toText),
  number: each(toNumber),
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
  resourceLocator: toLocator,
};

/** @throws Error that says what was expected and what was there */
export const convert = (value: unknown, definition: ParameterDefinition | undefined): unknown =>
  definition && !definition.keepsType
    ? (converters[definition.type] as Convert<ParameterType>)(value, definition)
    : toPlain(value);
