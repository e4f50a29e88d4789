import type { Expression, MemberExpression, Super } from 'acorn';
import { forbiddenName, notSupported } from '../errors.ts';
import { toKey } from '../language/convert.ts';
import { readAllowed, readMember } from '../language/members.ts';
import { isForbiddenName } from '../language/values.ts';
import type { Scope } from '../scope.ts';
import type { Code, Compiler, Environment } from './code.ts';
import type { Locals } from './locals.ts';

/**
 * Reads of members. A chain with `?.` stops as a whole: its links pass on `stopped`, and the ChainExpression around
 * them turns it into undefined.
 */
export const stopped: unique symbol = Symbol('stopped');

function assertPublic({ property }: MemberExpression): void {
  if (property.type === 'PrivateIdentifier')
    throw notSupported('Private names are', property.start, 'Leave out the #.');
}

/** The member's name, if it is written out and not computed. */
export function staticName(node: MemberExpression): string | undefined {
  assertPublic(node);
  if (!node.computed) return node.property.type === 'Identifier' ? node.property.name : undefined;
  if (node.property.type !== 'Literal') return undefined;
  const { value } = node.property;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

export function assertNamable(name: string, position: number): void {
  if (!isForbiddenName(name)) return;
  const error = forbiddenName(name);
  error.position = position;
  throw error;
}

export function compileReceiver(compiler: Compiler, node: Expression | Super, locals: Locals): Code {
  if (node.type === 'Super') throw notSupported('"super" is', node.start, 'Call the function by its name.');
  return compiler.expression(node, locals);
}

export function compileMember(compiler: Compiler, node: MemberExpression, locals: Locals): Code {
  const object = compileReceiver(compiler, node.object, locals);
  const name = staticName(node);
  const read = name === undefined ? compileComputedRead(compiler, node, locals) : compileRead(node, name);
  return node.optional || isInChain(node.object)
    ? guarded(node, object, read)
    : (scope, env) => read(scope, env, object(scope, env));
}

type Read = (scope: Scope, env: Environment, object: unknown) => unknown;

function compileRead(node: MemberExpression, name: string): Read {
  assertNamable(name, node.property.start);
  if (!/^\d/.test(name)) return (scope, _env, object) => readAllowed(object, name, scope);
  return (scope, _env, object) => {
    if (typeof object === 'string') scope.openText(object);
    return readAllowed(object, name, scope);
  };
}

function compileComputedRead(compiler: Compiler, node: MemberExpression, locals: Locals): Read {
  assertPublic(node);
  const key = compiler.expression(node.property, locals);
  return (scope, env, object) => {
    const name = key(scope, env);
    if (typeof name === 'number' && Array.isArray(object)) return object[name];
    scope.position = node.property.start;
    if (typeof object === 'string') scope.openText(object);
    return readMember(object, toKey(scope, name), scope);
  };
}

/** True if what stands before may have stopped the chain. Parentheses do not matter: acorn gives them a ChainExpression of their own. */
const isInChain = (node: Expression | Super): boolean => {
  if (node.type === 'MemberExpression') return node.optional || isInChain(node.object);
  if (node.type === 'CallExpression') return node.optional || isInChain(node.callee);
  return false;
};

function guarded(node: MemberExpression, object: Code, read: Read): Code {
  const { optional } = node;
  return (scope, env) => {
    const value = object(scope, env);
    if (value === stopped || (optional && (value === null || value === undefined))) return stopped;
    return read(scope, env, value);
  };
}

export function compileChain(compiler: Compiler, node: Expression, locals: Locals): Code {
  const chain = compiler.expression(node, locals);
  return (scope, env) => {
    const value = chain(scope, env);
    return value === stopped ? undefined : value;
  };
}
