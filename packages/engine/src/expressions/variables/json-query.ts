import jmespath from 'jmespath';
import { toJsonValue } from '../../items/to-json.ts';
import { charge, chargeFields, chargeText, costs } from '../budget.ts';
import { ExpressionError, forbiddenName, quotable, typeError } from '../errors.ts';
import { isForbiddenName, isPlainObject } from '../language/values.ts';
import type { Scope } from '../scope.ts';

const longestQuery = 5_000;

/** JMESPath over data. The library reads inherited members as well, so a query that names one is refused first. */
export function queryJson(scope: Scope, data: unknown, query: string): unknown {
  if (!isPlainObject(data) && !Array.isArray(data)) {
    throw typeError('$jmespath needs an object or a list to look into', 'Write $jmespath($json.list, "[*].name").');
  }
  if (query.length > longestQuery) throw typeError('The query is too long');
  charge(scope, costs.date);
  chargeText(scope, query.length, 32);
  try {
    const growth = assertFields(parseQuery(query));
    chargeSize(scope, data, 1 + (query.length >> 6) + Math.ceil((growth - 1) / 8), 0);
    return jmespath.search(toJsonValue(data), query) as unknown;
  } catch (cause) {
    if (cause instanceof ExpressionError) throw cause;
    throw new ExpressionError(
      'type',
      `The query failed: ${quotable(cause instanceof Error ? cause.message : String(cause))}`,
      {
        cause,
      },
    );
  }
}

const mostGrowth = 1e9;

/** The library has it, its types do not. */
const parseQuery = (jmespath as typeof jmespath & { compile(query: string): unknown }).compile;

/**
 * Gives how many times the data may occur in the result, at most: each list or object of the query repeats it for each of its entries, and a text of a
 * text has up to twice as many characters, since its quotation marks and backslashes are escaped.
 */
function assertFields(tree: unknown): number {
  let growth = 1;
  const open: unknown[] = [tree];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (Array.isArray(node)) for (const element of node) open.push(element);
    else if (isPlainObject(node)) {
      const { name, type, children } = node;
      if (typeof name === 'string' && (isForbiddenName(name) || (type === 'Field' && name in Object.prototype))) {
        throw forbiddenName(name);
      }
      if ((type === 'MultiSelectList' || type === 'MultiSelectHash') && Array.isArray(children)) {
        growth = Math.min(growth * Math.max(1, children.length), mostGrowth);
      }
      if (type === 'Function' && name === 'to_string') growth = Math.min(growth * 2, mostGrowth);
      for (const field of Object.values(node)) if (typeof field === 'object' && field !== null) open.push(field);
    }
  }
  return growth;
}

/** Charges for each value, at every level that data may have. */
function chargeSize(scope: Scope, value: unknown, steps: number, level: number): void {
  charge(scope, steps);
  if (typeof value === 'string') chargeText(scope, value.length, steps);
  if (typeof value !== 'object' || value === null) return;
  if (level > 500) throw typeError('The data is nested too deeply');
  const fields: unknown[] = Array.isArray(value) ? value : Object.values(value);
  if (fields !== value) chargeFields(scope, fields.length);
  for (const field of fields) chargeSize(scope, field, steps, level + 1);
}
