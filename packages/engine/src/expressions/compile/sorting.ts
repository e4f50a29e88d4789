import type { AnyNode, ArrowFunctionExpression, FunctionDeclaration, FunctionExpression } from 'acorn';
import { charge } from '../budget.ts';
import type { Sorting } from '../language/values.ts';
import { type Compiler, Environment } from './code.ts';
import { Locals } from './locals.ts';
import { weightOf } from './weight.ts';

/**
 * Knows functions that compare by a key, such as `(a, b) => new Date(b.at) - new Date(a.at)` and `(a, b) => a.name.localeCompare(b.name)`: both sides are
 * the same but for the argument. A sort then computes each key once, and leaves the comparisons, of which there are many more, to the host.
 */
export function compileSorting(
  compiler: Compiler,
  { params: [first, second], body }: ArrowFunctionExpression | FunctionExpression | FunctionDeclaration,
  locals: Locals,
): ((env: Environment) => Sorting) | undefined {
  const sides = sidesOf(body);
  if (sides === undefined) return undefined;
  const { left, right, isByText } = sides;
  if (first?.type !== 'Identifier' || second?.type !== 'Identifier' || first.name === second.name) return undefined;
  const isDescending = refersTo(left, second.name);
  const [own, other] = isDescending ? [second.name, first.name] : [first.name, second.name];
  if (refersTo(left, other) || !isSame(left, right, own, other)) return undefined;

  const inner = new Locals(locals);
  inner.declare(own, 'parameter', first.start);
  const key = compiler.expression(left, inner);
  const weight = 1 + weightOf(body);
  return (env) => ({
    isDescending,
    isByText,
    keyOf: (scope, [element]) => {
      charge(scope, weight);
      return key(scope, new Environment(env, [element]));
    },
  });
}

/** What is compared with what: `left - right`, `left.localeCompare(right)`. */
function sidesOf(body: AnyNode): { left: AnyNode; right: AnyNode; isByText: boolean } | undefined {
  if (body.type === 'BinaryExpression' && body.operator === '-') return { ...body, isByText: false };
  if (body.type !== 'CallExpression' || body.callee.type !== 'MemberExpression') return undefined;
  const { object, property, computed, optional } = body.callee;
  const [right] = body.arguments;
  if (computed || optional || body.optional || property.type !== 'Identifier') return undefined;
  if (property.name !== 'localeCompare' || body.arguments.length !== 1 || right === undefined) return undefined;
  return { left: object, right, isByText: true };
}

/** Syntax that gives the same value however often it is evaluated. */
const pure: ReadonlySet<string> = new Set([
  'Identifier',
  'Literal',
  'MemberExpression',
  'ChainExpression',
  'CallExpression',
  'NewExpression',
  'UnaryExpression',
  'BinaryExpression',
  'LogicalExpression',
  'ConditionalExpression',
]);

function refersTo(node: AnyNode, name: string): boolean {
  if (node.type === 'Identifier') return node.name === name;
  return partsOf(node).some(([, part]) => isNode(part) && refersTo(part, name));
}

/** True if `right` is `left` with `other` in place of `own`. */
function isSame(left: AnyNode, right: AnyNode, own: string, other: string): boolean {
  if (left.type !== right.type || !pure.has(left.type)) return false;
  if (left.type === 'Identifier' && right.type === 'Identifier') {
    return right.name !== own && right.name === (left.name === own ? other : left.name);
  }
  const [parts, others] = [partsOf(left), partsOf(right)];
  return (
    parts.length === others.length &&
    parts.every(([key, part], index) => {
      const [otherKey, otherPart] = others[index] ?? [];
      if (key !== otherKey) return false;
      return isNode(part) && isNode(otherPart) ? isSame(part, otherPart, own, other) : Object.is(part, otherPart);
    })
  );
}

/** What a node consists of, without its place. */
const partsOf = (node: AnyNode): [key: string, part: unknown][] =>
  Object.entries(node).flatMap(([key, value]): [string, unknown][] => {
    if (key === 'start' || key === 'end' || key === 'regex') return [];
    return Array.isArray(value) ? value.map((element, index) => [`${key}${index}`, element]) : [[key, value]];
  });

const isNode = (value: unknown): value is AnyNode => typeof (value as Partial<AnyNode> | null)?.type === 'string';
