import jmespath from 'jmespath';
import { charge, chargeText } from '../budget.ts';
import { ExpressionError, forbiddenName, typeError } from '../errors.ts';
import { isForbiddenName, isPlainObject } from '../language/values.ts';
import type { Scope } from '../scope.ts';

const longestQuery = 5_000;

/** JMESPath over data. The library reads inherited members as well, so a query that names one is refused first. */
export function queryJson(scope: Scope, data: unknown, query: string): unknown {
  if (!isPlainObject(data) && !Array.isArray(data)) {
    throw typeError('$jmespath needs an object or a list to look into', 'Write $jmespath($json.list, "[*].name").');
  }
  if (query.length > longestQuery) throw typeError('The query is too long');
  chargeText(scope, query.length);
  try {
    assertFields(parseQuery(query));
    chargeSize(scope, data, query.length, 0);
    return jmespath.search(data, query) as unknown;
  } catch (cause) {
    if (cause instanceof ExpressionError) throw cause;
    throw new ExpressionError('type', `The query failed: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

/** The library has it, its types do not. */
const parseQuery = (jmespath as typeof jmespath & { compile(query: string): unknown }).compile;

function assertFields(tree: unknown): void {
  const open: unknown[] = [tree];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (Array.isArray(node)) open.push(...node);
    else if (isPlainObject(node)) {
      const { name } = node;
      if (typeof name === 'string' && (isForbiddenName(name) || (node.type === 'Field' && name in Object.prototype))) {
        throw forbiddenName(name);
      }
      open.push(...Object.values(node).filter((value) => typeof value === 'object' && value !== null));
    }
  }
}

/** A query visits each value about once for each of its parts. */
function chargeSize(scope: Scope, value: unknown, parts: number, level: number): void {
  if (typeof value !== 'object' || value === null || level > 100) return;
  for (const field of Object.values(value)) {
    charge(scope, 1 + (parts >> 6));
    chargeSize(scope, field, parts, level + 1);
  }
}
