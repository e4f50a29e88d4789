import type { AnyNode, FunctionDeclaration } from 'acorn';
import type { Scope } from '../scope.ts';
import type { Compiler, Environment } from './code.ts';
import { compileFunction } from './functions.ts';
import { type Locals, uninitialised } from './locals.ts';
import { declarationKind, declareNames } from './patterns.ts';

/** Declares the names of a block; what this gives is done when the block begins: functions are there, other names are not yet set. */
export function compileDeclarations(
  compiler: Compiler,
  statements: readonly AnyNode[],
  locals: Locals,
): (scope: Scope, env: Environment) => void {
  const unset: number[] = [];
  for (const statement of statements) {
    const before = locals.size;
    if (isFunction(statement)) locals.declare(statement.id.name, 'let', statement.start);
    if (statement.type !== 'VariableDeclaration') continue;
    const kind = declarationKind(statement);
    if (kind === 'var') continue;
    for (const declarator of statement.declarations) declareNames(declarator.id, kind, locals);
    for (let slot = before; slot < locals.size; slot += 1) unset.push(slot);
  }
  const functions = statements.filter(isFunction).map((statement) => ({
    slot: locals.find(statement.id.name)?.slot ?? 0,
    make: compileFunction(compiler, statement, locals),
  }));
  return (scope, env) => {
    for (const slot of unset) env.values[slot] = uninitialised;
    for (const { slot, make } of functions) env.values[slot] = make(scope, env);
  };
}

const isFunction = (node: AnyNode): node is FunctionDeclaration =>
  node.type === 'FunctionDeclaration' && node.id !== null;
