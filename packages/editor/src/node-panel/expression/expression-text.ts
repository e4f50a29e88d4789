/**
 * Between a fixed value and its expression. A stored string that starts with `=` is an expression; so that a person can still type a
 * plain text that begins with `=`, such a text is stored as `={{ '=text' }}` and shown again as typed.
 */
import type { Json, ParameterDefinition } from '@millrace/contract';
import { loadsChoices } from '@millrace/engine';

const escapedText = /^=\{\{ '(=(?:[^'\\]|\\.)*)' \}\}$/;

const escapes = new Map([
  ['\\', '\\\\'],
  ["'", "\\'"],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['}', '\\x7d'],
]);

/** What a fixed field stores for a typed text. */
export const storeFixedText = (text: string): string =>
  text.startsWith('=') ? `={{ '${text.replace(/[\\'\n\r}]/g, (mark) => escapes.get(mark)!)}' }}` : text;

/** The typed text, if the stored value is one that `storeFixedText` makes. */
export const fixedTextOf = (stored: string): string | undefined => {
  const inner = escapedText.exec(stored)?.[1];
  return inner?.replace(/\\(?:x7d|.)/g, (code) =>
    code === '\\x7d' ? '}' : code === '\\n' ? '\n' : code === '\\r' ? '\r' : code.slice(1),
  );
};

/** True for values that are shown in expression mode. */
export const isExpressionValue = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith('=') && fixedTextOf(value) === undefined;

/** The expression that gives a fixed value. */
export const addExpression = (value: unknown): string => {
  if (value === undefined || value === null) return '=';
  if (typeof value === 'string') return `=${fixedTextOf(value) ?? value}`;
  return typeof value === 'object' ? `={{ ${JSON.stringify(value)} }}` : `={{${String(value)}}}`;
};

const toNumber = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
};

/**
 * The fixed value that takes an expression's place.
 * @param evaluated what the expression gives for the shown item, as JSON; undefined if it could not be evaluated.
 */
export const removeExpression = (
  definition: ParameterDefinition,
  expression: string,
  evaluated: Json | undefined,
): unknown => {
  switch (definition.type) {
    case 'number':
      return toNumber(evaluated) ?? definition.default;
    case 'boolean':
      return typeof evaluated === 'boolean' ? evaluated : definition.default;
    case 'options':
      if (loadsChoices(definition)) return evaluated ?? definition.default;
      return definition.options?.some(({ value }) => value === evaluated) ? evaluated : definition.default;
    case 'multiOptions':
      return Array.isArray(evaluated) ? evaluated : definition.default;
    case 'json':
      if (evaluated === undefined) return expression.slice(1);
      return typeof evaluated === 'string' ? evaluated : JSON.stringify(evaluated, null, 2);
    default: {
      if (evaluated === undefined) return storeFixedText(expression.slice(1));
      if (evaluated === null) return '';
      return storeFixedText(typeof evaluated === 'object' ? JSON.stringify(evaluated) : String(evaluated));
    }
  }
};

export interface TypedExpression {
  /** With the leading `=`. */
  expression: string;
  /** Where the person goes on writing, in the text behind the `=`. */
  caret: number;
}

/**
 * The expression that a person begins by typing or pasting `{{` into a fixed text; undefined for all other changes.
 * An `=` that was typed in front is taken as the sign of the expression.
 */
export const typedExpression = (before: string, typed: string): TypedExpression | undefined => {
  // What was put in lies between what both texts begin with and what both end with.
  let start = 0;
  while (start < before.length && before[start] === typed[start]) start += 1;
  let end = 0;
  while (end < before.length - start && before.at(-1 - end) === typed.at(-1 - end)) end += 1;
  const insertedTo = typed.length - end;
  const pasted = /\{\{\s*\$[\s\S]*\}\}/.test(typed.slice(start, insertedTo));
  const braces = typed.lastIndexOf('{{', insertedTo - 1);
  const typedBraces = braces >= start - 1 && braces >= 0 && insertedTo - start <= 2 && insertedTo >= braces + 2;
  if (!pasted && !typedBraces) return undefined;
  const sign = typed.startsWith('=') ? 1 : 0;
  return { expression: `=${typed.slice(sign)}`, caret: (pasted ? insertedTo : braces + 2) - sign };
};

/** True for a fixed text that was most likely meant as an expression. */
export const looksLikeExpression = (text: string): boolean => !text.startsWith('=') && /\{\{[\s\S]*\}\}/.test(text);
