import type {
  BinaryExpression,
  BinaryOperator,
  Expression,
  LogicalExpression,
  UnaryExpression,
  UnaryOperator,
} from 'acorn';
import { charge, chargeText, limits } from '../budget.ts';
import { notSupported, typeError } from '../errors.ts';
import { looselyEqual, toKey, toNumber, toPrimitive, toText } from '../language/convert.ts';
import { strictlyEqual } from '../language/equality.ts';
import { FunctionValue, isForbiddenName, isPlainObject, LazyObject, Namespace, typeName } from '../language/values.ts';
import type { Scope } from '../scope.ts';
import type { Code, Compiler } from './code.ts';
import { isKnownName } from './identifiers.ts';
import type { Locals } from './locals.ts';

export type BinaryFunction = (scope: Scope, left: unknown, right: unknown) => unknown;

export function compileBinary(compiler: Compiler, node: BinaryExpression, locals: Locals): Code {
  if (node.left.type === 'PrivateIdentifier') throw notSupported('Private names are', node.start, 'Leave out the #.');
  const left = compiler.expression(node.left, locals);
  const right = compiler.expression(node.right, locals);
  switch (node.operator) {
    case '+':
      return (scope, env) => add(scope, left(scope, env), right(scope, env));
    case '*':
      return (scope, env) => {
        const a = left(scope, env);
        const b = right(scope, env);
        return typeof a === 'number' && typeof b === 'number' ? a * b : multiply(scope, a, b);
      };
    case '===':
      return (scope, env) => strictlyEqual(scope, left(scope, env), right(scope, env));
    case '!==':
      return (scope, env) => !strictlyEqual(scope, left(scope, env), right(scope, env));
    default: {
      const apply = binaryFunctions[node.operator];
      return (scope, env) => apply(scope, left(scope, env), right(scope, env));
    }
  }
}

export function add(scope: Scope, left: unknown, right: unknown): string | number {
  if (typeof left === 'number' && typeof right === 'number') return left + right;
  const a = toPrimitive(scope, left, 'default');
  const b = toPrimitive(scope, right, 'default');
  if (typeof a !== 'string' && typeof b !== 'string') return addNumbers(scope, a, b);
  const text = String(a) + String(b);
  if (text.length > limits.textLength) chargeText(scope, text.length);
  return scope.made(text);
}

/** Undefined for what is compared as numbers. */
function compare(
  scope: Scope,
  left: unknown,
  right: unknown,
  byOrder: (order: number) => boolean,
): boolean | undefined {
  const a = toPrimitive(scope, left, 'number');
  const b = toPrimitive(scope, right, 'number');
  if (typeof a !== 'string' || typeof b !== 'string') return undefined;
  charge(scope, Math.min(a.length, b.length) >> 5);
  return byOrder(a < b ? -1 : a > b ? 1 : 0);
}

const arithmetic =
  (apply: (left: number, right: number) => number) =>
  (scope: Scope, left: unknown, right: unknown): number =>
    typeof left === 'number' && typeof right === 'number'
      ? apply(left, right)
      : apply(toNumber(scope, left), toNumber(scope, right));

const addNumbers = arithmetic((left, right) => left + right);
const multiply = arithmetic((left, right) => left * right);

const ordering =
  (apply: (left: number, right: number) => boolean, byOrder: (order: number) => boolean): BinaryFunction =>
  (scope, left, right) =>
    typeof left === 'number' && typeof right === 'number'
      ? apply(left, right)
      : (compare(scope, left, right, byOrder) ?? apply(toNumber(scope, left), toNumber(scope, right)));

export const binaryFunctions: Readonly<Record<BinaryOperator, BinaryFunction>> = {
  '+': add,
  '-': arithmetic((left, right) => left - right),
  '*': multiply,
  '/': arithmetic((left, right) => left / right),
  '%': arithmetic((left, right) => left % right),
  '**': arithmetic((left, right) => left ** right),
  '|': arithmetic((left, right) => left | right),
  '&': arithmetic((left, right) => left & right),
  '^': arithmetic((left, right) => left ^ right),
  '<<': arithmetic((left, right) => left << right),
  '>>': arithmetic((left, right) => left >> right),
  '>>>': arithmetic((left, right) => left >>> right),
  '<': ordering(
    (left, right) => left < right,
    (order) => order < 0,
  ),
  '<=': ordering(
    (left, right) => left <= right,
    (order) => order <= 0,
  ),
  '>': ordering(
    (left, right) => left > right,
    (order) => order > 0,
  ),
  '>=': ordering(
    (left, right) => left >= right,
    (order) => order >= 0,
  ),
  '==': looselyEqual,
  '!=': (scope, left, right) => !looselyEqual(scope, left, right),
  '===': strictlyEqual,
  '!==': (scope, left, right) => !strictlyEqual(scope, left, right),
  in: isMember,
  instanceof: (_, left, right) => {
    if (right instanceof Namespace && right.holds) return right.holds(left);
    throw typeError('The right side of instanceof must be a type, such as Date');
  },
};

function isMember(scope: Scope, name: unknown, object: unknown): boolean {
  const key = toKey(scope, name);
  if (isForbiddenName(key)) return false;
  if (object instanceof LazyObject) return object.read(key) !== undefined;
  if (object instanceof Namespace) return object.members.has(key);
  if (isPlainObject(object) || Array.isArray(object)) return Object.hasOwn(object, key);
  throw typeError(`"in" looks into objects and lists, and this is ${typeName(object)}`);
}

export function compileLogical(compiler: Compiler, node: LogicalExpression, locals: Locals): Code {
  const left = compiler.expression(node.left, locals);
  const right = compiler.expression(node.right, locals);
  switch (node.operator) {
    case '||':
      return (scope, env) => left(scope, env) || right(scope, env);
    case '&&':
      return (scope, env) => left(scope, env) && right(scope, env);
    case '??':
      return (scope, env) => left(scope, env) ?? right(scope, env);
  }
}

export function compileUnary(compiler: Compiler, node: UnaryExpression, locals: Locals): Code {
  const operand = compiler.expression(node.argument, locals);
  switch (node.operator as Exclude<UnaryOperator, 'delete'>) {
    case '!':
      return (scope, env) => !operand(scope, env);
    case '-':
      return (scope, env) => -toNumber(scope, operand(scope, env));
    case '+':
      return (scope, env) => toNumber(scope, operand(scope, env));
    case '~':
      return (scope, env) => ~toNumber(scope, operand(scope, env));
    case 'void':
      return (scope, env) => {
        operand(scope, env);
        return undefined;
      };
    case 'typeof':
      return compileTypeof(node.argument, operand, locals);
  }
}

function compileTypeof(argument: Expression, operand: Code, locals: Locals): Code {
  const name = argument.type === 'Identifier' ? argument.name : undefined;
  return (scope, env) => {
    if (name !== undefined && !isKnownName(name, locals, scope)) return 'undefined';
    const value = operand(scope, env);
    if (value instanceof Namespace) return value.isCallable ? 'function' : 'object';
    return value instanceof FunctionValue ? 'function' : typeof value;
  };
}

/** Text of a template literal's part; the same rules as a part of a whole template. */
export function compileTemplateLiteral(texts: readonly string[], parts: readonly Code[]): Code {
  return (scope, env) => {
    let text = texts[0] ?? '';
    for (let index = 0; index < parts.length; index += 1) {
      const part = parts[index];
      if (part) text += toText(scope, part(scope, env)) + (texts[index + 1] ?? '');
      if (text.length > limits.textLength) chargeText(scope, text.length);
    }
    return scope.made(text);
  };
}
