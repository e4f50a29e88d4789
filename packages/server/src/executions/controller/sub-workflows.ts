import { readWorkflow, type WorkflowGraph } from '@millrace/contract';
import type { NodeTypeSource } from '@millrace/engine';
import type { WorkflowCall } from '@millrace/engine/node-api';
import type { WorkflowCalls } from '../../permissions/workflow-calls.ts';
import type { Clock } from '../../platform/clock.ts';
import { notFound } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import type { Versions } from '../../workflows/versions.ts';
import type { Admission } from '../admission.ts';
import type { ExecutionReader } from '../store/execution-reader.ts';
import { findTrigger, textOfInput } from '../trigger-of-type.ts';
import type { RunnableVersion } from '../types.ts';
import type { ResultWaiter } from '../waiters/result-waiter.ts';
import type { ResultWaiters } from '../waiters/result-waiters.ts';
import { callResultText, failedText, startedText, waitingText } from './call-result.ts';
import type { Controllers } from './controllers.ts';
import type { MessageOf } from './effects.ts';
import type { ExecutionController } from './execution-controller.ts';
import { lastItemsOf } from './last-items.ts';

/**
 * Calls of sub-workflows. One that its parent waits for runs within the slot of its parent; one that it does not wait for is enqueued like any other. Each call
 * has an idempotency key that is the same when the call is made once more, after a crash or a stop: it then finds what it started the first time.
 */
export interface SubWorkflows {
  /** What it gives comes to the parent as an event. Never rejects. */
  call(parent: ExecutionController, call: MessageOf<'call'>): Promise<void>;
  /** Ends those that this execution waits for. */
  terminateOf(parentId: number): void;
}

/** Calls within calls; more are an endless recursion. */
const deepest = 100;
/** Sub-workflows that one parent waits for at a time. Further calls wait until one of them has ended. */
const mostAtOnce = 20;

/** What a parent waits for. */
interface Calls {
  running: number;
  readonly waiting: (() => void)[];
  readonly children: Set<number>;
}

/** The workflow that a node has as JSON. @throws Error that says what is wrong with it */
const readGraph = (graph: { name: string }): WorkflowGraph & { name: string } => {
  const reading = readWorkflow(graph);
  if (reading.success) return { ...reading.workflow, name: graph.name };
  throw new Error(`The JSON is no workflow that can be run. ${reading.issues[0]?.message ?? ''}`);
};

