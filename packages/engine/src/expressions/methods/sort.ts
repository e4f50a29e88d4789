import { charge, chargeText } from '../budget.ts';
import { toFunction, toNumber, toText } from '../language/convert.ts';
import type { Scope } from '../scope.ts';

/** Sorts in place. As JavaScript: by text unless a function compares, undefined last. */
export function sortList(scope: Scope, list: unknown[], compare: unknown): unknown[] {
  if (compare === undefined) return sortByText(scope, list);
  const compareFunction = toFunction(compare, 'sort');
  const args: unknown[] = [undefined, undefined];
  return list.sort((left, right) => {
    args[0] = left;
    args[1] = right;
    charge(scope, 1);
    return toNumber(scope, compareFunction.invoke(scope, args));
  });
}

/** Texts are made once for each element and not once for each comparison. */
function sortByText(scope: Scope, list: unknown[]): unknown[] {
  const present = list.filter((element) => element !== undefined);
  const texts = present.map((element) => ({ element, text: toText(scope, element) }));
  texts.sort((left, right) => {
    charge(scope, 1);
    if (left.text.length > 1_000) chargeText(scope, left.text.length);
    return left.text < right.text ? -1 : left.text > right.text ? 1 : 0;
  });
  for (let index = 0; index < list.length; index += 1) list[index] = texts[index]?.element;
  return list;
}
