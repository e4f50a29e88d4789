import type { DoWhileStatement, ForInStatement, ForOfStatement, ForStatement, Statement, WhileStatement } from 'acorn';
import { charge, chargeFields, chargeList } from '../budget.ts';
import { notSupported } from '../errors.ts';
import { toList } from '../language/iterate.ts';
import { isPlainObject } from '../language/values.ts';
import type { Scope } from '../scope.ts';
import { compileAssignmentTo } from './assignments.ts';
import {
  type Action,
  type Binding,
  type Code,
  type Compiler,
  Environment,
  leaveFunction,
  leaveLoop,
  proceed,
} from './code.ts';
import { Locals } from './locals.ts';
import { declarationKind, declareNames } from './patterns.ts';
import { weightOf } from './weight.ts';

export function compileForEach(compiler: Compiler, node: ForOfStatement | ForInStatement, locals: Locals): Action {
  if (node.type === 'ForOfStatement' && node.await) throw notSupported('"await" is', node.start, 'Leave it out.');
  const list = compiler.expression(node.right, locals);
  const inner = new Locals(locals);
  const turn = 1 + weightOf(node);
  const bind = compileTurn(compiler, node, inner);
  const body = compiler.statement(node.body, inner);
  const isOverKeys = node.type === 'ForInStatement';
  return (scope, env) => {
    const value = list(scope, env);
    for (const element of isOverKeys ? keysOf(scope, value) : toList(scope, value)) {
      charge(scope, turn);
      const own = new Environment(env, []);
      bind(scope, own, element);
      const completion = body(scope, own);
      if (completion === leaveLoop) break;
      if (completion === leaveFunction) return completion;
    }
    return proceed;
  };
}

/** What each turn puts its element into: names of its own, or what is there already. */
function compileTurn(compiler: Compiler, { left }: ForOfStatement | ForInStatement, locals: Locals): Binding {
  if (left.type !== 'VariableDeclaration') return compileAssignmentTo(compiler, left, locals);
  const kind = declarationKind(left);
  const pattern = left.declarations[0]?.id;
  if (!pattern) throw notSupported('A loop without a name is', left.start, 'Write for (const item of list).');
  if (kind === 'var') return compileAssignmentTo(compiler, pattern, locals);
  declareNames(pattern, kind, locals);
  return compiler.binding(pattern, locals);
}

function keysOf(scope: Scope, value: unknown): string[] {
  if (Array.isArray(value)) chargeList(scope, value.length, 4);
  else if (!isPlainObject(value)) return [];
  const keys = Object.keys(value);
  chargeFields(scope, keys.length);
  return keys;
}

export function compileFor(compiler: Compiler, node: ForStatement, locals: Locals): Action {
  const header = new Locals(locals);
  const turn = 1 + weightOf(node);
  const initial: readonly Statement[] = !node.init
    ? []
    : node.init.type === 'VariableDeclaration'
      ? [node.init]
      : [{ type: 'ExpressionStatement', expression: node.init, start: node.init.start, end: node.init.end }];
  const start = compiler.statements(initial, header);
  const test: Code = node.test ? compiler.expression(node.test, header) : () => true;
  const update: Code = node.update ? compiler.expression(node.update, header) : () => undefined;
  const body = compiler.statement(node.body, header);
  return (scope, env) => {
    let own = new Environment(env, []);
    start(scope, own);
    while (test(scope, own)) {
      charge(scope, turn);
      const completion = body(scope, own);
      if (completion === leaveLoop) break;
      if (completion === leaveFunction) return completion;
      // Functions made in a turn keep that turn's values.
      own = new Environment(env, [...own.values]);
      update(scope, own);
    }
    return proceed;
  };
}

export function compileWhile(compiler: Compiler, node: WhileStatement, locals: Locals): Action {
  const test = compiler.expression(node.test, locals);
  const body = compiler.statement(node.body, locals);
  const turn = 1 + weightOf(node);
  return (scope, env) => {
    while (test(scope, env)) {
      charge(scope, turn);
      const completion = body(scope, env);
      if (completion === leaveLoop) break;
      if (completion === leaveFunction) return completion;
    }
    return proceed;
  };
}

export function compileDoWhile(compiler: Compiler, node: DoWhileStatement, locals: Locals): Action {
  const test = compiler.expression(node.test, locals);
  const body = compiler.statement(node.body, locals);
  const turn = 1 + weightOf(node);
  return (scope, env) => {
    do {
      charge(scope, turn);
      const completion = body(scope, env);
      if (completion === leaveLoop) break;
      if (completion === leaveFunction) return completion;
    } while (test(scope, env));
    return proceed;
  };
}
