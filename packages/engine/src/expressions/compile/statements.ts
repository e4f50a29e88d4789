import type { AnyNode, IfStatement, Program, VariableDeclaration } from 'acorn';
import { notSupported, ThrownValue } from '../errors.ts';
import { toText } from '../language/convert.ts';
import { compileAssignmentTo } from './assignments.ts';
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
import { compileDeclarations } from './declarations.ts';
import { Locals } from './locals.ts';
import { compileDoWhile, compileFor, compileForEach, compileWhile } from './loops.ts';
import { declarationKind, hoistVariables } from './patterns.ts';

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
      if (node.label)
        throw notSupported('A label is', node.start, 'Put the loops into a function, and return from it.');
      return () => leaveLoop;
    case 'ContinueStatement':
      if (node.label)
        throw notSupported('A label is', node.start, 'Put the inner loop into a function, and return from it.');
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
        throw new ThrownValue(value, value instanceof Error ? value.message : toText(scope, value), node.start);
      };
    }
    default:
      throw refused(node);
  }
}

function refused(node: AnyNode): Error {
  const [what, hint] = refusals.get(node.type) ?? [node.type, 'Use if, for … of and const, or a Code node.'];
  return notSupported(`${what} is`, node.start, hint);
}

const refusals = new Map<string, readonly [what: string, hint: string]>([
  ['WithStatement', ['"with"', 'Take the fields into names: const { a, b } = object.']],
  ['LabeledStatement', ['A label', 'Put the loops into a function, and return from it.']],
  ['DebuggerStatement', ['"debugger"', 'Leave it out; the result is shown as you write.']],
  ['ClassDeclaration', ['A class', 'Use objects and functions, or a Code node.']],
]);

/** Statements that share `locals`; what they declare is known, and not yet set, from their beginning. */
export function compileBlock(compiler: Compiler, statements: readonly AnyNode[], locals: Locals): Action {
  const declare = compileDeclarations(compiler, statements, locals);
  const actions = statements.map((statement) => compiler.statement(statement, locals));
  return (scope, env) => {
    declare(scope, env);
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
  hoistVariables(statements, locals);
  const run = compileBlock(compiler, statements, locals);
  return (scope) => {
    run(scope, new Environment(undefined, []));
    const value = scope.returned;
    scope.returned = undefined;
    return value;
  };
}

function compileDeclaration(compiler: Compiler, node: VariableDeclaration, locals: Locals): Action {
  const isVar = declarationKind(node) === 'var';
  const declared = isVar ? node.declarations.filter(({ init }) => init) : node.declarations;
  const bindings = declared.map(({ id, init }) => {
    const value: Code = init ? compiler.expression(init, locals) : () => undefined;
    return { bind: isVar ? compileAssignmentTo(compiler, id, locals) : compiler.binding(id, locals), value };
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
