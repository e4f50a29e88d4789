import { charge, chargeList, chargeText, costs, limits } from '../budget.ts';
import { toInteger, toText } from '../language/convert.ts';
import { oneLocaleOf } from '../language/options.ts';
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

/** A method that reads the whole text and makes another of about that size. */
const whole =
  (apply: (text: string) => string): StringMethod =>
  (text, _, scope) => {
    if (text.length > 1_000) chargeText(scope, text.length);
    return apply(text);
  };

const searching =
  (search: (text: string, wanted: string, position: number | undefined) => unknown): StringMethod =>
  (text, [wanted, position], scope) => {
    const part = toText(scope, wanted);
    if (text.length > 1_000) chargeText(scope, text.length + part.length);
    return search(text, part, position === undefined ? undefined : toInteger(scope, position));
  };

const cutting =
  (cut: (text: string, start: number, end: number | undefined) => string): StringMethod =>
  (text, [start, end], scope) => {
    scope.openText(text);
    return cut(text, toInteger(scope, start), end === undefined ? undefined : toInteger(scope, end));
  };

const atPlace =
  (read: (text: string, index: number) => unknown): StringMethod =>
  (text, [index], scope) => {
    scope.openText(text);
    return read(text, toInteger(scope, index));
  };

const padding =
  (pad: (text: string, length: number, filler: string | undefined) => string): StringMethod =>
  (text, [length, filler], scope) => {
    const wanted = toInteger(scope, length);
    chargeText(scope, wanted > text.length ? wanted : 0);
    return pad(text, wanted, filler === undefined ? undefined : toText(scope, filler));
  };

const localeOf = (value: unknown): string | undefined => (typeof value === 'string' ? oneLocaleOf(value) : undefined);

function repeat(text: string, args: readonly unknown[], scope: Scope): string {
  const count = toInteger(scope, args[0]);
  chargeText(scope, text.length * Math.max(0, Math.min(count, limits.textLength + 1)));
  return text.repeat(count);
}

function split(text: string, [separator, limit]: readonly unknown[], scope: Scope): string[] {
  const most = limit === undefined ? limits.listLength + 1 : toInteger(scope, limit);
  if (separator instanceof RegExp) return splitPattern(scope, separator, text, most);
  if (separator === undefined) return most === 0 ? [] : [text];
  chargeText(scope, text.length);
  if (separator === '') chargeList(scope, text.length, 4);
  const parts = text.split(toText(scope, separator), most);
  if (parts.length > limits.listLength) chargeList(scope, parts.length);
  charge(scope, parts.length >> 1);
  return parts;
}

const replacing =
  (isAll: boolean): StringMethod =>
  (text, [wanted, replacement], scope) => {
    if (!(wanted instanceof RegExp)) return replaceText(scope, text, toText(scope, wanted), replacement, isAll);
    if (isAll) assertGlobal(wanted, 'replaceAll');
    return replacePattern(scope, wanted, text, replacement);
  };

const toPattern = (scope: Scope, value: unknown, flags = ''): RegExp =>
  value instanceof RegExp ? value : newPattern(scope, value === undefined ? '(?:)' : toText(scope, value), flags);

function newPattern(scope: Scope, source: string, flags: string): RegExp {
  charge(scope, costs.pattern + source.length * 8);
  return new RegExp(source, flags);
}

const native: Methods<string> = {
  toUpperCase: whole((text) => text.toUpperCase()),
  toLowerCase: whole((text) => text.toLowerCase()),
  toLocaleUpperCase: (text, [locale], scope) => {
    chargeText(scope, text.length);
    return text.toLocaleUpperCase(localeOf(locale));
  },
  toLocaleLowerCase: (text, [locale], scope) => {
    chargeText(scope, text.length);
    return text.toLocaleLowerCase(localeOf(locale));
  },
  trim: whole((text) => text.trim()),
  trimStart: whole((text) => text.trimStart()),
  trimEnd: whole((text) => text.trimEnd()),
  toString: (text: string) => text,
  valueOf: (text: string) => text,
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
  includes: searching((text, wanted, position) => text.includes(wanted, position)),
  startsWith: searching((text, wanted, position) => text.startsWith(wanted, position)),
  endsWith: searching((text, wanted, position) => text.endsWith(wanted, position)),
  indexOf: searching((text, wanted, position) => text.indexOf(wanted, position)),
  lastIndexOf: searching((text, wanted, position) => text.lastIndexOf(wanted, position)),
  localeCompare: (text, [other, locale], scope) => {
    const second = toText(scope, other);
    charge(scope, comparisonSteps(text, second));
    if (locale !== undefined) charge(scope, costs.formatter);
    return text.localeCompare(second, localeOf(locale));
  },
  normalize: (text, [form], scope) => {
    chargeText(scope, text.length, 12);
    return text.normalize(form === undefined ? undefined : toText(scope, form).slice(0, 10));
  },
  concat: (text, args, scope) => {
    let result = text;
    charge(scope, args.length);
    for (const arg of args) {
      result += toText(scope, arg);
      if (result.length > limits.textLength) chargeText(scope, result.length);
    }
    return result;
  },
  repeat,
  padStart: padding((text, length, filler) => text.padStart(length, filler)),
  padEnd: padding((text, length, filler) => text.padEnd(length, filler)),
  split,
  replace: replacing(false),
  replaceAll: replacing(true),
  match: (text, [pattern], scope) => matchPattern(scope, toPattern(scope, pattern), text),
  matchAll: (text, [pattern], scope) => {
    const wanted = toPattern(scope, pattern, 'g');
    assertGlobal(wanted, 'matchAll');
    return allMatches(scope, wanted, text);
  },
  search: (text, [pattern], scope) => searchPattern(scope, toPattern(scope, pattern), text),
  isWellFormed: (text, _, scope) => {
    chargeText(scope, text.length);
    return text.isWellFormed();
  },
  toWellFormed: whole((text) => text.toWellFormed()),
};

export const stringTable = defineTable<string>('text', { native, extensions: stringExtensions });
