import type {
  AssignmentExpression,
  AssignmentOperator,
  BinaryOperator,
  Expression,
  MemberExpression,
  Pattern,
  UnaryExpression,
  UpdateExpression,
} from 'acorn';
import { chargeList, limits } from '../budget.ts';
import { ExpressionError, forbiddenName, notSupported, quotable, typeError } from '../errors.ts';
import { toKey, toNumber } from '../language/convert.ts';
import { readMember } from '../language/members.ts';
import { assertOwn } from '../language/ownership.ts';
import { isForbiddenName, isPlainObject, typeName } from '../language/values.ts';
import type { Scope } from '../scope.ts';
import type { Binding, Code, Compiler } from './code.ts';
import { environmentAt, readLocal } from './identifiers.ts';
import type { Local, Locals } from './locals.ts';
import { staticName } from './members.ts';
import { type BinaryFunction, binaryFunctions } from './operators.ts';
import { compilePattern } from './patterns.ts';

/**
 * Assignment reaches the locals of the expression, and fields of objects that this very evaluation made. Data of the run and everything
 * global stay as they are.
 */

/** What an operator makes of the old value; `undefined` for an operator that keeps it. */
type Change = (scope: Scope, env: Parameters<Code>[1], old: unknown) => { value: unknown } | undefined;

function compileChange(operator: AssignmentOperator, right: Code): Change {
  if (operator === '=') return (scope, env) => ({ value: right(scope, env) });
  if (operator === '||=') return (scope, env, old) => (old ? undefined : { value: right(scope, env) });
  if (operator === '&&=') return (scope, env, old) => (old ? { value: right(scope, env) } : undefined);
  if (operator === '??=')
    return (scope, env, old) => ((old ?? undefined) === undefined ? { value: right(scope, env) } : undefined);
  const apply: BinaryFunction = binaryFunctions[operator.slice(0, -1) as BinaryOperator];
  return (scope, env, old) => ({ value: apply(scope, old, right(scope, env)) });
}

export function compileAssignment(compiler: Compiler, node: AssignmentExpression, locals: Locals): Code {
  const right = compiler.expression(node.right, locals);
  if (node.left.type === 'ArrayPattern' || node.left.type === 'ObjectPattern') {
    const assign = compileAssignmentTo(compiler, node.left, locals);
    return (scope, env) => {
      const value = right(scope, env);
      assign(scope, env, value);
      return value;
    };
  }
  const target = targetOf(node.left, locals);
  const readsOld = node.operator !== '=';
  const change = compileChange(node.operator, right);
  if ('local' in target) {
    const { local } = target;
    const read = readLocal(local, node.start);
    return (scope, env) => {
      const old = readsOld ? read(scope, env) : undefined;
      const changed = change(scope, env, old);
      if (changed === undefined) return old;
      environmentAt(env, local.distance).values[local.slot] = changed.value;
      return changed.value;
    };
  }
  const place = compilePlace(compiler, target.member, locals);
  return (scope, env) => {
    const { object, key } = place(scope, env);
    const old = readsOld ? readMember(object, key, scope) : undefined;
    const changed = change(scope, env, old);
    if (changed === undefined) return old;
    writeField(scope, object, key, changed.value, target.member.start);
    return changed.value;
  };
}

/** Assigns to the names and members of a pattern: `[a, b] = [b, a]`, `for (name of list)`. */
export const compileAssignmentTo = (compiler: Compiler, pattern: Pattern, locals: Locals): Binding =>
  compilePattern(compiler, pattern, locals, (node) => {
    const target = targetOf(node, locals);
    if ('local' in target) {
      const { slot, distance } = target.local;
      return (_, env, value) => {
        environmentAt(env, distance).values[slot] = value;
      };
    }
    const place = compilePlace(compiler, target.member, locals);
    return (scope, env, value) => {
      const { object, key } = place(scope, env);
      writeField(scope, object, key, value, target.member.start);
    };
  });

