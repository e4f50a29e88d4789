import { DateTime } from 'luxon';
import type { Scope } from '../scope.ts';

const now = ({ data }: Scope): DateTime => DateTime.fromMillis(data.now(), { zone: data.timezone });

export const timeVariables: readonly (readonly [string, (scope: Scope) => unknown])[] = [
  ['$now', now],
  ['$today', (scope) => now(scope).startOf('day')],
];
