import { charge } from '../budget.ts';
import { toFunction, toNumber, toText } from '../language/convert.ts';
import type { Sorting } from '../language/values.ts';
import type { Scope } from '../scope.ts';
import { comparisonSteps } from './comparison.ts';

/** Sorts in place. As JavaScript: by text unless a function compares, undefined last. */
export function sortList(scope: Scope, list: unknown[], compare: unknown): unknown[] {
  if (compare === undefined) return sortByText(scope, list);
  const compareFunction = toFunction(compare, 'sort');
  const { sorting } = compareFunction;
  if (sorting && list.length > 20 && sortByKey(scope, list, sorting)) return list;
  const args: unknown[] = [undefined, undefined];
  let turn = 0;
  return list.sort((left, right) => {
    args[0] = left;
    args[1] = right;
    turn += 1;
    charge(scope, turn % 4 === 0 ? 2 : 1);
    return toNumber(scope, compareFunction.invoke(scope, args));
  });
}

/** Sorts by a number or text of each element; false if not all of them have one, and so no order. */
function sortByKey(scope: Scope, list: unknown[], sorting: Sorting): boolean {
  const present = list.filter((element) => element !== undefined);
  charge(scope, present.length * 3 + (present.length >> 1));
  const compare = sorting.isByText ? compareTexts(scope, present, sorting) : compareNumbers(scope, present, sorting);
  if (compare === undefined) return false;
  const places = new Uint32Array(present.length);
  for (let index = 0; index < places.length; index += 1) places[index] = index;
  places.sort((left, right) => compare(left, right) || left - right);
  for (let index = 0; index < places.length; index += 1) list[index] = present[places[index] as number];
  list.fill(undefined, places.length);
  return true;
}

/** Compares two places of a list by their keys. */
type ComparePlaces = (left: number, right: number) => number;

function compareNumbers(scope: Scope, list: readonly unknown[], sorting: Sorting): ComparePlaces | undefined {
  const keys = new Float64Array(list.length);
  const args: unknown[] = [undefined];
  for (let index = 0; index < list.length; index += 1) {
    args[0] = list[index];
    const key = toNumber(scope, sorting.keyOf(scope, args));
    if (Number.isNaN(key)) return undefined;
    keys[index] = sorting.isDescending ? -key : key;
  }
  return (left, right) => (keys[left] as number) - (keys[right] as number);
}

function compareTexts(scope: Scope, list: readonly unknown[], sorting: Sorting): ComparePlaces | undefined {
  const keys: string[] = [];
  const args: unknown[] = [undefined];
  const steps = new Uint32Array(list.length);
  for (let index = 0; index < list.length; index += 1) {
    args[0] = list[index];
    const key = sorting.keyOf(scope, args);
    if (typeof key !== 'string') return undefined;
    keys.push(key);
    steps[index] = 1 + comparisonSteps(key, key);
    charge(scope, key.length >> 6);
  }
  return (left, right) => {
    charge(scope, Math.max(steps[left] as number, steps[right] as number));
    const order = (keys[left] as string).localeCompare(keys[right] as string);
    return sorting.isDescending ? -order : order;
  };
}

/** Texts are made once for each element and not once for each comparison. */
function sortByText(scope: Scope, list: unknown[]): unknown[] {
  const isOfTexts = list.every((element) => typeof element === 'string');
  charge(scope, isOfTexts ? list.length >> 2 : list.length);
  const present = list.filter((element) => element !== undefined);
  const texts = present.map((element) => toText(scope, element));
  chargeComparisons(scope, texts);
  if (isOfTexts) {
    texts.sort();
    for (const [index, text] of texts.entries()) list[index] = text;
    return list;
  }
  if (present.every(isPlainNumber)) {
    texts.sort();
    for (let index = 0; index < list.length; index += 1)
      list[index] = index < texts.length ? Number(texts[index]) : undefined;
    return list;
  }
  const byText = new Map<string, unknown[]>();
  for (const [index, text] of texts.entries()) {
    const same = byText.get(text);
    if (same) same.push(present[index]);
    else byText.set(text, [present[index]]);
  }
  let place = 0;
  for (const text of [...byText.keys()].sort()) {
    for (const element of byText.get(text) ?? []) {
      list[place] = element;
      place += 1;
    }
  }
  return list.fill(undefined, place);
}

/** True for a number that its text gives back. */
const isPlainNumber = (value: unknown): boolean => typeof value === 'number' && !Object.is(value, -0);

/** Each element is compared about as often as its place in the list has binary digits. */
function chargeComparisons(scope: Scope, texts: readonly string[]): void {
  const rounds = Math.ceil(Math.log2(texts.length + 1));
  charge(scope, (texts.length * rounds) >> 2);
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  charge(scope, Math.floor((characters * rounds) / 1_000));
}
