import type { ExecutionError, Item, TaskData } from '@millrace/contract/data';
import { leadingTo } from '../graph/index.ts';
import { toExecutionError, WorkflowError } from './errors.ts';
import { executeNode, type NodeResult, type NodeRun } from './execute-node.ts';
import { pinnedItems, withPinnedRuns } from './pinned.ts';
import { type PreparedWorkflow, prepareWorkflow } from './prepare.ts';
import { RunSession } from './session.ts';
import { startFromTrigger, startPartially } from './start.ts';
import type { QueuedRun, RunOutcome, RunRequest, RunState } from './types.ts';
import { WorkQueue } from './work-queue.ts';

/**
 * The run loop. Takes the next node run that is due, runs it, records it, hands its outputs on; until nothing is due, a node fails, the
 * signal aborts or the run is to pause. All that it needs to go on later is in the `RunState` that it can give after each node run.
 */

/** Milliseconds after which the rest of the process gets its turn, so that a loop of fast nodes can still be stopped. */
const turnLength = 10;

/**
 * Runs a workflow to its end. The workflow must not be changed afterwards; a changed one is a new object.
 * @returns how it ended; never rejects for anything that the workflow or its nodes do
 */
export const runWorkflow = async (request: RunRequest): Promise<RunOutcome> => {
  const workflow = prepareWorkflow(request);
  const session = new RunSession(request, workflow);
  const run = new WorkflowRun(session, workflow);
  try {
    run.begin();
  } catch (error) {
    if (!(error instanceof WorkflowError)) throw error;
    return run.end('error', toExecutionError(error, { timestamp: request.host.now() }));
  }
  return run.toEnd();
};

class WorkflowRun {
  readonly #session: RunSession;
  readonly #request: RunRequest;
  readonly #workflow: PreparedWorkflow;
  readonly #queue: WorkQueue;
  #lastNode: string | undefined;
  #lastItems: Item[] = [];

  constructor(session: RunSession, workflow: PreparedWorkflow) {
    this.#session = session;
    this.#request = session.request;
    this.#workflow = workflow;
    const { start, destinationNode } = this.#request;
    const rules = {
      inputCount: (name: string) => workflow.node(name).inputCount,
      runsOnAnyInput: (name: string) => workflow.node(name).definition?.runsWhen === 'anyInput',
      allowed: destinationNode === undefined ? undefined : leadingTo(workflow.graph, [destinationNode]),
    };
    const { queue = [], waiting = [] } = start.kind === 'resume' ? start.state : {};
    this.#queue = new WorkQueue(workflow.graph, rules, queue, waiting);
  }

