import type { AnyNode, CallExpression } from 'acorn';
import { readCodeOf, walk } from './code-parts.ts';
import { ExpressionError } from './errors.ts';
import { positionInText } from './template-parts.ts';
import type { FromAIType } from './types.ts';
import { assertFromAIKey, fromAINames, toFromAIType } from './variables/from-ai.ts';

/** A value that a tool asks a language model for, found in the parameters of the tool. */
export interface FromAICall {
  key: string;
  description?: string;
  type: FromAIType;
  /** Plain data; absent if the model must give the value. */
  defaultValue?: unknown;
  /** Names and indexes that lead to the text within the parameters. */
  path: readonly (string | number)[];
  /** Index of the call in that text. */
  position: number;
}

/**
 * All calls of `$fromAI` in the expressions of a node's parameters, in their order; the same key may occur several times. Code that cannot be read has
 * none: it fails when it is evaluated.
 * @throws ExpressionError with the position if a key or type is wrong, or an argument is not written out
 */
export function findFromAICalls(parameters: unknown): FromAICall[] {
  return textsOf(parameters, []).flatMap(({ text, path }) => callsIn(text).map((call) => ({ ...call, path })));
}

interface Place {
  text: string;
  path: readonly (string | number)[];
}

/** What no text lacks that calls it, however its name is written. */
const mayCall = /\$fromai|\\/i;

function textsOf(value: unknown, path: Place['path']): Place[] {
  if (typeof value === 'string') return mayCall.test(value) ? [{ text: value, path }] : [];
  if (Array.isArray(value)) return value.flatMap((element, index) => textsOf(element, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) => textsOf(field, [...path, name]));
}

function callsIn(text: string): Omit<FromAICall, 'path'>[] {
  return readCodeOf(text).flatMap(({ part, tree }) => {
    const calls = [...walk(tree)].filter(isFromAICall).sort((left, right) => left.start - right.start);
    return calls.map((call) => toFromAICall(call, positionInText(text, part, call.start)));
  });
}

const isFromAICall = (node: AnyNode): node is CallExpression =>
  node.type === 'CallExpression' &&
  node.callee.type === 'Identifier' &&
  (fromAINames as readonly string[]).includes(node.callee.name);

function toFromAICall(call: CallExpression, position: number): Omit<FromAICall, 'path'> {
  try {
    const [key, description, type, defaultValue] = call.arguments.map(literalOf);
    assertFromAIKey(key);
    return {
      key,
      ...(description === undefined || description === null ? {} : { description: String(description) }),
      type: toFromAIType(type ?? undefined),
      ...(defaultValue === undefined ? {} : { defaultValue }),
      position,
    };
  } catch (error) {
    if (error instanceof ExpressionError) error.position = position;
    throw error;
  }
}

/** The value of code that is written out: text, number, list, object. */
function literalOf(node: AnyNode): unknown {
  switch (node.type) {
    case 'Literal':
      if (!node.regex && !node.bigint) return node.value;
      break;
    case 'TemplateLiteral':
      if (node.expressions.length === 0) return node.quasis[0]?.value.cooked;
      break;
    case 'UnaryExpression': {
      const value = literalOf(node.argument);
      if (node.operator === '-' && typeof value === 'number') return -value;
      break;
    }
    case 'Identifier':
      if (node.name === 'undefined') return undefined;
      break;
    case 'ArrayExpression':
      return node.elements.map((element) => (element === null ? null : literalOf(element)));
    case 'ObjectExpression':
      return Object.fromEntries(
        node.properties.map((property) => {
          if (property.type === 'SpreadElement' || property.computed || property.kind !== 'init') throw notWrittenOut();
          const { key } = property;
          return [key.type === 'Identifier' ? key.name : String(literalOf(key)), literalOf(property.value)];
        }),
      );
  }
  throw notWrittenOut();
}

const notWrittenOut = () =>
  new ExpressionError('type', 'The arguments of $fromAI must be written out, since they are read before the run', {
    hint: 'Use texts and numbers, no variables and no calls.',
  });
