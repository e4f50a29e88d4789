import { ExpressionError, quotable } from '../errors.ts';
import { toText } from '../language/convert.ts';
import { HostFunction } from '../language/values.ts';
import type { Scope } from '../scope.ts';
import type { FromAIType } from '../types.ts';

/** `$fromAI`: a value that a language model supplies when it calls the node as a tool. */

export const fromAINames = ['$fromAI', '$fromAi', '$fromai'] as const;

const types: ReadonlySet<string> = new Set<FromAIType>(['string', 'number', 'boolean', 'json', 'date', 'datetime']);

/** @throws ExpressionError if it is no key of a value */
export function assertFromAIKey(key: unknown): asserts key is string {
  if (typeof key === 'string' && /^[\w-]{1,64}$/.test(key)) return;
  throw new ExpressionError('type', '$fromAI needs a key of letters, digits, _ and -, at most 64 of them', {
    hint: 'Write $fromAI("order_id", "What it is").',
  });
}

/** @throws ExpressionError if there is no such type */
export function toFromAIType(type: unknown = 'string'): FromAIType {
  const name = typeof type === 'string' ? type.toLowerCase() : typeof type;
  if (typeof type === 'string' && types.has(name)) return name as FromAIType;
  throw new ExpressionError('type', `$fromAI knows no type "${quotable(name)}"`, {
    hint: `Use ${[...types].join(', ')}.`,
  });
}

const fromAI = new HostFunction('$fromAI', (scope, [key, description, type, defaultValue]) => {
  assertFromAIKey(key);
  const chosen = toFromAIType(type ?? undefined);
  const text = description === undefined || description === null ? undefined : toText(scope, description);
  if (scope.data.fromAI) return scope.data.fromAI(key, text, chosen, defaultValue);
  if (defaultValue !== undefined) return defaultValue;
  throw new ExpressionError('noData', `The value "${key}" comes from a language model, and none has called this node`, {
    type: 'no_ai_value',
    hint: 'It is there when an agent uses the node as a tool. Give a default value as the fourth argument to test it.',
  });
});

export const aiVariables: readonly (readonly [string, (scope: Scope) => unknown])[] = [
  ...fromAINames.map((name): [string, () => unknown] => [name, () => fromAI]),
  // Comes with the scope in nodes that are agents.
  [
    '$agentInfo',
    ({ variables }) => (variables && Object.hasOwn(variables, '$agentInfo') ? variables.$agentInfo : undefined),
  ],
];
