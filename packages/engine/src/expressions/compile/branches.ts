import type { CatchClause, SwitchStatement, TryStatement } from 'acorn';
import { charge, costs } from '../budget.ts';
import { caughtValue, toExpressionError } from '../errors.ts';
import { strictlyEqual } from '../language/equality.ts';
import type { Scope } from '../scope.ts';
import { type Action, type Compiler, type Completion, Environment, leaveLoop, proceed } from './code.ts';
import { compileDeclarations } from './declarations.ts';
import { Locals } from './locals.ts';
import { declareNames } from './patterns.ts';

/** Compares strictly, falls through until a break, as JavaScript does. */
export function compileSwitch(compiler: Compiler, node: SwitchStatement, locals: Locals): Action {
  const value = compiler.expression(node.discriminant, locals);
  const inner = new Locals(locals);
  const consequents = node.cases.flatMap(({ consequent }) => consequent);
  const declare = compileDeclarations(compiler, consequents, inner);
  const cases = node.cases.map(({ test, consequent }) => ({
    test: test ? compiler.expression(test, inner) : undefined,
    actions: consequent.map((statement) => compiler.statement(statement, inner)),
  }));
  const fallback = cases.findIndex(({ test }) => test === undefined);
  return (scope, outer) => {
    const wanted = value(scope, outer);
    const env = new Environment(outer, []);
    declare(scope, env);
    const chosen = cases.findIndex(({ test }) => test !== undefined && strictlyEqual(scope, test(scope, env), wanted));
    const start = chosen === -1 ? fallback : chosen;
    for (const { actions } of start === -1 ? [] : cases.slice(start)) {
      for (const action of actions) {
        const completion = action(scope, env);
        if (completion === leaveLoop) return proceed;
        if (completion !== proceed) return completion;
      }
    }
    return proceed;
  };
}

/** A budget that is used up cannot be caught: the evaluation is over. */
export function compileTry(compiler: Compiler, node: TryStatement, locals: Locals): Action {
  const block = compiler.statement(node.block, locals);
  const handler = node.handler ? compileCatch(compiler, node.handler, locals) : undefined;
  const last = node.finalizer ? compiler.statement(node.finalizer, locals) : undefined;
  const guarded: Action = !handler
    ? block
    : (scope, env) => {
        const { depth } = scope;
        try {
          return block(scope, env);
        } catch (thrown) {
          const error = toExpressionError(thrown);
          if (error.kind === 'budget') throw error;
          charge(scope, costs.error + costs.errorLevel * (scope.depth - depth));
          scope.depth = depth;
          return handler(scope, env, caughtValue(error));
        }
      };
  if (!last) return guarded;
  return (scope, env) => {
    let completion: Completion;
    try {
      completion = guarded(scope, env);
    } catch (thrown) {
      if (toExpressionError(thrown).kind === 'budget') throw thrown;
      charge(scope, costs.error);
      const after = last(scope, env);
      if (after === proceed) throw thrown;
      return after;
    }
    const { returned } = scope;
    const after = last(scope, env);
    if (after !== proceed) return after;
    scope.returned = returned;
    return completion;
  };
}

function compileCatch(
  compiler: Compiler,
  node: CatchClause,
  locals: Locals,
): (scope: Scope, env: Environment, error: unknown) => Completion {
  const inner = new Locals(locals);
  if (node.param) declareNames(node.param, 'let', inner);
  const bind = node.param ? compiler.binding(node.param, inner) : undefined;
  const body = compiler.statement(node.body, inner);
  return (scope, outer, error) => {
    const env = new Environment(outer, []);
    bind?.(scope, env, error);
    return body(scope, env);
  };
}
