import { charge, chargeFields, chargeList } from '../budget.ts';
import { typeError } from '../errors.ts';
import { toFunction, toKey } from '../language/convert.ts';
import { type Declared, fresh, payingItself } from '../language/paying.ts';
import type { Scope } from '../scope.ts';
import type { Method, Methods } from './table.ts';

type List = readonly unknown[];
type Visit = (value: unknown, index: number) => unknown;

/** Calls the function for each element; one list of arguments serves all calls. */
function visitor(scope: Scope, list: List, callback: unknown, method: string): Visit {
  const visit = toFunction(callback, method);
  const args: unknown[] = [undefined, 0, list];
  return (value, index) => {
    args[0] = value;
    args[1] = index;
    args[2] = list;
    charge(scope, 1);
    return visit.invoke(scope, args);
  };
}

const withVisitor = (
  method: string,
  run: (list: List, visit: Visit, scope: Scope) => unknown,
): Declared<Method<List>> =>
  payingItself((list, [callback], scope) => run(list, visitor(scope, list, callback, method), scope));

/** Gives a new list. */
const makingNew: typeof withVisitor = (method, run) => fresh(withVisitor(method, run));

const reducing = (method: 'reduce' | 'reduceRight'): Declared<Method<List>> =>
  payingItself((list, args, scope) => {
    const combine = toFunction(args[0], method);
    const backwards = method === 'reduceRight';
    if (backwards) chargeList(scope, list.length, 2);
    const entries = backwards ? list.toReversed() : list;
    if (entries.length === 0 && args.length < 2)
      throw typeError(`${method} of an empty list needs a value to begin with`);
    let result = args.length > 1 ? args[1] : entries[0];
    const values: unknown[] = [];
    for (let index = args.length > 1 ? 0 : 1; index < entries.length; index += 1) {
      charge(scope, 1 + (index & 1));
      values[0] = result;
      values[1] = entries[index];
      values[2] = backwards ? list.length - 1 - index : index;
      values[3] = list;
      result = combine.invoke(scope, values);
    }
    return result;
  });

/** Elements by the text that a function gives for each, as `Object.groupBy`. */
export function groupList(scope: Scope, list: List, callback: unknown): Record<string, unknown> {
  const visit = visitor(scope, list, callback, 'groupBy');
  const groups = new Map<string, unknown[]>();
  list.forEach((value, index) => {
    const key = toKey(scope, visit(value, index));
    const group = groups.get(key);
    if (group) group.push(value);
    else {
      charge(scope, 4);
      groups.set(key, scope.own([value]));
    }
  });
  chargeFields(scope, groups.size);
  const result: Record<string, unknown> = {};
  for (const [key, group] of groups) if (key !== '__proto__') result[key] = group;
  return scope.own(result);
}

/** Methods of lists that take a function. */
export const arrayCallbacks: Methods<List> = {
  map: makingNew('map', (list, visit) => {
    const result: unknown[] = [];
    for (let index = 0; index < list.length; index += 1) result.push(visit(list[index], index));
    return result;
  }),
  filter: makingNew('filter', (list, visit) => list.filter((value, index) => visit(value, index))),
  find: withVisitor('find', (list, visit) => list.find((value, index) => visit(value, index))),
  findIndex: withVisitor('findIndex', (list, visit) => list.findIndex((value, index) => visit(value, index))),
  findLast: withVisitor('findLast', (list, visit) => list.findLast((value, index) => visit(value, index))),
  findLastIndex: withVisitor('findLastIndex', (list, visit) =>
    list.findLastIndex((value, index) => visit(value, index)),
  ),
  some: withVisitor('some', (list, visit) => list.some((value, index) => visit(value, index))),
  every: withVisitor('every', (list, visit) => list.every((value, index) => visit(value, index))),
  forEach: withVisitor('forEach', (list, visit) => {
    for (let index = 0; index < list.length; index += 1) visit(list[index], index);
  }),
  flatMap: makingNew('flatMap', (list, visit, scope) => {
    const result: unknown[] = [];
    list.forEach((value, index) => {
      const mapped = visit(value, index);
      if (!Array.isArray(mapped)) result.push(mapped);
      else for (const element of mapped) result.push(element);
      chargeList(scope, Array.isArray(mapped) ? mapped.length : 0);
    });
    chargeList(scope, result.length);
    return result;
  }),
  reduce: reducing('reduce'),
  reduceRight: reducing('reduceRight'),
};
