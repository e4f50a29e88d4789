import type { ExecutionError, Item, TaskData } from '@millrace/contract/data';
import type { NodeRunResult } from '../node-api/node-run.ts';
import { AskedRuns, type Asking } from './asked-runs.ts';
import { toExecutionError, WorkflowError } from './errors.ts';
import { executeNode, hasOwnEffects, isRepeatable, keepsState, type NodeResult, type NodeRun } from './execute-node.ts';
import { neededFor } from './node-references.ts';
import { pinnedItems, withPinnedRuns } from './pinned.ts';
import { type PreparedWorkflow, prepareWorkflow } from './prepare.ts';
import { Replay } from './replay.ts';
import { orderOfRun } from './run-order.ts';
import { type NodeTurn, RunSession, visibleInputs } from './session.ts';
import { startFromTrigger, startPartially, withoutSubNodes } from './start.ts';
import type { QueuedRun, RunOutcome, RunRequest } from './types.ts';
import { WorkQueue } from './work-queue.ts';

/**
 * The run loop. Takes the next node run that is due, takes its result from the record or computes it, hands its outputs on; until nothing is due,
 * a node fails or waits, the signal aborts or the run is to pause. To go on later it needs its start and the results so far, no more.
 */

/** Milliseconds after which the rest of the process gets its turn, so that a loop of fast nodes can still be stopped. */
const turnLength = 10;

/**
 * Runs a workflow to its end. The workflow must not be changed afterwards; a changed one is a new object.
 * @returns how it ended; rejects only where the host does (`beforeNode`, `onEvent`), for nothing that the workflow or its nodes do
 */
export const runWorkflow = async (request: RunRequest): Promise<RunOutcome> => {
  const workflow = prepareWorkflow(request);
  const run = new WorkflowRun(new RunSession(request, workflow), workflow);
  try {
    run.begin();
    return await run.toEnd();
  } catch (error) {
    if (!(error instanceof WorkflowError)) throw error;
    return run.end('error', toExecutionError(error, { timestamp: request.host.now() }));
  }
};

class WorkflowRun {
  readonly #session: RunSession;
  readonly #request: RunRequest;
  readonly #workflow: PreparedWorkflow;
  readonly #queue: WorkQueue;
  readonly #askedRuns: AskedRuns;
  readonly #replay: Replay;
  readonly #destinations: ReadonlySet<string> | undefined;
  #hasResumed = false;
  #lastNode: string | undefined;
  #lastItems: Item[] = [];

