import { createBoundedCache } from './bounded-cache.ts';
import { chargeText, limits } from './budget.ts';
import { type CompiledCode, compileCode, outermost } from './compile/index.ts';
import { type ExpressionError, errorAt, toExpressionError, typeError } from './errors.ts';
import { isExpression } from './is-expression.ts';
import { toText } from './language/convert.ts';
import { FunctionValue, LazyObject, Namespace } from './language/values.ts';
import { type ParsedCode, parseCode, tooLong } from './parse.ts';
import { Scope } from './scope-state.ts';
import { type CodePart, positionInText, splitTemplate } from './template-parts.ts';
import type { ExpressionScope, Template } from './types.ts';

/** A template that remembers what is wrong with its text, for editors. */
export interface CompiledTemplate extends Template {
  /** Why evaluating it will throw whatever the data; undefined if the text is well formed. */
  readonly error: ExpressionError | undefined;
}

/** Texts and what they compile to, in bytes. */
const cache = createBoundedCache<CompiledTemplate>({ entries: 5_000, weight: 64_000_000 });

/** What a part of the syntax and its closure take, and a text besides. */
const bytesPerNode = 500;
const bytesPerText = 1_000;

/**
 * Reads a text once for any number of evaluations; the result is cached. Never throws: a wrong text gives a template whose `evaluate`
 * throws, and whose `error` says why. A text without `=` at its beginning is a constant.
 */
export function compileTemplate(text: string): CompiledTemplate {
  const known = cache.get(text);
  if (known) return known;
  const { template, size } = makeTemplate(text);
  cache.set(text, template, bytesPerText + 2 * text.length + size * bytesPerNode);
  return template;
}

/** A template, and of how many parts of syntax it is. */
interface Made {
  template: CompiledTemplate;
  size: number;
}

function makeTemplate(text: string): Made {
  if (!isExpression(text)) return { template: constantTemplate(text, text), size: 0 };
  try {
    return compileParts(text);
  } catch (thrown) {
    return { template: failingTemplate(text, toExpressionError(thrown)), size: 0 };
  }
}

const failingTemplate = (text: string, error: ExpressionError): CompiledTemplate => ({
  text,
  constant: false,
  error,
  evaluate: () => {
    throw error;
  },
});

const constantTemplate = (text: string, value: string): CompiledTemplate => ({
  text,
  constant: true,
  error: undefined,
  evaluate: () => value,
});

/** What reading the code takes; evaluations are that much shorter, so that both together have their limit. */
const stepsPerCharacter = 8;

interface Whole {
  text: string;
  isMutating: boolean;
  /** Steps that reading the code is worth. */
  reading: number;
}

/** Text as it is, or code with its place. */
type Part = string | { part: CodePart; compiled: CompiledCode };

function compileParts(text: string): Made {
  const { parts: split, trees } = splitTemplate(text);
  const codeLength = split.reduce((sum, part) => sum + (part.kind === 'code' ? part.code.length : 0), 0);
  if (codeLength > limits.codeLength) throw tooLong();

  const known = new Map<string, CompiledCode>();
  const parts = split.map((part): Part => {
    if (part.kind === 'text') return part.value;
    const compiled = known.get(part.code) ?? compilePart(text, part, trees.get(part.code));
    known.set(part.code, compiled);
    return { part, compiled };
  });
  const [only] = parts;
  if (only === undefined) return { template: constantTemplate(text, ''), size: 0 };
  if (parts.every((part) => typeof part === 'string'))
    return { template: constantTemplate(text, parts.join('')), size: 0 };
  const isMutating = parts.some((part) => typeof part !== 'string' && part.compiled.isMutating);
  const whole: Whole = { text, isMutating, reading: codeLength * stepsPerCharacter };
  const size = parts.length + [...known.values()].reduce((sum, compiled) => sum + compiled.size, 0);
  const template: CompiledTemplate = {
    text,
    constant: false,
    error: undefined,
    evaluate:
      parts.length === 1 && typeof only !== 'string'
        ? (scope) => evaluate(whole, scope, only.part, only.compiled)
        : (scope) => evaluateAll(whole, scope, parts),
  };
  return { template, size };
}

function compilePart(text: string, part: CodePart, parsed: ParsedCode | undefined): CompiledCode {
  try {
    const tree = parsed ?? parseCode(part.code);
    return tree === undefined ? { run: () => undefined, isMutating: false, size: 0 } : compileCode(tree);
  } catch (thrown) {
    throw atPlace(thrown, text, part, -1);
  }
}

function begin(scope: ExpressionScope, { isMutating, reading }: Whole): Scope {
  if (!(scope instanceof Scope)) throw new TypeError('A scope is made by createScope');
  if (!scope.isRunning) {
    scope.begin(reading);
    scope.compile = compileTemplate;
  }
  if (isMutating) scope.owned ??= new WeakSet();
  return scope;
}

function evaluate(whole: Whole, outer: ExpressionScope, part: CodePart, compiled: CompiledCode): unknown {
  const isInner = (outer as Scope).isRunning;
  const scope = begin(outer, whole);
  scope.position = -1;
  try {
    return toResult(compiled.run(scope, outermost));
  } catch (thrown) {
    throw atPlace(thrown, whole.text, part, scope.position);
  } finally {
    scope.isRunning = isInner;
  }
}

/** A text of several parts: each becomes text, null and undefined become nothing. */
function evaluateAll(whole: Whole, outer: ExpressionScope, parts: readonly Part[]): string {
  const isInner = (outer as Scope).isRunning;
  const scope = begin(outer, whole);
  let result = '';
  let current: CodePart | undefined;
  try {
    for (const part of parts) {
      if (typeof part === 'string') {
        result += part;
        continue;
      }
      current = part.part;
      scope.position = -1;
      const value = toResult(part.compiled.run(scope, outermost));
      if (value !== undefined && value !== null) result += typeof value === 'string' ? value : toText(scope, value);
      if (result.length > limits.textLength) chargeText(scope, result.length);
    }
    return result;
  } catch (thrown) {
    throw current ? atPlace(thrown, whole.text, current, scope.position) : toExpressionError(thrown);
  } finally {
    scope.isRunning = isInner;
  }
}

/** What may leave the language: data, dates and the like, but nothing that can be called. */
function toResult(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof LazyObject) return value.toJSON();
  if (value instanceof FunctionValue) {
    throw value instanceof Namespace && !value.isCallable
      ? typeError(`${value.name} is no value`, 'Call one of its functions.')
      : typeError(`${value.name} is a function`, 'Add parentheses to call it.');
  }
  return value;
}

/** Errors whose position is one of a whole text: what an inner evaluation throws keeps its own. */
const placed = new WeakSet<ExpressionError>();

/** Moves an error's position from the code to the whole text. */
function atPlace(thrown: unknown, text: string, part: CodePart, fallback: number): ExpressionError {
  const original = toExpressionError(thrown);
  const inCode = placed.has(original) ? undefined : original.position;
  const position = inCode ?? (fallback >= 0 ? fallback : undefined);
  const inText = position === undefined ? part.start : positionInText(text, part, position);
  const error = placed.has(original) ? errorAt(original, inText) : original;
  error.position = inText;
  placed.add(error);
  return error;
}
