import type { ItemLists, TaskSource } from '@millrace/contract/data';
import { feedersOf, type Graph, sourcesOf, targetsOf } from '../graph/index.ts';
import type { QueuedRun } from './types.ts';

/**
 * What is to be run next. A stack, so that one branch runs to its end before the next begins, or, in the older order of the public format, a queue, so
 * that all branches go on level by level. A node with several connected inputs waits until each has data or can no longer get any: that is, until no
 * node that is queued or waiting has a path to a missing input. If that is so when data arrives, it runs at its place among the nodes that are due by
 * then; else after the branch that was the last to feed it. Level by level it runs when nothing is queued any more.
 *
 * Only the node runs above a place in the stack change while that place is there. So each waiting node remembers the lowest
 * queued run that may still feed it and looks no lower again: the search costs each queued run at most one look for each waiting node.
 */

export interface QueueRules {
  /** Main inputs of a node, whether connected or not. */
  inputCount(node: string): number;
  /** The node runs for each arrival, even where several inputs are connected. */
  runsOnAnyInput(node: string): boolean;
  /** Level by level instead of branch by branch. */
  byLevel: boolean;
  /** Nodes that may run; undefined: all. */
  allowed: ReadonlySet<string> | undefined;
}

/** What a finished run of a node gave. */
export interface Delivery {
  node: string;
  outputs: ItemLists;
  runIndex: number;
  /** Only to these nodes. */
  only?: ReadonlySet<string>;
}

/** A node with several inputs of which some have come. */
interface Pending extends QueuedRun {
  received: boolean[];
  /** No queued run below this place can feed a missing input. */
  searched: number;
}

type Due = QueuedRun | Pending;

export class WorkQueue {
  readonly #graph: Graph;
  readonly #rules: QueueRules;
  /** The next run is the last one; level by level it is that at `#head`. */
  #queue: QueuedRun[] = [];
  #head = 0;
  #waiting: Pending[] = [];
  readonly #connected = new Map<string, boolean[]>();
  readonly #feeders = new Map<string, Set<string>[]>();

  constructor(graph: Graph, rules: QueueRules) {
    this.#graph = graph;
    this.#rules = rules;
  }

  /** Runs in the order in which they are to happen. */
  #push(runs: QueuedRun[]): void {
    if (this.#rules.byLevel) for (const run of runs) this.#queue.push(run);
    else for (let index = runs.length - 1; index >= 0; index--) this.#queue.push(runs[index]!);
  }

  take(): QueuedRun | undefined {
    return this.#rules.byLevel ? this.#takeFirst() : this.#queue.pop();
  }