export const createSubWorkflows = (options: {
  versions: Pick<Versions, 'ofStored' | 'ofPosted'>;
  workflowCalls: WorkflowCalls;
  nodeTypes: NodeTypeSource;
  store: Pick<ExecutionReader, 'find' | 'findByIdempotencyKey' | 'lastResult' | 'setOrigin' | 'callResult'>;
  admission: Admission;
  waiters: Pick<ResultWaiters, 'add' | 'remove'>;
  controllers: Pick<Controllers, 'post'>;
  /** Claims a queued execution, and runs it within the slot of its parent. */
  claimForParent(executionId: number): void;
  terminate(executionId: number): Promise<boolean>;
  processId: string;
  clock: Clock;
  log: Log;
  isClosing(): boolean;
  /** Does it again until the database is there. */
  persist<T>(work: () => Promise<T>): Promise<T>;
}): SubWorkflows => {
  const { store, nodeTypes, versions, workflowCalls, waiters, controllers, log } = options;
  const callsOf = new Map<number, Calls>();

  const terminate = (executionId: number): void => {
    options
      .terminate(executionId)
      .catch((error: unknown) => log.warn({ err: error, executionId }, 'A sub-workflow could not be stopped'));
  };

  /** Within the limit of the parent. */
  const inTurn = async <T>(parentId: number, work: (calls: Calls) => Promise<T>): Promise<T> => {
    const calls = callsOf.get(parentId) ?? { running: 0, waiting: [], children: new Set<number>() };
    callsOf.set(parentId, calls);
    if (calls.running >= mostAtOnce) await new Promise<void>((resolve) => calls.waiting.push(resolve));
    else calls.running++;
    try {
      return await work(calls);
    } finally {
      const next = calls.waiting.shift();
      if (next) next();
      else calls.running--;
      if (calls.running === 0) callsOf.delete(parentId);
    }
  };

  /** One that is given as JSON is nobody's: an id in it would make it count as the workflow of that id. */
  const calledBy = async (
    { version, ranBy }: ExecutionController,
    { workflow }: WorkflowCall,
  ): Promise<{ version: RunnableVersion; ranBy: string | undefined }> => {
    const from = { workflowId: version.workflowId, ranBy };
    if ('graph' in workflow) {
      const posted = await versions.ofPosted({ ...readGraph(workflow.graph), id: null });
      return { version: posted, ranBy: await workflowCalls.onBehalfOf(from) };
    }
    if (!/^\d{1,15}$/.test(workflow.id)) throw new Error(`"${workflow.id}" is no id of a workflow`);
    const id = Number(workflow.id);
    const stored = await versions.ofStored(id);
    // The same as for one that is not there: who may not run it need not know of it.
    if (!(await workflowCalls.mayCall(from, { id, settings: stored.workflow.settings })))
      throw notFound('workflow', id);
    return { version: stored, ranBy: undefined };
  };

  /** Of one that has ended. */
  const storedResult = async (executionId: number): Promise<string> => {
    const hidden = await store.callResult(executionId);
    if (hidden !== null) return hidden;
    const stored = await store.find(executionId);
    if (!stored) return callResultText(executionId, { status: 'error', error: null }, '[]');
    return callResultText(executionId, stored, stored.status === 'success' ? await lastItemsOf(store, stored) : '[]');
  };

  const resultOfLater = async ({ executionId, ended, suspended }: ResultWaiter): Promise<string> => {
    const end = await Promise.race([ended, suspended]);
    if (!end) return waitingText(executionId);
    // Without it the end was found by a look, since the news of it was lost.
    return end.callResult ?? storedResult(executionId);
  };

  /** Stopping the parent stops what it waits for. */
  const awaitEnd = async (
    { outcome }: ExecutionController,
    { children }: Calls,
    waiter: ResultWaiter,
  ): Promise<string> => {
    const { executionId } = waiter;
    children.add(executionId);
    if (outcome) terminate(executionId);
    return resultOfLater(waiter).finally(() => children.delete(executionId));
  };

  /** The call was made before: what became of it. */
  const findEarlier = async (
    parent: ExecutionController,
    key: string,
    waitForEnd: boolean,
    calls: Calls,
  ): Promise<string> => {
    const stored = await store.findByIdempotencyKey(key);
    if (!stored) throw new Error('The execution that was called is gone');
    const { executionId } = stored;
    if (!waitForEnd) return startedText(executionId);
    const waiter = waiters.add(executionId, { untilSuspended: true });
    try {
      await store.setOrigin(executionId, options.processId);
      // It may have ended before we listened.
      const { status } = (await store.find(executionId)) ?? stored;
      if (status === 'queued') options.claimForParent(executionId);
      if (status === 'queued' || status === 'running') return await awaitEnd(parent, calls, waiter);
      return status === 'waiting' ? waitingText(executionId) : await storedResult(executionId);
    } finally {
      waiters.remove(executionId, waiter);
    }
  };

  const resultOfCall = async (
    parent: ExecutionController,
    { key: idempotencyKey, call: text, items }: MessageOf<'call'>,
    calls: Calls,
  ): Promise<string> => {
    const call = JSON.parse(text) as Omit<WorkflowCall, 'items'>;
    const depth = parent.depth + 1;
    if (depth > deepest)
      throw new Error(`Workflows call each other ${deepest} levels deep: it looks like an endless recursion`);
    const { version, ranBy } = await calledBy(parent, call as WorkflowCall);
    const node = findTrigger(version, nodeTypes, 'core.executeWorkflowTrigger');
    const created = await options.admission.createSubWorkflow({
      version,
      ranBy,
      mode: 'integrated',
      input: textOfInput({ node, items, depth }),
      depth,
      idempotencyKey,
      parent: { executionId: parent.executionId, node: call.node },
      isAwaited: call.waitForEnd,
    });
    if (!created) return findEarlier(parent, idempotencyKey, call.waitForEnd, calls);
    return call.waitForEnd ? awaitEnd(parent, calls, created) : startedText(created.executionId);
  };

  return {
    async call(parent, call) {
      const { executionId, id } = call;
      try {
        // What had started before the database was away is found by its key.
        const result = await inTurn(executionId, (calls) => options.persist(() => resultOfCall(parent, call, calls)));
        controllers.post(executionId, { type: 'callEnded', id, result });
      } catch (error) {
        if (!options.isClosing())
          controllers.post(executionId, { type: 'callEnded', id, result: failedText(error, options.clock.now()) });
        // That the process stops is no failure of the node: the call is made again where its execution goes on.
        else if (!parent.isInFlight) controllers.post(executionId, { type: 'release' });
      }
    },

    terminateOf(parentId) {
      for (const executionId of callsOf.get(parentId)?.children ?? []) terminate(executionId);
    },
  };
};