  /** @throws WorkflowError */
  begin(): void {
    const { start, destinationNode } = this.#request;
    const { graph } = this.#workflow;
    if (destinationNode !== undefined && !graph.nodes.has(destinationNode)) {
      throw new WorkflowError(`There is no node "${destinationNode}" to run to`);
    }
    if (start.kind === 'resume') {
      const due = [...start.state.queue, ...start.state.waiting];
      const gone = due.find(({ node }) => !graph.nodes.has(node))?.node;
      if (gone !== undefined) throw new WorkflowError(`The node "${gone}" that was to run next is no longer there`);
      this.#lastNode = start.state.lastNode;
      this.#lastItems = start.state.lastItems;
    } else if (start.kind === 'partial' && start.startNodes.length > 0) {
      const { reused, deliveries, runs } = startPartially(this.#workflow, {
        ...start,
        runData: withPinnedRuns(this.#request, start.runData, this.#request.host.now()),
        needsNoInput: (name) => pinnedItems(this.#request, name) !== undefined,
      });
      this.#session.history.reuse(reused);
      this.#queue.begin(runs, deliveries);
    } else {
      const node = start.kind === 'trigger' ? start.node : undefined;
      this.#queue.begin(startFromTrigger(this.#workflow, { node, payload: start.payload }, destinationNode), []);
    }
  }

  async toEnd(): Promise<RunOutcome> {
    const { host, signal, pauseAfter, destinationNode } = this.#request;
    const { history } = this.#session;
    const queue = this.#queue;
    let turnEnd = host.now() + turnLength;

    for (let due = queue.take(); due; due = queue.take()) {
      if (signal.aborted) return this.#endAborted();
      const runIndex = history.countOf(due.node);
      const startTime = host.now();
      this.#session.emit({ type: 'nodeStarted', node: due.node, runIndex });
      const nodeRun = executeNode(this.#session, this.#workflow.node(due.node), due, runIndex);
      const result = nodeRun.result instanceof Promise ? await this.#unlessAborted(nodeRun) : nodeRun.result;
      const endTime = host.now();

      this.#record(due, runIndex, startTime, endTime, result);
      if (signal.aborted) return this.#endAborted();
      if (result.error) return this.end('error', result.error);
      if (due.node === destinationNode) queue.release();
      else queue.deliver({ node: due.node, outputs: result.outputs, runIndex });

      if (pauseAfter && !queue.isEmpty && pauseAfter(history.ended)) return this.end('waiting');
      if (endTime >= turnEnd) {
        await (host.yield?.() ?? host.sleep(0, signal).catch(() => {}));
        turnEnd = host.now() + turnLength;
      }
    }
    return this.end('success');
  }

  /** The node's result, or a failure as soon as the run is stopped, whatever the node does then. */
  #unlessAborted({ result, abandon }: NodeRun): Promise<NodeResult> {
    const { signal } = this.#request;
    return new Promise((resolve) => {
      const stop = () => {
        abandon();
        resolve({ error: this.#abortError() });
      };
      if (signal.aborted) return stop();
      signal.addEventListener('abort', stop, { once: true });
      void Promise.resolve(result).then((value) => {
        signal.removeEventListener('abort', stop);
        resolve(value);
      });
    });
  }

  #record(due: QueuedRun, runIndex: number, startTime: number, endTime: number, result: NodeResult): void {
    const { node, source } = due;
    const task: TaskData = { startTime, executionTime: endTime - startTime, source };
    if (result.error) task.error = result.error;
    else task.data = { main: result.outputs };
    this.#lastNode = node;
    this.#lastItems = result.error ? [] : (result.outputs.find((items) => items?.length) ?? []);
    this.#session.history.add(node, task);
    this.#session.emit({ type: 'nodeFinished', node, runIndex, task });
  }

  #abortError(): ExecutionError {
    const { reason } = this.#request.signal;
    const isTimeout = reason instanceof Error && reason.name === 'TimeoutError';
    const timestamp = this.#request.host.now();
    const error = toExecutionError(isTimeout ? reason : new Error('The run was stopped'), { timestamp });
    return { ...error, name: isTimeout ? error.name : 'AbortError', stack: undefined };
  }

  #endAborted(): RunOutcome {
    const error = this.#abortError();
    return this.end(error.name === 'TimeoutError' ? 'error' : 'canceled', error);
  }

  end(status: RunOutcome['status'], error?: ExecutionError): RunOutcome {
    const { finished } = this.#session.history;
    const outcome: RunOutcome = { status, finished, lastItems: this.#lastItems };
    if (this.#lastNode !== undefined) outcome.lastNode = this.#lastNode;
    if (error) outcome.error = error;
    try {
      const changes = this.#session.staticData.changes();
      if (changes) outcome.progress = { staticData: changes };
      if (status === 'waiting') outcome.state = this.#save(changes);
    } catch (thrown) {
      outcome.status = 'error';
      outcome.error ??= this.#unstorable(thrown);
    }
    return outcome;
  }

  #unstorable(thrown: unknown): ExecutionError {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    const error = new WorkflowError(`The static data of the workflow cannot be stored: ${reason}`);
    return toExecutionError(error, { timestamp: this.#request.host.now() });
  }

  #save(staticData: Record<string, unknown> | undefined): RunState {
    const { history, nodeStates, responded } = this.#session;
    const state: RunState = {
      ...this.#queue.save(),
      finished: [...history.finished],
      nodeStates: [...nodeStates],
      lastItems: this.#lastItems,
      runCounts: history.counts,
      reused: history.reused,
      responded,
    };
    if (this.#lastNode !== undefined) state.lastNode = this.#lastNode;
    if (staticData) state.staticData = staticData;
    return state;
  }
}
