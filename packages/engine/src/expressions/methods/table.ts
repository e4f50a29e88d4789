import { type Declarable, payingMethod } from '../language/paying.ts';
import type { Scope } from '../scope.ts';

/** A function that values of one type have. `args` is valid during the call only. */
export type Method<T> = (self: T, args: readonly unknown[], scope: Scope) => unknown;
export type Property<T> = (self: T) => unknown;

/** All that can be read from and called on values of one type. */
export interface TypeTable<T = never> {
  /** As in messages: "text", "date". */
  readonly type: string;
  readonly methods: ReadonlyMap<string, Method<T>>;
  readonly properties: ReadonlyMap<string, Property<T>>;
  /** Steps that reading the property takes. */
  costOf(property: string): number;
  /** Names that this language adds; JavaScript has none of them. */
  readonly extensions: ReadonlySet<string>;
}

export type Methods<T> = Readonly<Record<string, Declarable<Method<T>>>>;

interface TableParts<T> {
  native?: Methods<T>;
  extensions?: Methods<T>;
  properties?: Readonly<Record<string, Property<T>>>;
  costOf?: (property: string) => number;
}

const usualCost = () => 6;

/** A native method wins over an extension of the same name. */
export function defineTable<T>(type: string, parts: TableParts<T>): TypeTable<T> {
  const native = payingEntries(parts.native ?? {});
  const added = payingEntries(parts.extensions ?? {});
  return {
    type,
    methods: new Map([...added, ...native]),
    properties: new Map(Object.entries(parts.properties ?? {})),
    costOf: parts.costOf ?? usualCost,
    extensions: new Set(added.map(([name]) => name)),
  };
}

const payingEntries = <T>(methods: Methods<T>): [name: string, method: Method<T>][] =>
  Object.entries(methods).map(([name, method]) => [name, payingMethod(method)]);
