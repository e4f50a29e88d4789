import { type Budget, charge, chargeList, chargeText, limits } from '../budget.ts';
import { typeError } from '../errors.ts';
import { toText } from '../language/convert.ts';
import { indexIn, isLong, splitAt } from '../language/search.ts';
import { FunctionValue } from '../language/values.ts';
import type { Scope } from '../scope.ts';
import { execute, isForHost, type Match, prepareSearch } from './execute.ts';

/** What texts do with patterns; each is JavaScript's method of that name over `execute`, so that every search has its budget. */

export function searchPattern(scope: Scope, pattern: RegExp, text: string): number {
  return firstMatch(scope, pattern, text)?.index ?? -1;
}

export function matchPattern(scope: Scope, pattern: RegExp, text: string): Match | string[] | null {
  if (!pattern.global) return execute(scope, pattern, text);
  const matches = allMatches(scope, pattern, text).map((match) => match[0]);
  return matches.length === 0 ? null : matches;
}

/** Every match from the start; for a pattern without the flag `g` the first. */
export function allMatches(budget: Budget, pattern: RegExp, text: string): Match[] {
  if (!pattern.global) {
    pattern.lastIndex = 0;
    const match = prepareSearch(budget, pattern, text)();
    return match ? [match] : [];
  }
  pattern.lastIndex = 0;
  const matches: Match[] = [];
  const search = prepareSearch(budget, pattern, text);
  for (let match = search(); match !== null; match = search()) {
    matches.push(match);
    charge(budget, 4);
    if (match[0] === '') pattern.lastIndex = nextIndex(text, pattern.lastIndex, pattern.unicode || pattern.unicodeSets);
  }
  return matches;
}

export function replacePattern(scope: Scope, pattern: RegExp, text: string, replacement: unknown): string {
  if (pattern.global && !(replacement instanceof FunctionValue)) {
    const template = toText(scope, replacement);
    chargeText(scope, template.length);
    if (!template.includes('$') && isForHost(scope, pattern, text))
      return replaceByHost(scope, pattern, text, template);
  }
  const matches = allMatches(scope, pattern, text);
  return replaceMatches(scope, text, matches, replacement);
}

/** Pays for each match when the host asks for its replacement. */
function replaceByHost(scope: Scope, pattern: RegExp, text: string, template: string): string {
  chargeText(scope, text.length, 3);
  let { length } = text;
  const result = text.replace(pattern, () => {
    charge(scope, 1);
    length += template.length;
    if (length > limits.textLength) chargeText(scope, length);
    return template;
  });
  chargeText(scope, result.length);
  return result;
}

/** For `replaceAll` and `matchAll`, which ask for the flag. */
export function assertGlobal(pattern: RegExp, method: string): void {
  if (!pattern.global) throw typeError(`${method} needs a pattern with the flag g`, `Write /…/${pattern.flags}g.`);
}

/** As `replace` with a text to look for. */
export function replaceText(scope: Scope, text: string, wanted: string, replacement: unknown, isAll: boolean): string {
  const matches: Match[] = [];
  const step = Math.max(1, wanted.length);
  if (!(replacement instanceof FunctionValue)) {
    const template = toText(scope, replacement);
    chargeText(scope, template.length);
    if (!template.includes('$')) return replacePlainly(scope, text, wanted, template, isAll);
  }
  for (let index = indexIn(scope, text, wanted); index !== -1; index = indexIn(scope, text, wanted, index + step)) {
    matches.push(Object.assign([wanted], { index, input: text }) as unknown as Match);
    charge(scope, 4);
    if (!isAll || index + step > text.length) break;
  }
  return replaceMatches(scope, text, matches, replacement);
}

