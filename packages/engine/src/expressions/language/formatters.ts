import { charge, costs } from '../budget.ts';
import type { Scope } from '../scope.ts';

/** Formatters of the host take long to make and little to use, so the last ones are kept. */
const mostKept = 200;

/** Makes a source of formatters that are the same for the same locales and options; a new one is charged for. */
export function keepFormatters<Options extends object, Formatter>(
  make: (locales: string | string[] | undefined, options: Options) => Formatter,
): (scope: Scope, locales: string | string[] | undefined, options: Options) => Formatter {
  const kept = new Map<string, Formatter>();
  return (scope, locales, options) => {
    charge(scope, costs.format);
    const key = JSON.stringify([locales, options]);
    const found = kept.get(key);
    if (found) return found;
    charge(scope, costs.formatter);
    const formatter = make(locales, options);
    if (kept.size >= mostKept) kept.clear();
    if (key.length < 1_000) kept.set(key, formatter);
    return formatter;
  };
}
