import type { CallExpression, Expression, MemberExpression, NewExpression } from 'acorn';
import { charge } from '../budget.ts';
import { ExpressionError, notSupported, typeError } from '../errors.ts';
import { toKey } from '../language/convert.ts';
import { callMember, callValue, hasMethod, readAllowed } from '../language/members.ts';
import { FunctionValue, Namespace, noArguments } from '../language/values.ts';
import { numberTable } from '../methods/number.ts';
import { stringTable } from '../methods/string.ts';
import type { Scope } from '../scope.ts';
import type { Code, Compiler, Environment } from './code.ts';
import { compileElements } from './literals.ts';
import type { Locals } from './locals.ts';
import { assertNamable, compileReceiver, staticName, stopped } from './members.ts';

type Arguments = (scope: Scope, env: Environment) => readonly unknown[];

function compileArguments(compiler: Compiler, nodes: CallExpression['arguments'], locals: Locals): Arguments {
  const [first] = nodes;
  if (first === undefined) return () => noArguments;
  if (nodes.length === 1 && first.type !== 'SpreadElement') {
    const code = compiler.expression(first, locals);
    return (scope, env) => [code(scope, env)];
  }
  return compileElements(compiler, nodes, locals);
}

export function compileCall(compiler: Compiler, node: CallExpression, locals: Locals): Code {
  if (node.callee.type === 'Identifier' && node.callee.name === '$if' && !locals.find('$if')) {
    return compileChoice(compiler, node, locals);
  }
  const args = compileArguments(compiler, node.arguments, locals);
  return node.callee.type === 'MemberExpression'
    ? compileMethodCall(compiler, node, node.callee, args, locals)
    : compileFunctionCall(compiler, node, args, locals);
}

function compileFunctionCall(compiler: Compiler, node: CallExpression, args: Arguments, locals: Locals): Code {
  const callee = compileReceiver(compiler, node.callee, locals);
  const name = node.callee.type === 'Identifier' ? node.callee.name : 'The value';
  const { optional, start } = node;
  return (scope, env) => {
    const value = callee(scope, env);
    if (value === stopped || (optional && (value === null || value === undefined))) return stopped;
    charge(scope, 1);
    const values = args(scope, env);
    scope.position = start;
    return callValue(scope, value, values, name);
  };
}

function compileMethodCall(
  compiler: Compiler,
  node: CallExpression,
  callee: MemberExpression,
  args: Arguments,
  locals: Locals,
): Code {
  const object = compileReceiver(compiler, callee.object, locals);
  const name = staticName(callee);
  if (name === undefined) return compileComputedCall(compiler, node, callee, object, args, locals);
  assertNamable(name, callee.property.start);
  const position = callee.property.start;
  const ofString = stringTable.methods.get(name);
  const ofNumber = numberTable.methods.get(name);
  const { optional } = callee;
  return (scope, env) => {
    const receiver = object(scope, env);
    if (receiver === stopped || (optional && (receiver === null || receiver === undefined))) return stopped;
    if (node.optional && isMissing(receiver, name)) return stopped;
    charge(scope, 1);
    const values = args(scope, env);
    scope.position = position;
    if (typeof receiver === 'string' && ofString !== undefined) return ofString(receiver, values, scope);
    if (typeof receiver === 'number' && ofNumber !== undefined) return ofNumber(receiver, values, scope);
    return callMember(scope, receiver, name, values);
  };
}

/** For `object.method?.()`: extensions of plain objects are no fields, and still are there. */
function isMissing(receiver: unknown, name: string): boolean {
  if (receiver === null || receiver === undefined) return true;
  const value = readAllowed(receiver, name);
  return value === null || (value === undefined && !hasMethod(receiver, name));
}

function compileComputedCall(
  compiler: Compiler,
  node: CallExpression,
  callee: MemberExpression,
  object: Code,
  args: Arguments,
  locals: Locals,
): Code {
  const key = compiler.expression(callee.property as Expression, locals);
  const position = callee.property.start;
  return (scope, env) => {
    const receiver = object(scope, env);
    if (receiver === stopped || (callee.optional && (receiver === null || receiver === undefined))) return stopped;
    charge(scope, 1);
    const name = toKey(scope, key(scope, env));
    scope.position = position;
    assertNamable(name, position);
    if (node.optional && isMissing(receiver, name)) return stopped;
    const values = args(scope, env);
    if (Array.isArray(receiver) && Object.hasOwn(receiver, name)) {
      return callValue(scope, receiver[Number(name)], values, name);
    }
    return callMember(scope, receiver, name, values);
  };
}

/** `$if(condition, value, otherwise)`: only the chosen value is computed. */
function compileChoice(compiler: Compiler, node: CallExpression, locals: Locals): Code {
  const [condition, value, otherwise] = node.arguments.map((argument) => {
    if (argument.type !== 'SpreadElement') return compiler.expression(argument, locals);
    throw notSupported('"..." in $if is', argument.start, 'Write the values out.');
  });
  if (!condition || !value) {
    throw new ExpressionError('syntax', '$if needs a condition and a value', {
      position: node.start,
      hint: 'Write $if(condition, value, otherwise).',
    });
  }
  return (scope, env) => (condition(scope, env) ? value(scope, env) : otherwise ? otherwise(scope, env) : false);
}

export function compileNew(compiler: Compiler, node: NewExpression, locals: Locals): Code {
  const callee = compileReceiver(compiler, node.callee, locals);
  const args = compileArguments(compiler, node.arguments, locals);
  const { start } = node;
  return (scope, env) => {
    const type = callee(scope, env);
    charge(scope, 1);
    const values = args(scope, env);
    scope.position = start;
    if (type instanceof Namespace && type.construct) return type.construct(scope, values);
    throw typeError(
      type instanceof FunctionValue ? `new ${type.name} is not possible` : 'This is no type to make values of',
    );
  };
}