/** `++` and `--`. */
export function compileUpdate(compiler: Compiler, node: UpdateExpression, locals: Locals): Code {
  const target = targetOf(node.argument, locals);
  const step = node.operator === '++' ? 1 : -1;
  if ('local' in target) {
    const { local } = target;
    const read = readLocal(local, node.start);
    return (scope, env) => {
      const old = toNumber(scope, read(scope, env));
      const changed = old + step;
      environmentAt(env, local.distance).values[local.slot] = changed;
      return node.prefix ? changed : old;
    };
  }
  const place = compilePlace(compiler, target.member, locals);
  return (scope, env) => {
    const { object, key } = place(scope, env);
    const old = toNumber(scope, readMember(object, key, scope));
    const changed = old + step;
    writeField(scope, object, key, changed, target.member.start);
    return node.prefix ? changed : old;
  };
}

/** `delete object.field`, for objects that the expression made. */
export function compileDelete(compiler: Compiler, node: UnaryExpression, locals: Locals): Code {
  if (node.argument.type !== 'MemberExpression') {
    throw notSupported('Deleting anything but a field is', node.start, 'Write delete object.field.');
  }
  const place = compilePlace(compiler, node.argument, locals);
  const { start } = node.argument;
  return (scope, env) => {
    const { object, key } = place(scope, env);
    assertChangeable(scope, object, key, start);
    return delete (object as Record<string, unknown>)[key];
  };
}

function targetOf(node: Pattern | Expression, locals: Locals): { local: Local } | { member: MemberExpression } {
  if (node.type === 'MemberExpression') return { member: node };
  if (node.type !== 'Identifier') {
    throw notSupported('Assigning to this is', node.start, 'Assign to a name or a field.');
  }
  const local = locals.find(node.name);
  if (local === undefined) {
    throw new ExpressionError('forbidden', `"${node.name}" cannot be changed here`, {
      position: node.start,
      hint: 'An expression changes only names that it declares with let.',
    });
  }
  if (local.kind === 'const') {
    throw new ExpressionError('type', `"${node.name}" is a constant`, {
      position: node.start,
      hint: 'Declare it with let to change it.',
    });
  }
  return { local };
}

type Place = (scope: Scope, env: Parameters<Code>[1]) => { object: unknown; key: string };

function compilePlace(compiler: Compiler, node: MemberExpression, locals: Locals): Place {
  if (node.object.type === 'Super') throw notSupported('"super" is', node.start, 'Name the object.');
  const object = compiler.expression(node.object, locals);
  const name = staticName(node);
  if (name !== undefined) {
    if (isForbiddenName(name)) {
      const error = forbiddenName(name);
      error.position = node.property.start;
      throw error;
    }
    return (scope, env) => ({ object: object(scope, env), key: name });
  }
  const key = compiler.expression(node.property, locals);
  return (scope, env) => ({ object: object(scope, env), key: toKey(scope, key(scope, env)) });
}

function writeField(scope: Scope, object: unknown, key: string, value: unknown, position: number): void {
  assertChangeable(scope, object, key, position);
  if (!Array.isArray(object)) {
    (object as Record<string, unknown>)[key] = value;
    return;
  }
  const index = Number(key);
  if (!Number.isInteger(index) || index < 0 || index >= limits.listLength) {
    throw typeError(`"${quotable(key)}" is no position in a list`);
  }
  if (index > object.length) chargeList(scope, index - object.length);
  object[index] = value;
}

function assertChangeable(scope: Scope, object: unknown, key: string, position: number): void {
  if (isForbiddenName(key)) throw forbiddenName(key);
  if (!isPlainObject(object) && !Array.isArray(object))
    throw typeError(`Fields of ${typeName(object)} cannot be changed`);
  assertOwn(scope, object, 'Make a copy and change that: ({ ...value, field: 1 }).', position);
}
