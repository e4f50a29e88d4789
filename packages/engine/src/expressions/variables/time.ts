import { DateTime } from 'luxon';
import { charge, costs } from '../budget.ts';
import type { Scope } from '../scope.ts';

function now(scope: Scope): DateTime {
  charge(scope, costs.date);
  return DateTime.fromMillis(scope.data.now(), { zone: scope.data.timezone });
}

export const timeVariables: readonly (readonly [string, (scope: Scope) => unknown])[] = [
  ['$now', now],
  ['$today', (scope) => now(scope).startOf('day')],
];
