import { readWorkflow, type WorkflowGraph } from '@millrace/contract';
import type { NodeTypeSource } from '@millrace/engine';
import type { WorkflowCall, WorkflowCallResult } from '@millrace/engine/node-api';
import type { Clock } from '../../platform/clock.ts';
import type { Versions } from '../../workflows/versions.ts';
import type { ExecutionReader } from '../store/execution-reader.ts';
import { findTrigger, textOfInput } from '../trigger-of-type.ts';
import type { RunnableVersion } from '../types.ts';
import type { Attendance, Audience } from '../waiters/audience.ts';
import type { RunNews } from '../workers/protocol.ts';
import type { ActiveRun } from './active-run.ts';
import { callResultText } from './conclusions.ts';
import { lastItemsOf } from './last-items.ts';

/**
 * Runs that are called by others. They run outside of the lanes, since whoever called them holds a place already. Each call has a key that
 * is the same when the call is made once more after a crash: it then finds what it started the first time.
 */
export type WorkflowCalls = (entry: ActiveRun, message: Extract<RunNews, { type: 'call' }>) => Promise<void>;

/** Calls within calls; more are an endless recursion. */
const deepest = 100;

export interface CalledRun {
  version: RunnableVersion;
  /** JSON of RunInput. */
  input: string;
  depth: number;
  key: string;
  parent: { executionId: number; node: string };
}

/** The workflow that a node has as JSON. @throws Error that says what is wrong with it */
const readGraph = (graph: { name: string }): WorkflowGraph & { name: string } => {
  const reading = readWorkflow(graph);
  if (reading.success) return { ...reading.workflow, name: graph.name };
  const [{ path, message } = { path: [], message: '' }] = reading.error.issues;
  throw new Error(`The JSON is no workflow that can be run: ${path.join('.')} ${message}`);
};

export const createWorkflowCalls = (options: {
  versions: Pick<Versions, 'ofStored' | 'ofPosted'>;
  nodeTypes: NodeTypeSource;
  store: Pick<ExecutionReader, 'find' | 'findByIdempotencyKey' | 'lastResult' | 'setOrigin' | 'callResult'>;
  clock: Clock;
  processId: string;
  /** Starts a run; null where its key has started one already. */
  start(run: CalledRun): Promise<({ executionId: number } & Attendance) | null>;
  audience: Pick<Audience, 'attend' | 'dismiss'>;
  /** Claims a queued run and runs it here. */
  takeUp(executionId: number): void;
  stop(executionId: number): void;
  /** Does it again until the database is there. */
  persist<T>(work: () => Promise<T>): Promise<T>;
  answer(executionId: number, id: number, result: string): void;
}): WorkflowCalls => {
  const { store, nodeTypes, versions, audience } = options;

  const versionOf = ({ workflow }: WorkflowCall, { version }: ActiveRun): Promise<RunnableVersion> => {
    if ('graph' in workflow) return versions.ofPosted(readGraph(workflow.graph), version.ownerId);
    if (!/^\d{1,15}$/.test(workflow.id)) throw new Error(`"${workflow.id}" is no id of a workflow`);
    return versions.ofStored(Number(workflow.id));
  };

  /** Of a called execution that has ended. */
  const storedResult = async (executionId: number): Promise<string> => {
    const hidden = await store.callResult(executionId);
    if (hidden !== null) return hidden;
    const stored = await store.find(executionId);
    if (!stored) return callResultText(executionId, { status: 'error', error: null }, '[]');
    return callResultText(executionId, stored, stored.status === 'success' ? await lastItemsOf(store, stored) : '[]');
  };

  const resultOfLater = async (executionId: number, { ended, waiting }: Attendance): Promise<string> => {
    const end = await Promise.race([ended, waiting]);
    if (!end) return waitingText(executionId);
    // Without it the end was found by a look, since the news of it was lost.
    return end.callResult ?? storedResult(executionId);
  };

  /** Stopping the caller stops what it waits for. */
  const awaitCalled = async (
    { children, verdict }: ActiveRun,
    executionId: number,
    attendance: Attendance,
  ): Promise<string> => {
    children.add(executionId);
    if (verdict) options.stop(executionId);
    return resultOfLater(executionId, attendance).finally(() => children.delete(executionId));
  };

  /** The call was made before: what became of it. */
  const findEarlier = async (entry: ActiveRun, key: string, waitForEnd: boolean): Promise<string> => {
    const stored = await store.findByIdempotencyKey(key);
    if (!stored) throw new Error('The execution that was called is gone');
    const { executionId } = stored;
    if (!waitForEnd) return startedText(executionId);
    const attendance = audience.attend(executionId, { untilWait: true });
    try {
      await store.setOrigin(executionId, options.processId);
      // It may have ended before we listened.
      const { status } = (await store.find(executionId)) ?? stored;
      if (status === 'queued') options.takeUp(executionId);
      if (status === 'queued' || status === 'running') return await awaitCalled(entry, executionId, attendance);
      return status === 'waiting' ? waitingText(executionId) : await storedResult(executionId);
    } finally {
      audience.dismiss(executionId, attendance);
    }
  };

  const resultOfCall = async (entry: ActiveRun, key: string, text: string, items: string): Promise<string> => {
    const call = JSON.parse(text) as Omit<WorkflowCall, 'items'>;
    const depth = entry.depth + 1;
    if (depth > deepest)
      throw new Error(`Workflows call each other ${deepest} levels deep: it looks like an endless recursion`);
    const version = await versionOf(call as WorkflowCall, entry);
    const node = findTrigger(version, nodeTypes, 'core.executeWorkflowTrigger');
    const parent = { executionId: entry.executionId, node: call.node };
    const started = await options.start({ version, input: textOfInput({ node, items, depth }), depth, key, parent });
    if (!started) return findEarlier(entry, key, call.waitForEnd);
    const { executionId } = started;
    return call.waitForEnd ? awaitCalled(entry, executionId, started) : startedText(executionId);
  };

  return async (entry, { executionId, id, key, call, items }) => {
    // What had started before the database was away is found by its key.
    const asked = options.persist(() => resultOfCall(entry, key, call, items));
    const result = await asked.catch((error: unknown) =>
      JSON.stringify({
        status: 'error',
        executionId: '',
        error: {
          name: 'NodeError',
          message: error instanceof Error ? error.message : String(error),
          timestamp: options.clock.now(),
        },
      } satisfies WorkflowCallResult),
    );
    options.answer(executionId, id, result);
  };
};

const waitingText = (executionId: number): string =>
  JSON.stringify({ status: 'waiting', executionId: String(executionId) } satisfies WorkflowCallResult);

const startedText = (executionId: number): string =>
  JSON.stringify({ status: 'started', executionId: String(executionId) } satisfies WorkflowCallResult);
