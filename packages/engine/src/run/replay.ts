import type { TaskData } from '@millrace/contract/data';
import { WorkflowError } from './errors.ts';
import type { FinishedRun } from './types.ts';

/**
 * How a run goes on in another process. The run loop is deterministic given the results of its node runs, so these are all of its state that is
 * stored: the loop goes the same way again and takes each result from the record, until there are no more.
 */
export class Replay {
  readonly #recorded: readonly FinishedRun[];
  #next = 0;

  constructor(recorded: readonly FinishedRun[]) {
    this.#recorded = recorded;
  }

  get isOver(): boolean {
    return this.#next >= this.#recorded.length;
  }

  /** The next record, if it is that of a sub-node. It stands before the run of the node that the sub-node served. */
  takeCall(): FinishedRun | undefined {
    const next = this.#recorded[this.#next];
    if (!next?.task.serves) return undefined;
    this.#next++;
    return next;
  }

  /**
   * The result of the node run that is due; undefined where it has to be computed.
   * @throws WorkflowError if the next record is that of another node
   */
  take(node: string): TaskData | undefined {
    const next = this.#recorded[this.#next];
    if (!next) return undefined;
    if (next.node !== node) throw misfit(this.#next, next, `"${node}" is due`);
    this.#next++;
    return next.task;
  }

  /** @throws WorkflowError where the run has come to its end and records are left */
  expectEnd(): void {
    const next = this.#recorded[this.#next];
    if (next) throw misfit(this.#next, next, 'the run has come to its end');
  }
}

const misfit = (index: number, { node }: FinishedRun, due: string): WorkflowError =>
  new WorkflowError(`The recorded results do not fit the workflow: number ${index + 1} is of "${node}", where ${due}`);
