import { charge, chargeList, limits } from '../budget.ts';
import { typeError } from '../errors.ts';
import { joinTexts, toInteger, toNumber, toText } from '../language/convert.ts';
import { chargeLookup } from '../language/equality.ts';
import { constant, fresh, payingItself, weighing } from '../language/paying.ts';
import type { Scope } from '../scope.ts';
import { arrayCallbacks } from './array-callbacks.ts';
import { arrayExtensions } from './array-extensions.ts';
import { sortList } from './sort.ts';
import { defineTable, type Method, type Methods } from './table.ts';

type List = readonly unknown[];

/** Lists that the expression did not make are data of the run; a copy takes the change. */
const changeable = (scope: Scope, list: List): unknown[] =>
  scope.owns(list) ? (list as unknown[]) : copyOf(scope, list);

function copyOf(scope: Scope, list: List): unknown[] {
  chargeList(scope, list.length);
  return scope.own([...list]);
}

function ownOnly(scope: Scope, list: List, method: string): unknown[] {
  if (scope.owns(list)) return list as unknown[];
  throw typeError(`${method}() would change the data of the run`, 'Make a new list: [...list, value].');
}

function flatten(scope: Scope, list: List, depth: number, into: unknown[], level = 0): unknown[] {
  if (level > limits.callDepth) throw typeError('The list is nested too deeply');
  for (const element of list) {
    charge(scope, 1);
    if (depth > 0 && Array.isArray(element)) flatten(scope, element, depth - 1, into, level + 1);
    else if (into.push(element) > limits.listLength) chargeList(scope, into.length);
  }
  return into;
}

function concatenate(scope: Scope, list: List, others: List): unknown[] {
  const length = others.reduce<number>((sum, other) => sum + (Array.isArray(other) ? other.length : 1), list.length);
  charge(scope, others.length);
  chargeList(scope, length, 2);
  return others.length > mostArguments ? list.concat(others.flat(1)) : list.concat(...others);
}

/** More would fill the stack of the host. */
const mostArguments = 1_000;

/** Start and number of elements to remove, as `splice` reads them. */
function spliceRange(scope: Scope, list: List, args: List): [start: number, count: number] {
  const start = toInteger(scope, args[0]);
  const from = start < 0 ? Math.max(0, list.length + start) : Math.min(start, list.length);
  if (args.length === 0) return [0, 0];
  return [from, args.length === 1 ? list.length - from : Math.max(0, toInteger(scope, args[1]))];
}

const splice: Method<List> = (list, args, scope) => {
  const [start, count] = spliceRange(scope, list, args);
  return changeable(scope, list).splice(start, count, ...args.slice(2));
};

const slice: Method<List> = (list, [start, end], scope) => {
  const part = list.slice(toInteger(scope, start), end === undefined ? undefined : toInteger(scope, end));
  chargeList(scope, part.length);
  return part;
};

const searching =
  (search: (list: List, wanted: unknown, from: number | undefined) => unknown): Method<List> =>
  (list, [wanted, from], scope) => {
    chargeLookup(scope, list, wanted);
    return search(list, wanted, from === undefined ? undefined : toInteger(scope, from));
  };

const native: Methods<List> = {
  ...arrayCallbacks,
  join: payingItself((list, [separator], scope) =>
    joinTexts(scope, list, separator === undefined ? ',' : toText(scope, separator)),
  ),
  toString: payingItself((list: List, _: List, scope: Scope) => joinTexts(scope, list, ',')),
  slice: fresh(payingItself(slice)),
  concat: fresh(payingItself((list, args, scope) => concatenate(scope, list, args))),
  includes: searching((list, wanted, from) => list.includes(wanted, from)),
  indexOf: searching((list, wanted, from) => list.indexOf(wanted, from)),
  lastIndexOf: searching((list, wanted, from) =>
    from === undefined ? list.lastIndexOf(wanted) : list.lastIndexOf(wanted, from),
  ),
  at: constant((list, [index], scope) => list.at(toInteger(scope, index))),
  keys: fresh(weighing(4, (list) => Array.from(list.keys()))),
  values: payingItself((list, _, scope) => copyOf(scope, list)),
  // What JavaScript gives as an iterator is a list here.
  toArray: payingItself((list, _, scope) => copyOf(scope, list)),
  entries: fresh(weighing(6, (list) => [...list.entries()])),
  flat: fresh(payingItself((list, [depth], scope) => flatten(scope, list, toInteger(scope, depth, 1), []))),
  with: fresh((list, [index, value], scope) => list.with(toInteger(scope, index), value)),
  toReversed: payingItself((list, _, scope) => copyOf(scope, list).reverse()),
  toSpliced: (list, args, scope) => {
    const [start, count] = spliceRange(scope, list, args);
    const result = copyOf(scope, list);
    result.splice(start, count, ...args.slice(2));
    return result;
  },
  toSorted: payingItself((list, [compare], scope) => sortList(scope, copyOf(scope, list), compare)),
  sort: payingItself((list, [compare], scope) => sortList(scope, changeable(scope, list), compare)),
  reverse: (list, _, scope) => changeable(scope, list).reverse(),
  splice: fresh(splice),
  copyWithin: weighing(12, (list, [target, start, end], scope) => {
    const to = end === undefined ? undefined : toInteger(scope, end);
    return changeable(scope, list).copyWithin(toInteger(scope, target), toInteger(scope, start), to);
  }),
  pop: constant((list, _, scope) => changeable(scope, list).pop()),
  shift: (list, _, scope) => changeable(scope, list).shift(),
  push: constant((list, args, scope) => {
    const own = ownOnly(scope, list, 'push');
    for (const arg of args) if (own.push(arg) > limits.listLength) chargeList(scope, own.length);
    return own.length;
  }),
  unshift: payingItself((list, args, scope) => {
    chargeList(scope, list.length + args.length);
    return ownOnly(scope, list, 'unshift').unshift(...args);
  }),
  fill: payingItself((list, [value, start, end], scope) => {
    chargeList(scope, list.length);
    const filled = changeable(scope, list);
    return filled.fill(value, toInteger(scope, start), end === undefined ? undefined : toNumber(scope, end));
  }),
};

export const arrayTable = defineTable<List>('list', {
  native,
  extensions: arrayExtensions,
  properties: { length: (list) => list.length },
});
