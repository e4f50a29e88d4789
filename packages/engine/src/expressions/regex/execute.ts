import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { createBoundedCache } from '../bounded-cache.ts';
import { type Budget, charge, chargeText, costs } from '../budget.ts';
import { ExpressionError } from '../errors.ts';
import type { Scope } from '../scope.ts';
import { searchCost } from './cost.ts';
import type { Program } from './instructions.ts';
import { Matcher, type Matching } from './matcher.ts';
import { buildProgram } from './program.ts';

export type Match = RegExpExecArray;

interface Known {
  tree: AST.Pattern;
  program: Program | undefined;
}

const parser = new RegExpParser();

/** Syntax and program of a pattern take up to a kilobyte for each of its characters. */
const known = createBoundedCache<Known>({ entries: 500, weight: 30_000 });

/** Looks at a character that the host does in one step, and the matcher here. */
const hostLooksPerStep = 64;
const ownLooksPerStep = 2;

/** What is left to the host: work that is small, or that grows with the text and no faster. */
const mayBeHosts = (cost: number, { length }: string): boolean => cost <= 4_000 + 16 * length;

/** What a search may cost the host; finding that out is paid for by the length of the pattern. */
function costOf(budget: Budget, { tree }: Known, pattern: RegExp, { length }: string): number {
  charge(budget, costs.search + (pattern.source.length >> 3));
  return searchCost(tree, { isOne: pattern.sticky && !pattern.global, isStartOfText: !pattern.multiline }, length);
}

/**
 * Makes the function that is `pattern.exec(text)` in bounded time: patterns that cannot run away on a text of this length go to the host, which is paid
 * for the most that it may have to do; the others to a matcher that counts its steps. The searches of a global pattern share what they cost.
 * @throws ExpressionError of kind `budget`, here or when searching
 */
export function prepareSearch(budget: Budget, pattern: RegExp, text: string): () => Match | null {
  const parsed = parse(budget, pattern);
  const cost = costOf(budget, parsed, pattern, text);
  if (mayBeHosts(cost, text)) {
    charge(budget, Math.ceil(cost / hostLooksPerStep));
    return () => pattern.exec(text);
  }
  if (parsed.program === undefined) charge(budget, costs.pattern * 4 + pattern.source.length * 8);
  chargeText(budget, text.length, 2);
  parsed.program ??= buildProgram(parsed.tree, pattern.flags);
  const { program } = parsed;
  return () => search(budget, pattern, program, text);
}

/** True, and paid for, if the host may search the text with this pattern. */
export function isForHost(budget: Budget, pattern: RegExp, text: string): boolean {
  const cost = costOf(budget, parse(budget, pattern), pattern, text);
  if (!mayBeHosts(cost, text)) return false;
  charge(budget, Math.ceil(cost / hostLooksPerStep));
  return true;
}

/** As `RegExp.prototype.exec`. */
export const execute = (scope: Scope, pattern: RegExp, text: string): Match | null =>
  prepareSearch(scope, pattern, text)();

function parse(budget: Budget, pattern: RegExp): Known {
  const key = `${pattern.flags}/${pattern.source}`;
  const found = known.get(key);
  if (found) return found;
  charge(budget, costs.pattern + pattern.source.length * 8);
  try {
    const tree = parser.parsePattern(pattern.source, 0, pattern.source.length, {
      unicode: pattern.unicode,
      unicodeSets: pattern.unicodeSets,
    });
    const parsed: Known = { tree, program: undefined };
    known.set(key, parsed, key.length);
    return parsed;
  } catch (cause) {
    throw new ExpressionError('notSupported', 'This pattern is not supported in expressions', { cause });
  }
}

/** Steps of the matcher that are paid for at a time. */
const looksAtOnce = 4_000;

function search(budget: Budget, pattern: RegExp, program: Program, text: string): Match | null {
  const matching: Matching = {
    text,
    steps: 0,
    runOut: () => {
      charge(budget, Math.ceil((looksAtOnce - matching.steps) / ownLooksPerStep));
      matching.steps = looksAtOnce;
    },
  };
  try {
    return firstMatch(new Matcher(program, matching), matching, pattern, program);
  } catch (error) {
    throw error instanceof ExpressionError && error.kind === 'budget' ? tooManySteps() : error;
  } finally {
    budget.steps += Math.floor(matching.steps / ownLooksPerStep);
  }
}

const tooManySteps = () =>
  new ExpressionError('budget', 'The pattern takes too many steps on this text', {
    hint: 'Avoid repetitions within repetitions, such as (a+)+.',
  });

function firstMatch(matcher: Matcher, { text }: Matching, pattern: RegExp, program: Program): Match | null {
  const keepsPlace = pattern.global || pattern.sticky;
  const first = keepsPlace ? pattern.lastIndex : 0;
  const last = pattern.sticky ? Math.min(first, text.length) : text.length;
  for (let start = first; start <= last; start = nextStart(text, start, program.isUnicode)) {
    if (!pattern.sticky) start = matcher.nextStart(start);
    if (start > last) break;
    const ends = matcher.matchAt(start);
    if (ends === undefined) continue;
    if (keepsPlace) pattern.lastIndex = ends[1] ?? start;
    return toMatch(program, ends, text, pattern.hasIndices);
  }
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
