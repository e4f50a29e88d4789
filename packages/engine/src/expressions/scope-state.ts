import type { Item } from '@millrace/contract/data';
import {
  type Budget,
  charge,
  limits,
  outOfMemory,
  outOfSteps,
  outOfTime,
  previewLimits,
  stepsAtOnce,
} from './budget.ts';
import { ExpressionError } from './errors.ts';
import type { HashText } from './hash.ts';
import type { ExpressionData, ExpressionScope, Template } from './types.ts';

/**
 * The state of evaluations for one node run: the data, the current item, and the budget of the evaluation that is under way.
 * One object for all of it keeps the closures monomorphic and evaluations free of allocation.
 */
export class Scope implements ExpressionScope, Budget {
  readonly data: ExpressionData;
  /** Undefined where hashing was not loaded. */
  readonly hash: HashText | undefined;
  itemIndex = 0;
  variables: Readonly<Record<string, unknown>> | undefined = undefined;
  /** Until the next look at the clock. */
  steps = 0;
  depth = 0;
  isRunning = false;
  /** Reads a text that the running expression asks to evaluate; set by whoever evaluates. */
  compile: ((text: string) => Template) | undefined = undefined;
  /** Where in the code the last call stands; errors without a place of their own are reported there. */
  position = -1;
  /** The value of the `return` that is on its way out of a function. */
  returned: unknown = undefined;
  /** Objects that the running expression made, and so may change; only kept for expressions that change something. */
  owned: WeakSet<object> | undefined = undefined;
  /** Variables that are built once for a node run, by name. */
  readonly built = new Map<string, unknown>();

  /** How many long texts were put together and not read since, by what their length leaves of a division. */
  #made: Uint32Array | undefined = undefined;
  /** What the running evaluation may use beyond `steps`; one object for all scopes that take part in it. */
  #reserve: Reserve = { steps: 0, deadline: undefined };

  constructor(data: ExpressionData, hash?: HashText) {
    this.data = data;
    this.hash = hash;
  }

  /** Begins an evaluation. @param used steps of its budget that are gone already */
  begin(used: number): void {
    const left = (this.data.limits ?? previewLimits).steps - used;
    this.steps = Math.min(left, stepsAtOnce);
    this.#reserve = left <= stepsAtOnce ? noReserve : { steps: left - stepsAtOnce, deadline: undefined };
    this.isRunning = true;
    this.depth = 0;
    this.returned = undefined;
    this.owned = undefined;
    this.#made = undefined;
  }

  runOut(): void {
    const reserve = this.#reserve;
    if (reserve.steps > 0) this.#assertMayGoOn(reserve);
    const more = Math.min(reserve.steps, Math.max(stepsAtOnce, -this.steps));
    reserve.steps -= more;
    this.steps += more;
    if (this.steps < 0) throw outOfSteps();
  }

  #assertMayGoOn(reserve: Reserve): void {
    const { milliseconds, isShortOfMemory } = this.data.limits ?? previewLimits;
    if (isShortOfMemory?.()) throw outOfMemory();
    if (milliseconds === undefined) return;
    const now = this.data.now();
    reserve.deadline ??= now + milliseconds;
    if (now > reserve.deadline) throw outOfTime();
  }

  /** The current item of the first input. */
  get item(): Item | undefined {
    return this.data.inputs[0]?.[this.itemIndex];
  }

  /** A text that was put together. If it is long the host only remembers its parts. */
  made(text: string): string {
    const { length } = text;
    if (length <= longestCopied) return text;
    this.#made ??= new Uint32Array(lengthsTold);
    const place = length % lengthsTold;
    this.#made[place] = (this.#made[place] as number) + 1;
    return text;
  }

  /** Pays for reading a place of a text that was put together: the host makes one text of all its parts then, once. */
  openText({ length }: string): void {
    if (length <= longestCopied || this.#made === undefined) return;
    const place = length % lengthsTold;
    const count = this.#made[place] as number;
    if (count === 0) return;
    this.#made[place] = count - 1;
    charge(this, length >> 8);
  }

  /** Does something one level deeper. @throws ExpressionError if that is too deep */
  nested<T>(work: () => T): T {
    this.depth += 1;
    if (this.depth > limits.callDepth) {
      throw new ExpressionError('budget', 'Expressions evaluate each other without end');
    }
    const result = work();
    this.depth -= 1;
    return result;
  }

  /** Does something with the variables of another item, within the budget of this evaluation and with what it owns. */
  as<T>(other: Scope, work: () => T): T {
    other.isRunning = this.isRunning;
    other.compile = this.compile;
    other.steps = this.steps;
    other.depth = this.depth;
    other.owned = this.owned;
    other.#reserve = this.#reserve;
    this.#made ??= new Uint32Array(lengthsTold);
    other.#made = this.#made;
    try {
      return work();
    } finally {
      this.steps = other.steps;
      this.owned = other.owned;
    }
  }

  /** Marks an object as made by the expression. */
  own<T>(value: T): T {
    if (this.owned !== undefined && typeof value === 'object' && value !== null) {
      charge(this, 2);
      this.owned.add(value);
    }
    return value;
  }

  owns(value: object): boolean {
    return this.owned?.has(value) ?? false;
  }
}

/** Characters that the host puts together at once, or as good as. */
const longestCopied = 1_000;

/** Lengths that are told apart; two that are not make a text that was read already be paid for once more. */
const lengthsTold = 1_024;

/** Steps that are handed out as they are needed. */
interface Reserve {
  steps: number;
  /** Set at the first look at the clock. */
  deadline: number | undefined;
}

const noReserve: Reserve = { steps: 0, deadline: undefined };
