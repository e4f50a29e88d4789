import { ExpressionError } from '../errors.ts';
import type { Scope } from '../scope.ts';

/**
 * An expression changes only what it made itself.
 * @param hint what to do instead
 * @throws ExpressionError of kind `forbidden` for data of the run
 */
export function assertOwn(scope: Scope, value: object, hint: string, position?: number): void {
  if (scope.owns(value)) return;
  throw new ExpressionError('forbidden', 'The data of the run cannot be changed by an expression', { hint, position });
}
