import { WorkflowError } from './errors.ts';

/**
 * Data that a workflow, or one of its nodes, keeps between executions. A run works on copies; what it has changed is
 * found by comparing JSON text and given back by key: `global` or `node:<name>`.
 */
export class StaticData {
  readonly #stored: Readonly<Record<string, unknown>>;
  readonly #open = new Map<string, { before: string; value: Record<string, unknown> }>();

  constructor(stored: Readonly<Record<string, unknown>> | null | undefined, changed: Record<string, unknown> = {}) {
    this.#stored = stored ?? {};
    for (const [key, value] of Object.entries(changed)) this.#openAs(key, value);
  }

  of(key: string): Record<string, unknown> {
    return this.#open.get(key)?.value ?? this.#openAs(key, this.#read(key));
  }

  #read(key: string): unknown {
    return Object.hasOwn(this.#stored, key) ? this.#stored[key] : undefined;
  }

  #openAs(key: string, value: unknown): Record<string, unknown> {
    const copy = structuredClone(value ?? {}) as Record<string, unknown>;
    this.#open.set(key, { before: JSON.stringify(this.#read(key) ?? {}), value: copy });
    return copy;
  }

  /**
   * What differs from the stored data, as plain copies; undefined if nothing does.
   * @throws WorkflowError where a node has put in what JSON cannot hold
   */
  changes(): Record<string, unknown> | undefined {
    const changed: [string, unknown][] = [];
    for (const [key, { before, value }] of this.#open) {
      const text = toText(value);
      if (text !== before) changed.push([key, JSON.parse(text)]);
    }
    return changed.length > 0 ? Object.fromEntries(changed) : undefined;
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
