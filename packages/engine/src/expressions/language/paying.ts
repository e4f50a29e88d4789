import { charactersPerStep, charge, chargeList, chargeText, elementsPerStep } from '../budget.ts';
import type { Scope } from '../scope.ts';
import { BufferValue } from './buffer.ts';

/**
 * What functions of the host pay. One that says nothing pays for reading all that it is given, every text and list, and for the text or list that it
 * makes: a new function cannot forget to pay. One that takes longer says how much longer (`weighing`); one whose time does not depend on sizes
 * (`constant`), or that charges as its work goes on (`payingItself`), says that.
 */
export class Declared<F> {
  readonly run: F;
  /** How many times longer the work takes than reading what is given; 0: sizes do not matter here. */
  readonly weight: number;
  /** True if every result is a new value, which the expression may change then. */
  readonly isFresh: boolean;

  constructor(run: F, weight: number, isFresh: boolean) {
    this.run = run;
    this.weight = weight;
    this.isFresh = isFresh;
  }
}

/** A function, or one that says what it pays and makes. */
export type Declarable<F> = F | Declared<F>;

const declare = <F>(given: Declarable<F>): Declared<F> =>
  given instanceof Declared ? given : new Declared(given, 1, false);

/** Takes so many times longer than to read what it is given once, and so many steps at least. */
export const weighing = <F>(weight: number, given: Declarable<F>): Declared<F> => {
  const { run, isFresh } = declare(given);
  return new Declared(run, weight, isFresh);
};

/** Takes the same time whatever the size of what it is given. */
export const constant = <F>(given: Declarable<F>): Declared<F> => weighing(0, given);

/** Charges for its work by itself, before or while it does it. */
export const payingItself = <F>(given: Declarable<F>): Declared<F> => weighing(0, given);

/** Makes a new value each time; nobody else has it, so the expression may change it. */
export const fresh = <F>(given: Declarable<F>): Declared<F> => {
  const { run, weight } = declare(given);
  return new Declared(run, weight, true);
};

type Method<T> = (self: T, args: readonly unknown[], scope: Scope) => unknown;
type Invoke = (scope: Scope, args: readonly unknown[]) => unknown;

/** The function as it is called: with what it pays, and owned by the expression if it says so. */
export function payingMethod<T>(given: Declarable<Method<T>>): Method<T> {
  const { run, weight, isFresh } = declare(given);
  if (weight === 0) return isFresh ? (self, args, scope) => scope.own(run(self, args, scope)) : run;
  const least = weight === 1 ? 0 : weight;
  const free = least > 0 ? -1 : charactersPerStep;
  return (self, args, scope) => {
    const bulk = args.length === 0 ? bulkOf(self) : bulkOf(self) + bulkOfAll(args);
    if (bulk >= free) charge(scope, least + Math.floor((bulk * weight) / charactersPerStep));
    const result = run(self, args, scope);
    if (typeof result === 'object' || typeof result === 'string') chargeResult(scope, result);
    return isFresh ? scope.own(result) : result;
  };
}

export function payingInvoke(given: Declarable<Invoke>): Invoke {
  const { run, weight, isFresh } = declare(given);
  if (weight === 0) return isFresh ? (scope, args) => scope.own(run(scope, args)) : run;
  const least = weight === 1 ? 0 : weight;
  const free = least > 0 ? -1 : charactersPerStep;
  return (scope, args) => {
    const bulk = bulkOfAll(args);
    if (bulk >= free) charge(scope, least + Math.floor((bulk * weight) / charactersPerStep));
    const result = run(scope, args);
    if (typeof result === 'object' || typeof result === 'string') chargeResult(scope, result);
    return isFresh ? scope.own(result) : result;
  };
}

function chargeResult(scope: Scope, result: unknown): void {
  if (typeof result === 'string') {
    if (result.length >= charactersPerStep) chargeText(scope, result.length);
  } else if (Array.isArray(result) && result.length >= elementsPerStep) chargeList(scope, result.length);
}

const charactersPerElement = charactersPerStep / elementsPerStep;

/** What reading a value takes, as if it were a text of so many characters; fields of objects are not looked at. */
function bulkOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  if (Array.isArray(value)) return value.length * charactersPerElement;
  if (value instanceof Map || value instanceof Set) return value.size * charactersPerElement;
  return value instanceof BufferValue ? value.length : 0;
}

function bulkOfAll(values: readonly unknown[]): number {
  let bulk = 0;
  for (let index = 0; index < values.length; index += 1) bulk += bulkOf(values[index]);
  return bulk;
}
