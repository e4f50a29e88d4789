import type { TaskData } from '@millrace/contract/data';
import { WorkflowError } from './errors.ts';
import type { FinishedRun, QueuedRun } from './types.ts';

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

  /** The next record, if it is that of a sub-node that was used and not run. It stands before the run of the node that the sub-node served. */
  takeCall(): FinishedRun | undefined {
    const next = this.#recorded[this.#next];
    if (!next?.task.serves || next.task.serves.isRun) return undefined;
    this.#next++;
    return next;
  }

  /**
   * The result of the node run that is due. Not to be asked when the replay is over.
   * @param keepsState whether its state must be in the record
   * @throws WorkflowError if the next record is that of another node, or of one that had its items from elsewhere, or is not complete
   */
  take({ node, source }: QueuedRun, keepsState: boolean): TaskData {
    const next = this.#recorded[this.#next]!;
    const { task } = next;
    if (next.node !== node) throw misfit(this.#next, next, `where "${node}" is due`);
    if (!isSameSource(task.source, source)) {
      throw misfit(this.#next, next, `with items from ${told(task.source)}, where those from ${told(source)} are due`);
    }
    if (keepsState && !task.error && !task.state) {
      throw new WorkflowError(
        `The execution cannot go on: it was recorded by a version of Millrace that did not store what "${node}" keeps between its runs. Start it anew`,
      );
    }
    this.#next++;
    return task;
  }

  /** @throws WorkflowError where the run has come to its end and records are left */
  expectEnd(): void {
    const next = this.#recorded[this.#next];
    if (next) throw misfit(this.#next, next, 'where the run has come to its end');
  }
}

const misfit = (index: number, { node }: FinishedRun, due: string): WorkflowError =>
  new WorkflowError(`The recorded results do not fit the workflow: number ${index + 1} is of "${node}", ${due}`);

const isSameSource = (recorded: TaskData['source'], due: TaskData['source']): boolean =>
  recorded.length === due.length &&
  recorded.every((one, input) => {
    const other = due[input];
    if (!one || !other) return !one === !other;
    return (
      one.previousNode === other.previousNode &&
      (one.previousNodeOutput ?? 0) === (other.previousNodeOutput ?? 0) &&
      (one.previousNodeRun ?? 0) === (other.previousNodeRun ?? 0)
    );
  });

const told = (source: TaskData['source']): string => {
  const parts = source.flatMap((one) => {
    if (!one) return [];
    const { previousNode, previousNodeOutput: output = 0, previousNodeRun: run = 0 } = one;
    return `"${previousNode}"${output > 0 ? ` (output ${output})` : ''}${run > 0 ? ` (run ${run})` : ''}`;
  });
  return parts.join(' and ') || 'nowhere';
};
