import { charge } from '../budget.ts';
import { ExpressionError, forbiddenName, quotable, typeError } from '../errors.ts';
import { extensionNames, tableOf } from '../methods/index.ts';
import type { Method, Property } from '../methods/table.ts';
import type { Scope } from '../scope.ts';
import { BufferValue } from './buffer.ts';
import { FunctionValue, isForbiddenName, isPlainObject, LazyObject, Namespace, typeName } from './values.ts';

/**
 * The two things that can be done with a member: read it, and call it. Data gives its own fields and nothing else; every other type gives what
 * its table lists. Nothing has nothing: a member of null or undefined is undefined, and so is what a native method gives there.
 */

/** @throws ExpressionError of kind `forbidden` */
export function readMember(object: unknown, key: string, scope?: Scope): unknown {
  if (isForbiddenName(key)) throw forbiddenName(key);
  return readAllowed(object, key, scope);
}

/**
 * For names that are known to be allowed.
 * @param scope pays for what takes long to read
 */
export function readAllowed(object: unknown, key: string, scope?: Scope): unknown {
  if (typeof object !== 'object' || object === null) return readOfPrimitive(object, key);
  const prototype: unknown = Object.getPrototypeOf(object);
  if (prototype === Object.prototype || Array.isArray(object)) {
    return Object.hasOwn(object, key) ? (object as Record<string, unknown>)[key] : readOfList(object, key);
  }
  if (object instanceof LazyObject) return object.read(key);
  if (object instanceof Namespace) return object.members.get(key);
  if (isPlainObject(object)) return Object.hasOwn(object, key) ? object[key] : undefined;
  if (object instanceof BufferValue && /^\d+$/.test(key)) return object.bytes[Number(key)];
  return readOfTable(object, key, scope);
}

function readOfPrimitive(value: unknown, key: string): unknown {
  if (typeof value === 'string') {
    if (key === 'length') return value.length;
    const index = Number(key);
    if (Number.isInteger(index)) return value[index];
  }
  return value === null || value === undefined ? undefined : readOfTable(value, key);
}

const readOfList = (object: object, key: string): unknown =>
  Array.isArray(object) ? readOfTable(object, key) : undefined;

function readOfTable(value: unknown, key: string, scope?: Scope): unknown {
  const table = tableOf(value);
  const property = table?.properties.get(key) as Property<unknown> | undefined;
  if (property) {
    if (scope && table) charge(scope, table.costOf(key));
    return property(value);
  }
  const method = table?.methods.get(key) as Method<unknown> | undefined;
  return method && new FunctionValue(key, (scope, args) => method(value, args, scope));
}

export const hasMethod = (value: unknown, name: string): boolean => tableOf(value)?.methods.has(name) ?? false;

/** @throws ExpressionError if there is no such function, or the function fails */
export function callMember(scope: Scope, object: unknown, name: string, args: readonly unknown[]): unknown {
  if (isForbiddenName(name)) throw forbiddenName(name);
  if (object === null || object === undefined) return callOnNothing(object, name);
  if (object instanceof LazyObject || object instanceof Namespace) {
    const label = object instanceof LazyObject ? object.label : object.name;
    const member = readAllowed(object, name);
    if (member === undefined) throw typeError(`There is no function "${quotable(name)}" on ${label}`);
    return callValue(scope, member, args, `${label}.${name}`);
  }
  charge(scope, 1);
  if (isPlainObject(object) && Object.hasOwn(object, name)) return callValue(scope, object[name], args, name);
  const method = tableOf(object)?.methods.get(name) as Method<unknown> | undefined;
  if (method) return method(object, args, scope);
  throw typeError(`There is no function "${quotable(name)}" on ${typeName(object)}`, hintFor(name));
}

export function callValue(scope: Scope, value: unknown, args: readonly unknown[], name: string): unknown {
  if (value instanceof FunctionValue) return value.invoke(scope, args);
  throw typeError(`${quotable(name)} is not a function`, 'Leave out the parentheses to read its value.');
}

function callOnNothing(nothing: null | undefined, name: string): unknown {
  if (name === 'isEmpty') return true;
  if (name === 'isNotEmpty') return false;
  if (!extensionNames.has(name)) return undefined;
  throw new ExpressionError('type', `${name}() can't be used on ${nothing} value`, {
    hint: `Write ?.${name}() if the value may be missing.`,
  });
}

const hintFor = (name: string): string | undefined =>
  extensionNames.has(name) ? `${name}() works on values of another type; convert the value first.` : undefined;
