import { charge } from '../budget.ts';
import { toFunction, toNumber, toText } from '../language/convert.ts';
import type { Scope } from '../scope.ts';

/** Sorts in place. As JavaScript: by text unless a function compares, undefined last. */
export function sortList(scope: Scope, list: unknown[], compare: unknown): unknown[] {
  if (compare === undefined) return sortByText(scope, list);
  const compareFunction = toFunction(compare, 'sort');
  const { order } = compareFunction;
  if (order !== undefined && list.every(isPlainNumber)) return sortNumbers(scope, list, order);
  const args: unknown[] = [undefined, undefined];
  return list.sort((left, right) => {
    args[0] = left;
    args[1] = right;
    charge(scope, 1);
    return toNumber(scope, compareFunction.invoke(scope, args));
  });
}

/** Numbers whose order says all about them. */
const isPlainNumber = (value: unknown): value is number =>
  typeof value === 'number' && !Number.isNaN(value) && !Object.is(value, -0);

/** By `(a, b) => a - b` or its reverse: the host orders numbers many times faster than an expression compares them. */
function sortNumbers(scope: Scope, list: number[], order: 'ascending' | 'descending'): number[] {
  charge(scope, list.length);
  const sorted = Float64Array.from(list).sort();
  if (order === 'descending') sorted.reverse();
  for (let index = 0; index < list.length; index += 1) list[index] = sorted[index] ?? 0;
  return list;
}

/** Texts are made once for each element and not once for each comparison. */
function sortByText(scope: Scope, list: unknown[]): unknown[] {
  const present = list.filter((element) => element !== undefined);
  const texts = present.map((element) => toText(scope, element));
  chargeComparisons(scope, texts);
  if (present.every((element) => typeof element === 'string')) {
    texts.sort();
    for (let index = 0; index < list.length; index += 1) list[index] = texts[index];
    return list;
  }
  const pairs = present.map((element, index) => ({ element, text: texts[index] ?? '' }));
  pairs.sort((left, right) => (left.text < right.text ? -1 : left.text > right.text ? 1 : 0));
  for (let index = 0; index < list.length; index += 1) list[index] = pairs[index]?.element;
  return list;
}

/** Each element is compared about as often as its place in the list has binary digits. */
function chargeComparisons(scope: Scope, texts: readonly string[]): void {
  const rounds = Math.ceil(Math.log2(texts.length + 1));
  charge(scope, (texts.length * rounds) >> 2);
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  charge(scope, Math.floor((characters * rounds) / 1_000));
}
