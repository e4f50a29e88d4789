import type { AnyNode, Expression, Pattern, Statement } from 'acorn';
import type { Scope } from '../scope.ts';
import type { Locals } from './locals.ts';

/** Values of the locals of one function or block, and of those around it. */
export class Environment {
  readonly outer: Environment | undefined;
  readonly values: unknown[];

  constructor(outer: Environment | undefined, values: unknown[]) {
    this.outer = outer;
    this.values = values;
  }
}

/** A compiled expression. */
export type Code = (scope: Scope, env: Environment) => unknown;

/** A compiled statement; gives how it ended. */
export type Action = (scope: Scope, env: Environment) => Completion;

export type Completion = typeof proceed | typeof leaveLoop | typeof nextTurn | typeof leaveFunction;
export const proceed = 0;
export const leaveLoop = 1;
export const nextTurn = 2;
export const leaveFunction = 3;

/** Puts a value into locals by a pattern. */
export type Binding = (scope: Scope, env: Environment, value: unknown) => void;

/** What the compilers of the single kinds of nodes need of each other. */
export interface Compiler {
  /** True if the expression changes objects, so that it must be kept what is its own. */
  readonly isMutating: boolean;
  expression(node: Expression | AnyNode, locals: Locals): Code;
  statement(node: Statement | AnyNode, locals: Locals): Action;
  /** Statements that share the given locals. */
  statements(nodes: readonly AnyNode[], locals: Locals): Action;
  binding(node: Pattern, locals: Locals): Binding;
}
