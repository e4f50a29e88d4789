import { WorkflowError } from './errors.ts';

type Parts = Record<string, unknown>;

export const staticDataKey = (scope: 'node' | 'global', node: string): string =>
  scope === 'global' ? 'global' : `node:${node}`;

/**
 * Data that a workflow, or one of its nodes, keeps between executions. A run works on copies; what it has changed is
 * found by comparing JSON text and given back by key: `global` or `node:<name>`. A part that the run has looked at stays for it as it was then, also
 * where it goes on later and other executions have changed it meanwhile.
 */
export class StaticData {
  readonly #stored: Readonly<Parts>;
  readonly #open = new Map<string, { before: string; value: Record<string, unknown> }>();

  /**
   * @param stored as it is now
   * @param earlier what an earlier part of the run saw, and what it made of it
   */
  constructor(stored: Readonly<Parts> | null | undefined, earlier: { seen?: Parts; changed?: Parts } = {}) {
    this.#stored = stored ?? {};
    const { seen = {}, changed = {} } = earlier;
    for (const [key, value] of Object.entries({ ...seen, ...changed })) {
      this.#openAs(key, value, Object.hasOwn(seen, key) ? seen[key] : this.#read(key));
    }
  }

  of(key: string): Record<string, unknown> {
    return this.#open.get(key)?.value ?? this.#openAs(key, this.#read(key));
  }

  #read(key: string): unknown {
    return Object.hasOwn(this.#stored, key) ? this.#stored[key] : undefined;
  }

  #openAs(key: string, value: unknown, before = value): Record<string, unknown> {
    const copy = structuredClone(value ?? {}) as Record<string, unknown>;
    this.#open.set(key, { before: JSON.stringify(before ?? {}), value: copy });
    return copy;
  }

  /** The parts that the run has looked at, as it found them; undefined where there are none. */
  seen(): Parts | undefined {
    if (this.#open.size === 0) return undefined;
    return Object.fromEntries([...this.#open].map(([key, { before }]) => [key, JSON.parse(before)]));
  }

  /**
   * What differs from the stored data, as plain copies; undefined if nothing does.
   * @throws WorkflowError where a node has put in what JSON cannot hold
   */
  changes(): Parts | undefined {
    const changed: [string, unknown][] = [];
    for (const [key, { before, value }] of this.#open) {
      const text = toText(value);
      if (text !== before) changed.push([key, JSON.parse(text)]);
    }
    return changed.length > 0 ? Object.fromEntries(changed) : undefined;
  }

  /** What `changes` gave is stored: from now on it counts as what was found. */
  stored(changes: Parts): void {
    for (const [key, value] of Object.entries(changes)) {
      const part = this.#open.get(key);
      if (part) part.before = JSON.stringify(value);
    }
  }
}

const toText = (value: Record<string, unknown>): string => {
  try {
    return JSON.stringify(value);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new WorkflowError(`The static data of the workflow cannot be stored: ${reason}`);
  }
};