  constructor(session: RunSession, workflow: PreparedWorkflow) {
    this.#session = session;
    this.#request = session.request;
    this.#workflow = workflow;
    const { destinationNode, recorded = [] } = this.#request;
    this.#replay = new Replay(recorded);
    if (destinationNode !== undefined && workflow.graph.nodes.has(destinationNode)) {
      this.#destinations = withoutSubNodes(workflow, [destinationNode]);
    }
    this.#askedRuns = new AskedRuns(workflow.graph);
    this.#queue = new WorkQueue(workflow.graph, {
      ...workflow.rules,
      allowed: this.#destinations && neededFor(workflow.graph, this.#destinations),
    });
  }

  /** @throws WorkflowError */
  begin(): void {
    const { start, destinationNode } = this.#request;
    if (destinationNode !== undefined && !this.#destinations) {
      throw new WorkflowError(`There is no node "${destinationNode}" to run to`);
    }
    if (start.kind === 'partial' && start.startNodes.length > 0) {
      const runData = withPinnedRuns(this.#request, start.runData, this.#request.host.now());
      const { reused, deliveries, runs } = startPartially(this.#workflow, {
        ...start,
        runData,
        needsNoInput: (name) => pinnedItems(this.#request, name) !== undefined,
      });
      this.#session.reuse(reused);
      const isOne = runs.length + deliveries.length === 1;
      const hasBegun = (root: string) => Object.hasOwn(runData, root);
      const { graph, rules } = this.#workflow;
      this.#queue.begin(runs, deliveries, isOne ? undefined : orderOfRun(graph, rules, hasBegun));
    } else {
      const node = start.kind === 'trigger' ? start.node : undefined;
      const begin = { node, payload: start.payload };
      this.#queue.begin(startFromTrigger(this.#workflow, begin, this.#destinations), []);
    }
  }

  /** @throws WorkflowError */
  async toEnd(): Promise<RunOutcome> {
    const { host, signal, pauseAfter } = this.#request;
    const { history } = this.#session;
    const queue = this.#queue;
    const asked = this.#askedRuns;
    let turnEnd = host.now() + turnLength;

    for (let due = queue.take(); due; due = asked.take() ?? queue.take()) {
      if (signal.aborted) return this.#endAborted();
      const runIndex = history.countOf(due.node);
      this.#replayCalls();
      const recorded = this.#replay.isOver ? undefined : this.#takeRecorded(due);
      const step = recorded ? this.#repeat(due, runIndex, recorded) : this.#compute(due, runIndex);
      const result = step instanceof Promise ? await step : step;

      if (signal.aborted) return this.#endAborted();
      if (result.wait) return { ...this.end('waiting'), wait: { ...result.wait, node: due.node, runIndex } };
      if (result.asking) asked.add(due, runIndex, result.asking);
      else if (due.asked) due.asked.settle(toNodeRunResult(due.node, result));
      else if (result.error) return this.end('error', result.error);
      else if (this.#destinations?.has(due.node)) queue.release();
      else queue.deliver({ node: due.node, outputs: result.outputs, runIndex });

      if (!recorded && !(queue.isEmpty && asked.isEmpty) && pauseAfter?.(history.ended)) return this.end('paused');
      if (host.now() >= turnEnd) {
        await (host.yield?.() ?? host.sleep(0, signal).catch(() => {}));
        turnEnd = host.now() + turnLength;
      }
    }
    this.#replayCalls();
    this.#replay.expectEnd();
    return this.end('success');
  }

  /** The uses of sub-nodes that were recorded before the next node run. */
  #replayCalls(): void {
    for (let call = this.#replay.takeCall(); call; call = this.#replay.takeCall()) {
      this.#session.history.add(call.node, call.task);
    }
  }

  #takeRecorded(due: QueuedRun): TaskData {
    return this.#replay.take(due, keepsState(this.#session, this.#workflow.node(due.node)));
  }

  /** Takes a node run from the record. */
  #repeat(due: QueuedRun, runIndex: number, task: TaskData): NodeResult {
    const { node } = due;
    if (task.state) {
      const [items] = visibleInputs(this.#workflow.node(node), due);
      this.#session.nodeStates.replay(node, runIndex, items ?? [], task.state);
    }
    const result = resultOf(task, due);
    this.#keep(due, task, result);
    return result;
  }

  /** Runs a node, when the host is ready for it. Stays synchronous as long as host and node do. */
  #compute(due: QueuedRun, runIndex: number): NodeResult | Promise<NodeResult> {
    const { beforeNode, resumption, memo } = this.#request;
    const { node } = due;
    const turn: NodeTurn = {
      prepared: this.#workflow.node(node),
      run: due,
      runIndex,
      ...(!this.#hasResumed && { resumption, memo }),
    };
    this.#hasResumed = true;
    if (!beforeNode) return this.#begin(turn);
    const repeatable = isRepeatable(this.#session, turn);
    const position = this.#session.history.ended;
    const ownEffects = hasOwnEffects(this.#session, turn.prepared);
    const ready = beforeNode({ node, runIndex, position, repeatable, ownEffects }, this.#session.progress);
    if (!(ready instanceof Promise)) return this.#begin(turn);
    return ready.then(() => (this.#request.signal.aborted ? { error: this.#abortError() } : this.#begin(turn)));
  }

  #begin(turn: NodeTurn): NodeResult | Promise<NodeResult> {
    const { run, runIndex } = turn;
    const startTime = this.#request.host.now();
    void this.#session.emit({ type: 'nodeStarted', node: run.node, runIndex });
    const nodeRun = executeNode(this.#session, turn);
    if (!(nodeRun.result instanceof Promise)) return this.#record(turn, startTime, nodeRun.result);
    return this.#unlessAborted(nodeRun).then((result) => this.#record(turn, startTime, result, nodeRun.tries()));
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

  /** A node run that has ended becomes part of the history. One that waits does not, but the uses of its sub-nodes do. */
  #record(
    { run, runIndex }: NodeTurn,
    startTime: number,
    result: NodeResult,
    tries = 1,
  ): NodeResult | Promise<NodeResult> {
    const { node, source, asked } = run;
    const told = this.#session.tellCalls();
    if (!result.wait) {
      const task: TaskData = { startTime, executionTime: this.#request.host.now() - startTime, source };
      if (tries > 1) task.tries = tries;
      if (asked) task.serves = { ...asked.by, input: run.inputs[0] ?? [], isRun: true };
      if (result.error) task.error = result.error;
      else if (result.asking) Object.assign(task, result.asking);
      else task.data = { [asked?.connection ?? 'main']: result.outputs };
      if (!result.error && result.state) task.state = result.state;
      this.#keep(run, task, result);
      const promise = this.#session.emit({ type: 'nodeFinished', node, runIndex, task });
      if (promise) told.push(promise);
    }
    return told.length > 0 ? Promise.all(told).then(() => result) : result;
  }

  #keep({ node, asked }: QueuedRun, task: TaskData, result: NodeResult): void {
    this.#session.history.add(node, task);
    if (asked) return;
    this.#lastNode = node;
    this.#lastItems = itemsOf(result);
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
    this.#session.endSharedResponse(status === 'success' || status === 'waiting');
    const outcome: RunOutcome = { status, finished, lastItems: this.#lastItems };
    if (this.#lastNode !== undefined) outcome.lastNode = this.#lastNode;
    if (error) outcome.error = error;
    try {
      const progress = this.#session.progress();
      if (progress) outcome.progress = progress;
    } catch (thrown) {
      outcome.status = 'error';
      outcome.error ??= toExecutionError(thrown, { timestamp: this.#request.host.now() });
    }
    return outcome;
  }
}

/** Those of the first output that has any. */
const itemsOf = (result: NodeResult): Item[] =>
  result.error || result.wait || result.asking ? [] : (result.outputs.find((items) => items?.length) ?? []);

/** What a recorded node run gave. */
const resultOf = (task: TaskData, { asked }: QueuedRun): NodeResult => {
  if (task.error) return { error: task.error };
  if (task.asks) return { asking: { asks: task.asks, data: task.data as Asking['data'] } };
  return { outputs: task.data?.[asked?.connection ?? 'main'] ?? [] };
};

const toNodeRunResult = (node: string, result: NodeResult): NodeRunResult =>
  result.error ? { status: 'error', node, error: result.error } : { status: 'success', node, items: itemsOf(result) };
