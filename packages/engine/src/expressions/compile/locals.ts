import { ExpressionError, forbiddenName } from '../errors.ts';
import { isForbiddenName } from '../language/values.ts';

/** Stands in a slot whose `let` or `const` has not been reached. */
export const uninitialised: unique symbol = Symbol('uninitialised');

export type LocalKind = 'const' | 'let' | 'parameter';

export interface Local {
  name: string;
  kind: LocalKind;
  slot: number;
  /** Environments to go out to reach it. */
  distance: number;
}

/** Names of one function or block while it is compiled; the counterpart of `Environment` while it runs. */
export class Locals {
  readonly #outer: Locals | undefined;
  readonly #kinds = new Map<string, LocalKind>();
  readonly #slots = new Map<string, number>();
  /** What was looked for before, so that deep functions do not search all levels for each name. */
  readonly #found = new Map<string, Local | undefined>();

  constructor(outer?: Locals) {
    this.#outer = outer;
  }

  get size(): number {
    return this.#slots.size;
  }

  /** True if the name is of this function or block itself. */
  has(name: string): boolean {
    return this.#slots.has(name);
  }

  declare(name: string, kind: LocalKind, position: number): number {
    if (isForbiddenName(name)) {
      const error = forbiddenName(name);
      error.position = position;
      throw error;
    }
    if (this.#slots.has(name) && this.#kinds.get(name) !== 'parameter') {
      throw new ExpressionError('syntax', `"${name}" is declared twice`, { position });
    }
    const slot = this.#slots.get(name) ?? this.#slots.size;
    this.#slots.set(name, slot);
    this.#kinds.set(name, kind);
    this.#found.delete(name);
    return slot;
  }

  find(name: string): Local | undefined {
    if (this.#found.has(name)) return this.#found.get(name);
    let distance = 0;
    let local: Local | undefined;
    for (let locals: Locals | undefined = this; locals !== undefined; locals = locals.#outer) {
      const slot = locals.#slots.get(name);
      if (slot !== undefined) {
        local = { name, kind: locals.#kinds.get(name) ?? 'let', slot, distance };
        break;
      }
      distance += 1;
    }
    this.#found.set(name, local);
    return local;
  }
}
