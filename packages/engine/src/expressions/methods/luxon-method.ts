import { charge, costs } from '../budget.ts';
import { plainArgument } from '../language/options.ts';
import type { Method } from './table.ts';

/** Calls the function of Luxon of this name; the names come from the lists here and never from an expression. */
export function luxonMethod<T extends object>(name: keyof T & string, cost = costs.date): Method<T> {
  return (self, args, scope) => {
    charge(scope, cost + args.length * 2);
    const method = self[name] as (...values: unknown[]) => unknown;
    return method.apply(
      self,
      args.map((arg) => plainArgument(scope, arg)),
    );
  };
}
