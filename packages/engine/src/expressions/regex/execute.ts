import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { type Budget, charge, chargeText, costs } from '../budget.ts';
import { ExpressionError } from '../errors.ts';
import type { Scope } from '../scope.ts';
import { searchCost } from './cost.ts';
import { Matcher } from './matcher.ts';
import { buildProgram, type Program } from './program.ts';

export type Match = RegExpExecArray;

/** Work that the host's matcher may be given without a budget: some milliseconds. */
const nativeCost = 5_000_000;

interface Known {
  tree: AST.Pattern;
  program: Program | undefined;
}

const parser = new RegExpParser();
const known = new Map<string, Known>();
const mostKnown = 500;

/**
 * Makes the function that is `pattern.exec(text)` in bounded time: patterns that cannot run away on a text of this length go to the host, the
 * others to a matcher that counts its steps. The searches of a global pattern share what they cost.
 * @throws ExpressionError of kind `budget`, here or when searching
 */
export function prepareSearch(budget: Budget, pattern: RegExp, text: string): () => Match | null {
  chargeText(budget, text.length);
  charge(budget, costs.search);
  const parsed = parse(pattern);
  if (searchCost(parsed.tree, pattern.sticky, text.length) <= nativeCost) return () => pattern.exec(text);
  if (parsed.program === undefined) charge(budget, costs.pattern * 4 + pattern.source.length * 8);
  chargeText(budget, text.length, 2);
  parsed.program ??= buildProgram(parsed.tree, pattern.flags);
  const { program } = parsed;
  return () => search(budget, pattern, program, text);
}

/** True if the host may search the text with this pattern. */
export const isHarmless = (pattern: RegExp, text: string): boolean =>
  searchCost(parse(pattern).tree, pattern.sticky, text.length) <= nativeCost;

/** As `RegExp.prototype.exec`. */
export const execute = (scope: Scope, pattern: RegExp, text: string): Match | null =>
  prepareSearch(scope, pattern, text)();

function parse(pattern: RegExp): Known {
  const key = `${pattern.flags}/${pattern.source}`;
  const found = known.get(key);
  if (found) return found;
  try {
    const tree = parser.parsePattern(pattern.source, 0, pattern.source.length, {
      unicode: pattern.unicode,
      unicodeSets: pattern.unicodeSets,
    });
    const parsed: Known = { tree, program: undefined };
    if (known.size >= mostKnown) known.clear();
    if (key.length < 10_000) known.set(key, parsed);
    return parsed;
  } catch (cause) {
    throw new ExpressionError('notSupported', 'This pattern is not supported in expressions', { cause });
  }
}

function search(budget: Budget, pattern: RegExp, program: Program, text: string): Match | null {
  const allowed = 500_000 + 2 * text.length;
  const matching = { text, steps: allowed };
  const matcher = new Matcher(program, matching);
  const keepsPlace = pattern.global || pattern.sticky;
  const first = keepsPlace ? pattern.lastIndex : 0;
  const last = pattern.sticky ? Math.min(first, text.length) : text.length;
  for (let start = first; start <= last; start = nextStart(text, start, program.isUnicode)) {
    if (!pattern.sticky) start = matcher.nextStart(start);
    if (start > last) break;
    const ends = matcher.matchAt(start);
    if (ends === undefined) continue;
    charge(budget, (allowed - matching.steps) >> 1);
    if (keepsPlace) pattern.lastIndex = ends[1] ?? start;
    return toMatch(program, ends, text, pattern.hasIndices);
  }
  charge(budget, (allowed - matching.steps) >> 1);
  if (keepsPlace) pattern.lastIndex = 0;
  return null;
}

const nextStart = (text: string, start: number, isUnicode: boolean): number =>
  start + (isUnicode && (text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1);

/** The same shape that the host gives. */
function toMatch(program: Program, ends: readonly number[], text: string, hasIndices: boolean): Match {
  const spans: ([number, number] | undefined)[] = [];
  for (let group = 0; group <= program.groupCount; group += 1) {
    const from = ends[2 * group] ?? -1;
    const to = ends[2 * group + 1] ?? -1;
    spans.push(from < 0 || to < 0 ? undefined : [from, to]);
  }
  const texts = spans.map((span) => span && text.slice(span[0], span[1]));
  const groups = namedGroups(program, texts);
  const match = Object.assign(texts, { index: ends[0] ?? 0, input: text, groups });
  return (
    hasIndices
      ? Object.assign(match, { indices: Object.assign(spans, { groups: namedGroups(program, spans) }) })
      : match
  ) as Match;
}

function namedGroups<T>(
  program: Program,
  values: readonly (T | undefined)[],
): Record<string, T | undefined> | undefined {
  if (program.groupNames.length === 0) return undefined;
  const groups: Record<string, T | undefined> = Object.create(null) as Record<string, T | undefined>;
  for (const [name, group] of program.groupNames) groups[name] ??= values[group];
  return groups;
}
