import { DateTime, Duration, Interval } from 'luxon';
import { chargeFields } from '../budget.ts';
import { typeError } from '../errors.ts';
import type { Scope } from '../scope.ts';
import { toText } from './convert.ts';
import { isForbiddenName, isPlainObject } from './values.ts';

const mostOptions = 50;

/** Options for a function of the host (`Intl`, Luxon): a copy of an object's simple fields, so that the host meets nothing else. */
export function plainOptions(scope: Scope, value: unknown): Record<string, string | number | boolean> {
  const options: Record<string, string | number | boolean> = {};
  if (!isPlainObject(value)) return options;
  const names = Object.keys(value);
  chargeFields(scope, names.length);
  for (const name of names.slice(0, mostOptions)) {
    const field = value[name];
    const isSimple = typeof field === 'string' || typeof field === 'number' || typeof field === 'boolean';
    const isShort = name.length <= 100 && (typeof field !== 'string' || field.length <= 1_000);
    if (isSimple && isShort && !isForbiddenName(name)) options[name] = field;
  }
  return options;
}

export function localesOf(value: unknown): string | string[] | undefined {
  if (typeof value === 'string') return oneLocaleOf(value);
  if (!Array.isArray(value)) return undefined;
  return value
    .slice(0, 20)
    .filter((locale) => typeof locale === 'string')
    .map(oneLocaleOf);
}

/** The name of a language; the host would read a long text to its end before it says that it is none. */
export function oneLocaleOf(value: string): string {
  if (value.length <= 100) return value;
  throw typeError('This is no language', 'Write one such as "de-DE".');
}

function shortText(text: string): string {
  if (text.length <= 200) return text;
  throw typeError('This text is too long here');
}

/** An argument as a function of Luxon may get it. */
export function plainArgument(scope: Scope, value: unknown): unknown {
  if (typeof value === 'string') return shortText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof DateTime || value instanceof Duration || value instanceof Interval || value instanceof Date)
    return value;
  if (Array.isArray(value)) return value.slice(0, mostOptions).map((element) => shortText(toText(scope, element)));
  return plainOptions(scope, value);
}
