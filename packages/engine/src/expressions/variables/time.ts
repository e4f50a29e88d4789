import type { DateTime } from 'luxon';
import { charge, costs } from '../budget.ts';
import { nowOf } from '../methods/time-of-run.ts';
import type { Scope } from '../scope.ts';

function now(scope: Scope): DateTime {
  charge(scope, costs.date);
  return nowOf(scope);
}

function today(scope: Scope): DateTime {
  charge(scope, costs.date * 2);
  return now(scope).startOf('day');
}

export const timeVariables: readonly (readonly [string, (scope: Scope) => unknown])[] = [
  ['$now', now],
  ['$today', today],
];
