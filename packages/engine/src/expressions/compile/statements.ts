import type {
  AnyNode,
  BlockStatement,
  ForInStatement,
  ForOfStatement,
  ForStatement,
  IfStatement,
  Program,
  Statement,
  VariableDeclaration,
  WhileStatement,
} from 'acorn';
import { charge } from '../budget.ts';
import { ExpressionError, notSupported } from '../errors.ts';
import { toText } from '../language/convert.ts';
import { toList } from '../language/iterate.ts';
import { isPlainObject } from '../language/values.ts';
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
import { Locals, uninitialised } from './locals.ts';
import { declareNames } from './patterns.ts';

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
      const block = compiler.block(node, inner);
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
    case 'EmptyStatement':
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
  ['SwitchStatement', '"switch"'],
  ['TryStatement', '"try"'],
  ['WithStatement', '"with"'],
  ['LabeledStatement', 'A label'],
  ['DoWhileStatement', '"do"'],
  ['DebuggerStatement', '"debugger"'],
  ['FunctionDeclaration', 'A function declaration'],
  ['ClassDeclaration', 'A class'],
]);

/** Statements that share `locals`; what they declare is known, and not yet set, from their beginning. */
export function compileBlock(compiler: Compiler, statements: readonly AnyNode[], locals: Locals): Action {
  const declared: number[] = [];
  for (const statement of statements) {
    if (statement.type !== 'VariableDeclaration') continue;
    const kind = declarationKind(statement);
    const before = locals.size;
    for (const declarator of statement.declarations) declareNames(declarator.id, kind, locals);
    for (let slot = before; slot < locals.size; slot += 1) declared.push(slot);
  }
  const actions = statements.map((statement) => compiler.statement(statement, locals));
  return (scope, env) => {
    for (const slot of declared) env.values[slot] = uninitialised;
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

function declarationKind(node: VariableDeclaration): 'const' | 'let' {
  if (node.kind === 'const') return 'const';
  if (node.kind === 'let' || node.kind === 'var') return 'let';
  throw notSupported(`"${node.kind}" is`, node.start, 'Use const or let.');
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

function compileForEach(compiler: Compiler, node: ForOfStatement | ForInStatement, locals: Locals): Action {
  if (node.type === 'ForOfStatement' && node.await) throw notSupported('"await" is', node.start, 'Leave it out.');
  const list = compiler.expression(node.right, locals);
  const turn = new Locals(locals);
  if (node.left.type !== 'VariableDeclaration') {
    throw notSupported('A loop over a name that exists is', node.left.start, 'Declare it: for (const item of list).');
  }
  const pattern = node.left.declarations[0]?.id;
  if (!pattern) throw notSupported('A loop without a name is', node.left.start, 'Write for (const item of list).');
  declareNames(pattern, declarationKind(node.left), turn);
  const bind = compiler.binding(pattern, turn);
  const body = compiler.statement(node.body, turn);
  const isOverKeys = node.type === 'ForInStatement';
  return (scope, env) => {
    const value = list(scope, env);
    for (const element of isOverKeys ? keysOf(value) : toList(scope, value)) {
      charge(scope, 1);
      const own = new Environment(env, []);
      bind(scope, own, element);
      const completion = body(scope, own);
      if (completion === leaveLoop) break;
      if (completion === leaveFunction) return completion;
    }
    return proceed;
  };
}

const keysOf = (value: unknown): string[] => (isPlainObject(value) || Array.isArray(value) ? Object.keys(value) : []);

function compileFor(compiler: Compiler, node: ForStatement, locals: Locals): Action {
  const header = new Locals(locals);
  const initial: readonly Statement[] = !node.init
    ? []
    : node.init.type === 'VariableDeclaration'
      ? [node.init]
      : [{ type: 'ExpressionStatement', expression: node.init, start: node.init.start, end: node.init.end }];
  const start = compileBlock(compiler, initial, header);
  const test: Code = node.test ? compiler.expression(node.test, header) : () => true;
  const update: Code = node.update ? compiler.expression(node.update, header) : () => undefined;
  const body = compiler.statement(node.body, header);
  return (scope, env) => {
    let own = new Environment(env, []);
    start(scope, own);
    while (test(scope, own)) {
      charge(scope, 1);
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

function compileWhile(compiler: Compiler, node: WhileStatement, locals: Locals): Action {
  const test = compiler.expression(node.test, locals);
  const body = compiler.statement(node.body, locals);
  return (scope, env) => {
    while (test(scope, env)) {
      charge(scope, 1);
      const completion = body(scope, env);
      if (completion === leaveLoop) break;
      if (completion === leaveFunction) return completion;
    }
    return proceed;
  };
}

export const compileBlockStatement = (compiler: Compiler, node: BlockStatement, locals: Locals): Action =>
  compileBlock(compiler, node.body, locals);
