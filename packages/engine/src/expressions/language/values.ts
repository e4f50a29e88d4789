import { chargeFields } from '../budget.ts';
import { ExpressionError, forbiddenName, typeError } from '../errors.ts';
import type { Scope } from '../scope.ts';
import { type Declarable, payingInvoke } from './paying.ts';

/**
 * Values that only the language has. A function is an instance of `FunctionValue` and nothing else: a function of the host that gets into the
 * data by accident is not callable, since it is no instance of it.
 */

/** `args` is valid during the call only: callers reuse it. */
export type Invoke = (scope: Scope, args: readonly unknown[]) => unknown;

/** How a function compares: by a key that it computes of each of its two arguments. */
export interface Sorting {
  isDescending: boolean;
  /** Keys are numbers that are subtracted, or texts that are compared by `localeCompare`. */
  isByText: boolean;
  /** Computes the key of one argument. */
  keyOf: Invoke;
}

export class FunctionValue {
  readonly name: string;
  readonly invoke: Invoke;
  /** Set if it is known to compare by one key of each side: `(a, b) => a.age - b.age`. */
  readonly sorting: Sorting | undefined;

  constructor(name: string, invoke: Invoke, sorting?: Sorting) {
    this.name = name;
    this.invoke = invoke;
    this.sorting = sorting;
  }

  /** Left out of JSON, as functions are. */
  toJSON(): undefined {
    return undefined;
  }
}

/** A function of the host, with what it pays. */
export class HostFunction extends FunctionValue {
  constructor(name: string, given: Declarable<Invoke>) {
    super(name, payingInvoke(given));
  }
}

interface NamespaceParts {
  members?: Readonly<Record<string, unknown>>;
  call?: Declarable<Invoke>;
  construct?: Declarable<Invoke>;
  /** For `instanceof`. */
  holds?: (value: unknown) => boolean;
}

/** A global with members, such as `Math` or `DateTime`; some can be called or constructed as well. */
export class Namespace extends HostFunction {
  readonly members: ReadonlyMap<string, unknown>;
  readonly construct: Invoke | undefined;
  readonly holds: ((value: unknown) => boolean) | undefined;
  readonly isCallable: boolean;

  constructor(name: string, parts: NamespaceParts) {
    super(
      name,
      parts.call ??
        (() => {
          throw typeError(
            `${name} cannot be called`,
            parts.construct ? `Write new ${name}(…).` : 'Call one of its functions.',
          );
        }),
    );
    this.members = new Map(Object.entries(parts.members ?? {}));
    this.construct = parts.construct && payingInvoke(parts.construct);
    this.holds = parts.holds;
    this.isCallable = parts.call !== undefined || parts.construct !== undefined;
  }
}

/** An object whose members are computed when they are read: `$input`, `$('Node')`, `$workflow`. */
export class LazyObject {
  readonly label: string;
  readonly #members: ReadonlyMap<string, () => unknown>;
  readonly #otherMember: ((name: string) => unknown) | undefined;

  constructor(
    label: string,
    members: Readonly<Record<string, () => unknown>>,
    otherMember?: (name: string) => unknown,
  ) {
    this.label = label;
    this.#members = new Map(Object.entries(members));
    this.#otherMember = otherMember;
  }

  read(name: string): unknown {
    const member = this.#members.get(name);
    return member === undefined ? this.#otherMember?.(name) : member();
  }

  names(): string[] {
    return [...this.#members.keys()];
  }

  /** Its plain data; members that fail or are functions are left out. */
  toJSON(): Record<string, unknown> {
    const plain: Record<string, unknown> = {};
    for (const [name, member] of this.#members) {
      try {
        const value = member();
        if (!(value instanceof FunctionValue)) plain[name] = value;
      } catch (error) {
        if (!(error instanceof ExpressionError)) throw error;
      }
    }
    return plain;
  }
}

export const noArguments: readonly unknown[] = Object.freeze([]);

/** Names that lead from a value to the code behind it. */
export const isForbiddenName = (name: string): boolean =>
  name === 'constructor' || name === '__proto__' || name === 'prototype';

export function assertAllowedName(name: string): void {
  if (isForbiddenName(name)) throw forbiddenName(name);
}

/** True for data: objects without a class, of this or another realm. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return true;
  return (
    Object.getPrototypeOf(prototype) === null &&
    !Array.isArray(value) &&
    Object.hasOwn(prototype as object, 'hasOwnProperty')
  );
}

/** Copies own fields; never through a setter, so no field can become the prototype. */
export function copyFields(scope: Scope, target: Record<string, unknown>, source: Record<string, unknown>): void {
  const keys = Object.keys(source);
  chargeFields(scope, keys.length + (keys.length >> 2));
  for (const key of keys) if (key !== '__proto__') target[key] = source[key];
}

/** A word for the type of a value, for messages. */
export function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (value instanceof LazyObject) return value.label;
  if (value instanceof FunctionValue) return `the function ${value.name}`;
  if (typeof value === 'string') return 'a text';
  if (typeof value === 'object') {
    if (isPlainObject(value)) return 'an object';
    const name = value.constructor?.name;
    return typeof name === 'string' && name !== '' ? `a ${name}` : 'an object';
  }
  return typeof value === 'undefined' ? 'undefined' : `a ${typeof value}`;
}
