import { chargeText } from '../budget.ts';
import type { Scope } from '../scope.ts';

export type Match = RegExpExecArray;

/** As `RegExp.prototype.exec`, within the budget. */
export function execute(scope: Scope, pattern: RegExp, text: string): Match | null {
  chargeText(scope, text.length);
  return pattern.exec(text);
}
