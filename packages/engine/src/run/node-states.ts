import type { Item, JsonObject, NodeState } from '@millrace/contract/data';
import { toJsonValue } from '../items/to-json.ts';

/** What came in by the first input of one run of a node. */
interface Received {
  items: readonly Item[];
  isLinked: boolean;
}

/** The state of a node while it runs: it may change it as it likes. */
interface OpenState {
  node: string;
  runIndex: number;
  received: Received;
  values: Record<string, unknown>;
  itemsFrom: number | undefined;
}

const nothing: NodeState = { values: {} };

/**
 * What nodes keep between their runs. It is plain data that is stored with each result, so that a run goes on elsewhere without calling any of them
 * again. Items are not in it: a node names the run from which on it needs what came in. In the inputs these items are at hand, also in replay, and so
 * a loop over many items stores none of them a second time.
 */
export class NodeStates {
  readonly #link: (items: readonly Item[], run: number) => readonly Item[];
  readonly #stored = new Map<string, NodeState>();
  /** By node and run, oldest first. */
  readonly #kept = new Map<string, Map<number, Received>>();
  #open: OpenState | undefined;

  /** @param link links the items of a run of a node to themselves */
  constructor(link: (items: readonly Item[], run: number) => readonly Item[]) {
    this.#link = link;
  }

  /** A node run begins, with these items. */
  open(node: string, runIndex: number, items: readonly Item[]): void {
    const { values, itemsFrom } = this.#stored.get(node) ?? nothing;
    this.#open = { node, runIndex, received: { items, isLinked: false }, values: copyOf(values), itemsFrom };
  }

  /**
   * The node run has ended.
   * @returns what is to be stored with its result
   * @throws TypeError where the state is not plain data; it is then what it was before the run, which has not ended
   */
  close(): NodeState {
    const { node, runIndex, received, values, itemsFrom } = this.#open!;
    const state: NodeState = { values: this.#toPlain(values) };
    if (itemsFrom !== undefined) state.itemsFrom = itemsFrom;
    this.#open = undefined;
    this.#keep(node, runIndex, received, state);
    return state;
  }

  #toPlain(values: Record<string, unknown>): JsonObject {
    try {
      return toJsonValue(values) as JsonObject;
    } catch (error) {
      const { node, runIndex, received } = this.#open!;
      this.open(node, runIndex, received.items);
      const reason = error instanceof Error ? error.message : String(error);
      throw new TypeError(`What the node keeps for its next run cannot be stored: ${reason}`);
    }
  }

  /** A node run is taken from the record, with what it kept then. */
  replay(node: string, runIndex: number, items: readonly Item[], state: NodeState): void {
    this.#keep(node, runIndex, { items, isLinked: false }, state);
  }

  /** Takes over what a node kept in an earlier execution, for expressions to read. */
  reuse(node: string, { values }: NodeState): void {
    this.#stored.set(node, { values });
  }

  #keep(node: string, runIndex: number, received: Received, state: NodeState): void {
    this.#stored.set(node, state);
    let runs = this.#kept.get(node);
    const { itemsFrom } = state;
    if (itemsFrom === undefined) {
      if (runs) this.#kept.delete(node);
      return;
    }
    if (!runs) {
      runs = new Map();
      this.#kept.set(node, runs);
    }
    runs.set(runIndex, received);
    for (const run of runs.keys()) {
      if (run >= itemsFrom) break;
      runs.delete(run);
    }
  }

  /** What a node keeps; while it runs, what it may change. */
  valuesOf(node: string): Record<string, unknown> {
    return this.#open?.node === node ? this.#open.values : (this.#stored.get(node) ?? nothing).values;
  }

  keepItemsFrom(run: number | undefined): void {
    if (this.#open) this.#open.itemsFrom = run;
  }

  /** @throws RangeError where they were not kept */
  itemsOf(node: string, run: number): readonly Item[] {
    const open = this.#open;
    const isOpen = open?.node === node && open.runIndex === run;
    const received = isOpen ? open.received : this.#kept.get(node)?.get(run);
    if (!received) throw new RangeError(`What came in in run ${run} was not kept`);
    if (!received.isLinked) {
      received.items = this.#link(received.items, run);
      received.isLinked = true;
    }
    return received.items;
  }
}

/** Of plain data: what is stored is shared with the record, and the node is to change a copy. */
const copyOf = (values: JsonObject): Record<string, unknown> => {
  const copy: Record<string, unknown> = {};
  for (const name in values) {
    const value = values[name];
    copy[name] = typeof value === 'object' && value !== null ? structuredClone(value) : value;
  }
  return copy;
};
