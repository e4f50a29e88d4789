import type { Item } from '@millrace/contract/data';
import { type Budget, charge } from './budget.ts';
import type { ExpressionData, ExpressionScope } from './types.ts';

/**
 * The state of evaluations for one node run: the data, the current item, and the budget of the evaluation that is under way.
 * One object for all of it keeps the closures monomorphic and evaluations free of allocation.
 */
export class Scope implements ExpressionScope, Budget {
  readonly data: ExpressionData;
  itemIndex = 0;
  variables: Readonly<Record<string, unknown>> | undefined = undefined;
  steps = 0;
  depth = 0;
  isRunning = false;
  /** Where in the code the last call stands; errors without a place of their own are reported there. */
  position = -1;
  /** The value of the `return` that is on its way out of a function. */
  returned: unknown = undefined;
  /** Objects that the running expression made, and so may change; only kept for expressions that change something. */
  owned: WeakSet<object> | undefined = undefined;
  /** Variables that are built once for a node run, by name. */
  readonly built = new Map<string, unknown>();

  #opened = '';

  constructor(data: ExpressionData) {
    this.data = data;
  }

  /** The current item of the first input. */
  get item(): Item | undefined {
    return this.data.inputs[0]?.[this.itemIndex];
  }

  /** Pays for reading a place of a long text: the host makes one text of all its parts then, once. */
  openText(text: string): void {
    if (text.length <= 1_000 || text === this.#opened) return;
    charge(this, text.length >> 8);
    this.#opened = text;
  }

  /** Marks an object as made by the expression. */
  own<T>(value: T): T {
    if (typeof value === 'object' && value !== null) this.owned?.add(value);
    return value;
  }

  owns(value: object): boolean {
    return this.owned?.has(value) ?? false;
  }
}

/** An environment of variables for the items of one node run. Make one for a node run, then move `itemIndex`. */
export function createScope(data: ExpressionData): ExpressionScope {
  return new Scope(data);
}