  #takeFirst(): QueuedRun | undefined {
    if (this.isEmpty) return undefined;
    const run = this.#queue[this.#head++];
    // What was taken is let go now and then, at a cost that each run pays once.
    if (this.#head > 1000 && this.#head * 2 > this.#queue.length) {
      this.#queue = this.#queue.slice(this.#head);
      this.#head = 0;
    }
    return run;
  }

  get isEmpty(): boolean {
    return this.#queue.length === this.#head;
  }

  /** Hands the outputs of a finished node run to what follows. Empty outputs lead nowhere. */
  deliver(delivery: Delivery): void {
    const due: Due[] = [];
    this.#collectDue(delivery, due);
    const base = this.#queue.length;
    this.#push(this.#withoutWaiting(due));
    this.release(base);
  }

  /**
   * Begins with runs that are due at once, and with outputs that lie there from an earlier execution.
   * @param places of the nodes, in the order in which they are to run; those without one come last
   */
  begin(runs: readonly QueuedRun[], deliveries: readonly Delivery[], places = this.#graph.rank): void {
    const due: Due[] = runs.filter(({ node }) => this.#rules.allowed?.has(node) ?? true);
    for (const delivery of deliveries) this.#collectDue(delivery, due);
    const place = ({ node }: Due) => places.get(node) ?? places.size + this.#graph.rank.get(node)!;
    this.#push(this.#withoutWaiting(due.sort((a, b) => place(a) - place(b))));
    this.release();
  }

  /** What is due, without the nodes that must wait for more. */
  #withoutWaiting(due: Due[]): QueuedRun[] {
    if (!due.some((run) => 'received' in run)) return due;
    const isDue = (run: Due, index: number): boolean => {
      if (!('received' in run)) return true;
      if (this.#rules.byLevel) return false;
      const isLastArrival = this.#waiting.includes(run) && due.lastIndexOf(run) === index;
      return isLastArrival && !this.#canGetMore(run, due);
    };
    const runs = due.filter(isDue);
    if (this.#waiting.length > 0) this.#waiting = this.#waiting.filter((entry) => !runs.includes(entry));
    return runs.map(({ node, inputs, source, trigger }) => ({ node, inputs, source, ...(trigger && { trigger }) }));
  }

  #collectDue({ node, outputs, runIndex, only }: Delivery, due: Due[]): void {
    const targets = targetsOf(this.#graph, node);
    for (let output = 0; output < outputs.length; output++) {
      const items = outputs[output];
      if (!items?.length) continue;
      for (const target of targets[output] ?? []) {
        if (only && !only.has(target.node)) continue;
        const source: TaskSource = { previousNode: node };
        if (output > 0) source.previousNodeOutput = output;
        if (runIndex > 0) source.previousNodeRun = runIndex;
        const run = this.#arrive(target.node, target.input, items, source);
        if (run) due.push(run);
      }
    }
  }

  /** @returns the run that it makes due, or the node that waits for more; undefined where the data leads nowhere */
  #arrive(node: string, input: number, items: ItemLists[number], source: TaskSource): Due | undefined {
    if (this.#rules.allowed && !this.#rules.allowed.has(node)) return undefined;
    const count = this.#rules.inputCount(node);
    if (input >= count) return undefined;
    const connected = count === 1 ? [true] : this.#connectedInputs(node, count);
    if (connected.filter(Boolean).length <= 1 || this.#rules.runsOnAnyInput(node)) {
      const run: QueuedRun = { node, inputs: blank(count), source: blank(count) };
      run.inputs[input] = items ?? null;
      run.source[input] = source;
      return run;
    }
    let entry = this.#waiting.find((waiting) => waiting.node === node && !waiting.received[input]);
    if (!entry) {
      entry = { node, inputs: blank(count), source: blank(count), received: new Array(count).fill(false), searched: 0 };
      this.#waiting.push(entry);
    }
    entry.inputs[input] = items ?? null;
    entry.source[input] = source;
    entry.received[input] = true;
    const received = entry.received;
    if (!connected.every((isConnected, index) => !isConnected || received[index])) return entry;
    this.#waiting.splice(this.#waiting.indexOf(entry), 1);
    return { node, inputs: entry.inputs, source: entry.source };
  }

  /**
   * After a node run that is delivered nowhere, or when `deliver` has put its part on the stack. Queues the waiting nodes that can get no more
   * data, to run after what lies above `base` in the stack: the branch that has just gone on. Where nothing is queued and the waiting nodes
   * wait for each other, the one that waits longest runs.
   */
  release(base = this.#queue.length): void {
    if (this.#waiting.length === 0 || (this.#rules.byLevel && !this.isEmpty)) return;
    this.#searchAgainFrom(base);
    const released = this.#waiting.filter((entry) => !this.#canGetMore(entry));
    if (released.length === 0 && this.isEmpty) released.push(this.#waiting[0]!);
    if (released.length === 0) return;
    this.#waiting = this.#waiting.filter((entry) => !released.includes(entry));
    const runs = released.map(({ node, inputs, source }) => ({ node, inputs, source }));
    if (this.#rules.byLevel) this.#push(runs);
    else {
      this.#queue.splice(base, 0, ...runs.reverse());
      this.#searchAgainFrom(base);
    }
  }

  #searchAgainFrom(place: number): void {
    for (const entry of this.#waiting) entry.searched = Math.min(entry.searched, place);
  }

  /** @param due what is about to be queued */
  #canGetMore(entry: Pending, due: readonly Due[] = []): boolean {
    const feeders = this.#feedersOf(entry.node).filter((_, input) => !entry.received[input]);
    const feeds = (node: string) => feeders.some((names) => names.has(node));
    // Level by level this is asked when nothing is queued.
    if (this.#rules.byLevel) entry.searched = this.#queue.length;
    for (; entry.searched < this.#queue.length; entry.searched++) {
      if (feeds(this.#queue[entry.searched]!.node)) return true;
    }
    return [...due, ...this.#waiting].some((other) => other !== entry && feeds(other.node));
  }

  #connectedInputs(node: string, count: number): boolean[] {
    let connected = this.#connected.get(node);
    if (!connected) {
      connected = new Array<boolean>(count).fill(false);
      for (const source of sourcesOf(this.#graph, node)) {
        if (source.input < count && (this.#rules.allowed?.has(source.node) ?? true)) connected[source.input] = true;
      }
      this.#connected.set(node, connected);
    }
    return connected;
  }

  #feedersOf(node: string): Set<string>[] {
    let feeders = this.#feeders.get(node);
    if (!feeders) {
      const count = this.#rules.inputCount(node);
      feeders = Array.from({ length: count }, (_, input) => feedersOf(this.#graph, node, input));
      this.#feeders.set(node, feeders);
    }
    return feeders;
  }
}

const blank = (count: number): null[] => new Array<null>(count).fill(null);
