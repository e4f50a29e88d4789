import type { TaskData } from '@millrace/contract/data';
import type { FinishedRun } from './types.ts';

/** The node runs of an execution so far: in the order of their ends, and by node. */
export class RunHistory {
  readonly finished: FinishedRun[] = [];
  readonly #byNode = new Map<string, TaskData[]>();
  readonly #counts = new Map<string, number>();
  readonly #kept: ReadonlySet<string> | undefined;
  /** Number of node runs that have ended, kept or not. */
  ended = 0;

  /** @param kept nodes whose runs are kept, others are only counted; undefined: all */
  constructor(kept: ReadonlySet<string> | undefined) {
    this.#kept = kept;
  }

  /** Takes over runs of an earlier execution, for expressions to read. */
  reuse(runs: [string, TaskData[]][]): void {
    for (const [node, tasks] of runs) {
      this.#byNode.set(node, [...tasks]);
      this.#counts.set(node, tasks.length);
    }
  }

  add(node: string, task: TaskData): void {
    this.ended++;
    this.#counts.set(node, this.countOf(node) + 1);
    if (this.#kept && !this.#kept.has(node)) return;
    this.finished.push({ node, task });
    const tasks = this.#byNode.get(node);
    if (tasks) tasks.push(task);
    else this.#byNode.set(node, [task]);
  }

  /** How often a node has run, in this execution and in the runs that it builds on: the index of its next run. */
  countOf(node: string): number {
    return this.#counts.get(node) ?? 0;
  }

  runsOf(node: string): readonly TaskData[] {
    return this.#byNode.get(node) ?? [];
  }
}
