import type { AnyNode, FunctionDeclaration, IfStatement, Program, VariableDeclaration } from 'acorn';
import { ExpressionError, notSupported } from '../errors.ts';
import { toText } from '../language/convert.ts';
import { compileSwitch, compileTry } from './branches.ts';
import {
  type Action,
  type Code,
  type Compiler,
  Environment,
  leaveFunction,
  leaveLoop,
  nextTurn,
  proceed,
} from './code.ts';
import { compileFunction } from './functions.ts';
import { Locals, uninitialised } from './locals.ts';
import { compileDoWhile, compileFor, compileForEach, compileWhile } from './loops.ts';
import { declarationKind, declareNames } from './patterns.ts';

export function compileStatement(compiler: Compiler, node: AnyNode, locals: Locals): Action {
  switch (node.type) {
    case 'ExpressionStatement': {
      const code = compiler.expression(node.expression, locals);
      return (scope, env) => {
        code(scope, env);
        return proceed;
      };
    }
    case 'VariableDeclaration':
      return compileDeclaration(compiler, node, locals);
    case 'ReturnStatement': {
      const value: Code = node.argument ? compiler.expression(node.argument, locals) : () => undefined;
      return (scope, env) => {
        scope.returned = value(scope, env);
        return leaveFunction;
      };
    }
    case 'IfStatement':
      return compileIf(compiler, node, locals);
    case 'BlockStatement': {
      const inner = new Locals(locals);
      const block = compiler.statements(node.body, inner);
      return (scope, env) => block(scope, new Environment(env, []));
    }
    case 'ForOfStatement':
    case 'ForInStatement':
      return compileForEach(compiler, node, locals);
    case 'ForStatement':
      return compileFor(compiler, node, locals);
    case 'WhileStatement':
      return compileWhile(compiler, node, locals);
    case 'BreakStatement':
      if (node.label) throw notSupported('Labels are', node.start, 'Use a plain break.');
      return () => leaveLoop;
    case 'ContinueStatement':
      if (node.label) throw notSupported('Labels are', node.start, 'Use a plain continue.');
      return () => nextTurn;
    case 'DoWhileStatement':
      return compileDoWhile(compiler, node, locals);
    case 'SwitchStatement':
      return compileSwitch(compiler, node, locals);
    case 'TryStatement':
      return compileTry(compiler, node, locals);
    case 'EmptyStatement':
    case 'FunctionDeclaration':
      return () => proceed;
    case 'ThrowStatement': {
      const thrown = compiler.expression(node.argument, locals);
      return (scope, env) => {
        const value = thrown(scope, env);
        const message = value instanceof Error ? value.message : toText(scope, value);
        throw new ExpressionError('type', message, { position: node.start });
      };
    }
    default:
      throw notSupported(
        `${statementNames.get(node.type) ?? node.type} is`,
        node.start,
        'Use if, for … of and const, or a Code node.',
      );
  }
}

const statementNames = new Map<string, string>([
  ['WithStatement', '"with"'],
  ['LabeledStatement', 'A label'],
  ['DebuggerStatement', '"debugger"'],
  ['ClassDeclaration', 'A class'],
]);

const isFunction = (node: AnyNode): node is FunctionDeclaration =>
  node.type === 'FunctionDeclaration' && node.id !== null;

/** Statements that share `locals`; what they declare is known, and not yet set, from their beginning. */
export function compileBlock(compiler: Compiler, statements: readonly AnyNode[], locals: Locals): Action {
  const unset: number[] = [];
  for (const statement of statements) {
    const before = locals.size;
    if (isFunction(statement)) locals.declare(statement.id.name, 'let', statement.start);
    if (statement.type !== 'VariableDeclaration') continue;
    for (const declarator of statement.declarations) declareNames(declarator.id, declarationKind(statement), locals);
    for (let slot = before; slot < locals.size; slot += 1) unset.push(slot);
  }
  const functions = statements.filter(isFunction).map((statement) => ({
    slot: locals.find(statement.id.name)?.slot ?? 0,
    make: compileFunction(compiler, statement, locals),
  }));
  const actions = statements.map((statement) => compiler.statement(statement, locals));
  return (scope, env) => {
    for (const slot of unset) env.values[slot] = uninitialised;
    for (const { slot, make } of functions) env.values[slot] = make(scope, env);
    for (const action of actions) {
      const completion = action(scope, env);
      if (completion !== proceed) return completion;
    }
    return proceed;
  };
}

/** Code of a part that is no single expression: its value is what it returns, or its last expression. */
export function compileProgram(compiler: Compiler, program: Program): Code {
  const locals = new Locals();
  const statements: AnyNode[] = [...program.body];
  const last = statements.at(-1);
  if (last?.type === 'ExpressionStatement') {
    statements[statements.length - 1] = {
      type: 'ReturnStatement',
      argument: last.expression,
      start: last.start,
      end: last.end,
    };
  }
  const run = compileBlock(compiler, statements, locals);
  return (scope) => {
    run(scope, new Environment(undefined, []));
    const value = scope.returned;
    scope.returned = undefined;
    return value;
  };
}

function compileDeclaration(compiler: Compiler, node: VariableDeclaration, locals: Locals): Action {
  const bindings = node.declarations.map(({ id, init }) => {
    const value: Code = init ? compiler.expression(init, locals) : () => undefined;
    return { bind: compiler.binding(id, locals), value };
  });
  return (scope, env) => {
    for (const { bind, value } of bindings) bind(scope, env, value(scope, env));
    return proceed;
  };
}

function compileIf(compiler: Compiler, node: IfStatement, locals: Locals): Action {
  const test = compiler.expression(node.test, locals);
  const consequent = compiler.statement(node.consequent, locals);
  const alternate = node.alternate ? compiler.statement(node.alternate, locals) : undefined;
  return (scope, env) => {
    if (test(scope, env)) return consequent(scope, env);
    return alternate ? alternate(scope, env) : proceed;
  };
}
