import { charge, chargeList, chargeText, costs, limits } from '../budget.ts';
import { toInteger, toText } from '../language/convert.ts';
import { stepsOfMarks } from '../language/marks.ts';
import { oneLocaleOf } from '../language/options.ts';
import { constant, type Declared, fresh, payingItself, weighing } from '../language/paying.ts';
import { indexIn, isLong, lastIndexIn, splitAt } from '../language/search.ts';
import {
  allMatches,
  assertGlobal,
  matchPattern,
  replacePattern,
  replaceText,
  searchPattern,
  splitPattern,
} from '../regex/operations.ts';
import type { Scope } from '../scope.ts';
import { comparisonSteps } from './comparison.ts';
import { stringExtensions } from './string-extensions.ts';
import { defineTable, type Method, type Methods } from './table.ts';

type StringMethod = Method<string>;

/** Looks for a text from a place on. */
const searching = (
  search: (scope: Scope, text: string, wanted: string, position: number | undefined) => unknown,
): Declared<StringMethod> =>
  payingItself((text, [wanted, position], scope) => {
    scope.openText(text);
    const part = toText(scope, wanted);
    return search(scope, text, part, position === undefined ? undefined : toInteger(scope, position));
  });

/** Reads no more of the text than the part that is wanted. */
const comparing = (
  compare: (text: string, wanted: string, position: number | undefined) => boolean,
): Declared<StringMethod> =>
  searching((scope, text, wanted, position) => {
    chargeText(scope, wanted.length);
    return compare(text, wanted, position);
  });

const cutting = (cut: (text: string, start: number, end: number | undefined) => string): Declared<StringMethod> =>
  constant((text, [start, end], scope) => {
    scope.openText(text);
    return cut(text, toInteger(scope, start), end === undefined ? undefined : toInteger(scope, end));
  });

const atPlace = (read: (text: string, index: number) => unknown): Declared<StringMethod> =>
  constant((text, [index], scope) => {
    scope.openText(text);
    return read(text, toInteger(scope, index));
  });

const padding = (pad: (text: string, length: number, filler: string | undefined) => string): Declared<StringMethod> =>
  payingItself((text, [length, filler], scope) => {
    const wanted = toInteger(scope, length);
    chargeText(scope, wanted > text.length ? wanted : 0);
    return scope.made(pad(text, wanted, filler === undefined ? undefined : toText(scope, filler)));
  });

const localeOf = (value: unknown): string | undefined => (typeof value === 'string' ? oneLocaleOf(value) : undefined);

function repeat(text: string, args: readonly unknown[], scope: Scope): string {
  const count = toInteger(scope, args[0]);
  chargeText(scope, text.length * Math.max(0, Math.min(count, limits.textLength + 1)));
  return scope.made(text.repeat(count));
}

function split(text: string, [separator, limit]: readonly unknown[], scope: Scope): string[] {
  // As JavaScript: a limit below 0 is none.
  const most = limit === undefined ? noLimit : toInteger(scope, limit) >>> 0;
  if (separator instanceof RegExp) return splitPattern(scope, separator, text, most);
  if (separator === undefined) return most === 0 ? [] : [text];
  const between = toText(scope, separator);
  if (between === '') chargeList(scope, Math.min(text.length, most), 4);
  const parts = isLong(between) ? splitAt(scope, text, between) : text.split(between, most);
  chargeText(scope, text.length);
  charge(scope, parts.length >> 1);
  if (parts.length > limits.listLength) chargeList(scope, parts.length);
  return parts.length > most ? parts.slice(0, most) : parts;
}

const noLimit = 2 ** 32 - 1;

const replacing = (isAll: boolean): Declared<StringMethod> =>
  payingItself((text, [wanted, replacement], scope) => {
    if (!(wanted instanceof RegExp)) return replaceText(scope, text, toText(scope, wanted), replacement, isAll);
    if (isAll) assertGlobal(wanted, 'replaceAll');
    return replacePattern(scope, wanted, text, replacement);
  });

const toPattern = (scope: Scope, value: unknown, flags = ''): RegExp =>
  value instanceof RegExp ? value : newPattern(scope, value === undefined ? '(?:)' : toText(scope, value), flags);

function newPattern(scope: Scope, source: string, flags: string): RegExp {
  charge(scope, costs.pattern + source.length * 8);
  return new RegExp(source, flags);
}

const native: Methods<string> = {
  toUpperCase: (text) => text.toUpperCase(),
  toLowerCase: (text) => text.toLowerCase(),
  toLocaleUpperCase: weighing(4, (text, [locale]) => text.toLocaleUpperCase(localeOf(locale))),
  toLocaleLowerCase: weighing(4, (text, [locale]) => text.toLocaleLowerCase(localeOf(locale))),
  trim: (text) => text.trim(),
  trimStart: (text) => text.trimStart(),
  trimEnd: (text) => text.trimEnd(),
  toString: constant((text: string) => text),
  valueOf: constant((text: string) => text),
  slice: cutting((text, start, end) => text.slice(start, end)),
  substring: cutting((text, start, end) => text.substring(start, end)),
  substr: cutting((text, start, length) => {
    const from = start < 0 ? Math.max(0, text.length + start) : start;
    return text.slice(from, length === undefined ? undefined : from + Math.max(0, length));
  }),
  at: atPlace((text, index) => text.at(index)),
  charAt: atPlace((text, index) => text.charAt(index)),
  charCodeAt: atPlace((text, index) => text.charCodeAt(index)),
  codePointAt: atPlace((text, index) => text.codePointAt(index)),
  includes: searching((scope, text, wanted, position) => indexIn(scope, text, wanted, position) !== -1),
  startsWith: comparing((text, wanted, position) => text.startsWith(wanted, position)),
  endsWith: comparing((text, wanted, position) => text.endsWith(wanted, position)),
  indexOf: searching(indexIn),
  lastIndexOf: searching(lastIndexIn),
  localeCompare: payingItself((text, [other, locale], scope) => {
    const second = toText(scope, other);
    charge(scope, comparisonSteps(text, second));
    if (locale !== undefined) charge(scope, costs.formatter);
    return text.localeCompare(second, localeOf(locale));
  }),
  normalize: weighing(12, (text, [form], scope) => {
    const chosen = form === undefined ? undefined : toText(scope, form).slice(0, 10);
    charge(scope, stepsOfMarks(text));
    return text.normalize(chosen);
  }),
  concat: payingItself((text, args, scope) => {
    let result = text;
    charge(scope, args.length);
    for (const arg of args) {
      result += toText(scope, arg);
      if (result.length > limits.textLength) chargeText(scope, result.length);
    }
    return scope.made(result);
  }),
  repeat: payingItself(repeat),
  padStart: padding((text, length, filler) => text.padStart(length, filler)),
  padEnd: padding((text, length, filler) => text.padEnd(length, filler)),
  split: fresh(payingItself(split)),
  replace: replacing(false),
  replaceAll: replacing(true),
  match: fresh(payingItself((text, [pattern], scope) => matchPattern(scope, toPattern(scope, pattern), text))),
  matchAll: fresh(
    payingItself((text, [pattern], scope) => {
      const wanted = toPattern(scope, pattern, 'g');
      assertGlobal(wanted, 'matchAll');
      return allMatches(scope, wanted, text);
    }),
  ),
  search: payingItself((text, [pattern], scope) => searchPattern(scope, toPattern(scope, pattern), text)),
  isWellFormed: (text) => text.isWellFormed(),
  toWellFormed: (text) => text.toWellFormed(),
};

export const stringTable = defineTable<string>('text', { native, extensions: stringExtensions });