/** Once it is known how long the result will be. */
function replacePlainly(scope: Scope, text: string, wanted: string, template: string, isAll: boolean): string {
  let count = 0;
  const step = Math.max(1, wanted.length);
  for (let index = indexIn(scope, text, wanted); index !== -1; index = indexIn(scope, text, wanted, index + step)) {
    count += 1;
    charge(scope, 1);
    if (!isAll) return scope.made(text.slice(0, index) + template + text.slice(index + wanted.length));
    if (index + step > text.length) break;
  }
  chargeText(scope, text.length + count * (template.length - wanted.length));
  return isLong(wanted) ? splitAt(scope, text, wanted).join(template) : text.replaceAll(wanted, template);
}

function replaceMatches(scope: Scope, text: string, matches: readonly Match[], replacement: unknown): string {
  const template = replacement instanceof FunctionValue ? undefined : toText(scope, replacement);
  let result = '';
  let from = 0;
  for (const match of matches) {
    result += text.slice(from, match.index);
    result +=
      template === undefined
        ? callReplacer(scope, replacement as FunctionValue, match, text)
        : expand(scope, template, match, text);
    from = match.index + match[0].length;
    if (result.length > limits.textLength) chargeText(scope, result.length);
  }
  result += text.slice(from);
  chargeText(scope, result.length);
  return scope.made(result);
}

function callReplacer(scope: Scope, replacer: FunctionValue, match: Match, text: string): string {
  charge(scope, 1);
  const args: unknown[] = [...match, match.index, text];
  if (match.groups) args.push({ ...match.groups });
  return toText(scope, replacer.invoke(scope, args));
}

/** `$1`, `$<name>`, `$&` and the like. */
export function expand(budget: Budget, template: string, match: Match, text: string): string {
  if (!template.includes('$')) return template;
  charge(budget, 4 + (template.length >> 2));
  return template.replace(
    /\$(?:([$&`'])|(\d\d?)|<([^>]*)>)/g,
    (whole, sign?: string, digits?: string, name?: string) => {
      if (sign === '$') return '$';
      if (sign === '&') return match[0];
      if (sign === '`' || sign === "'") charge(budget, 2 + (text.length >> 6));
      if (sign === '`') return text.slice(0, match.index);
      if (sign === "'") return text.slice(match.index + match[0].length);
      if (digits !== undefined) return expandGroup(match, digits) ?? whole;
      if (match.groups === undefined || name === undefined) return whole;
      return Object.hasOwn(match.groups, name) ? (match.groups[name] ?? '') : '';
    },
  );
}

function expandGroup(match: Match, digits: string): string | undefined {
  const whole = Number(digits);
  if (whole >= 1 && whole < match.length) return match[whole] ?? '';
  const first = Number(digits[0]);
  if (digits.length === 2 && first >= 1 && first < match.length) return (match[first] ?? '') + digits[1];
  return undefined;
}

export function splitPattern(scope: Scope, pattern: RegExp, text: string, limit: number): string[] {
  const global = pattern.global ? pattern : new RegExp(pattern, `${pattern.flags}g`);
  if (limit === 0) return [];
  if (text === '') return firstMatch(scope, global, text)?.[0] === '' ? [] : [''];
  const parts: string[] = [];
  let from = 0;
  for (const match of allMatches(scope, global, text)) {
    const end = match.index + match[0].length;
    if (match[0] === '' && (match.index === from || match.index >= text.length)) continue;
    if (match.index >= text.length) continue;
    parts.push(text.slice(from, match.index), ...match.slice(1));
    if (parts.length >= limit) return parts.slice(0, limit);
    from = end;
  }
  parts.push(text.slice(from));
  chargeList(scope, parts.length);
  return parts.slice(0, limit);
}

function firstMatch(scope: Scope, pattern: RegExp, text: string): Match | null {
  const before = pattern.lastIndex;
  pattern.lastIndex = 0;
  const match = execute(scope, pattern, text);
  pattern.lastIndex = before;
  return match;
}

const nextIndex = (text: string, index: number, isUnicode: boolean): number =>
  index + (isUnicode && (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1);
