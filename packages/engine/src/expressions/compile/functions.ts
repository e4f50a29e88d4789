import type { ArrowFunctionExpression, FunctionDeclaration, FunctionExpression, Pattern } from 'acorn';
import { charge, limits } from '../budget.ts';
import { ExpressionError, notSupported } from '../errors.ts';
import { FunctionValue } from '../language/values.ts';
import type { Scope } from '../scope.ts';
import type { Code } from './code.ts';
import { type Binding, type Compiler, Environment } from './code.ts';
import { Locals } from './locals.ts';
import { declareNames, hoistVariables } from './patterns.ts';
import { compileSorting } from './sorting.ts';
import { weightOf } from './weight.ts';

type FunctionNode = ArrowFunctionExpression | FunctionExpression | FunctionDeclaration;

/** Functions of the expression: closures over the environment in which they were made. */
export function compileFunction(compiler: Compiler, node: FunctionNode, locals: Locals): Code {
  if (node.async) throw notSupported('"async" is', node.start, 'Expressions never wait; leave it out.');
  if (node.generator) throw notSupported('Generators are', node.start, 'Make a list with map or Array.from.');
  // A function that is written as a value knows itself by its name.
  const ownName = node.type === 'FunctionExpression' ? node.id : undefined;
  const around = ownName ? new Locals(locals) : locals;
  if (ownName) around.declare(ownName.name, 'const', ownName.start);
  const inner = new Locals(around);
  const bind = compileParameters(compiler, node.params, inner);
  const run = compileBody(compiler, node, inner);
  const { start } = node;
  // Whoever calls has paid for the call.
  const weight = weightOf(node);
  const sorting = compileSorting(compiler, node, around);
  return (_, given) => {
    const outer = ownName ? new Environment(given, []) : given;
    const invoke = (scope: Scope, args: readonly unknown[]): unknown => {
      scope.depth += 1;
      if (scope.depth > limits.callDepth) throw tooManyCalls(start);
      charge(scope, weight);
      const env = new Environment(outer, []);
      bind(scope, env, args);
      const value = run(scope, env);
      scope.depth -= 1;
      return value;
    };
    const value = new FunctionValue(ownName?.name ?? 'function', invoke, sorting?.(outer));
    if (ownName) outer.values.push(value);
    return value;
  };
}

function compileBody(compiler: Compiler, node: FunctionNode, locals: Locals): Code {
  if (node.body.type !== 'BlockStatement') return compiler.expression(node.body, locals);
  hoistVariables(node.body.body, locals);
  const body = compiler.statements(node.body.body, locals);
  return (scope, env) => {
    body(scope, env);
    const value = scope.returned;
    scope.returned = undefined;
    return value;
  };
}

/** Puts arguments into locals; the common case of plain names is a copy. */
function compileParameters(
  compiler: Compiler,
  params: readonly Pattern[],
  locals: Locals,
): (scope: Scope, env: Environment, args: readonly unknown[]) => void {
  for (const param of params) declareNames(param, 'parameter', locals);
  const [only] = params;
  if (params.every((param) => param.type === 'Identifier')) {
    const count = params.length;
    if (only && count === 1) {
      return (_, env, args) => {
        env.values.push(args[0]);
      };
    }
    return (_, env, args) => {
      for (let index = 0; index < count; index += 1) env.values.push(args[index]);
    };
  }
  const bindings: [Binding, isRest: boolean][] = params.map((param) =>
    param.type === 'RestElement'
      ? [compiler.binding(param.argument, locals), true]
      : [compiler.binding(param, locals), false],
  );
  return (scope, env, args) => {
    bindings.forEach(([bind, isRest], index) => {
      bind(scope, env, isRest ? scope.own(args.slice(index)) : args[index]);
    });
  };
}

const tooManyCalls = (position: number) =>
  new ExpressionError('budget', 'A function of the expression calls itself too often', { position });
