import type { ExecutionStatus, RunData } from '@millrace/contract';
import type { FinishedRun, RunStart } from '@millrace/engine';
import { AppError, badRequest, notFound } from '../platform/errors.ts';
import type { Versions } from '../workflows/versions.ts';
import { type ExecutionReader, hasFailed, type StoredExecution } from './store/execution-reader.ts';
import type { NewExecution } from './store/writes.ts';
import { splitStart, startText } from './stored-start.ts';
import type { RunnableVersion } from './types.ts';
import { createRecordedNodeRuns } from './worker/recorded-node-runs.ts';
import type { RecordedPlace, StoredNodeRun } from './workers/protocol.ts';

/** How a retry starts. */
export interface Retry {
  version: RunnableVersion;
  /** JSON of StoredStart. */
  input: string;
  recorded?: NewExecution['recorded'];
}

const retried: readonly ExecutionStatus[] = ['error', 'canceled', 'crashed'];

/** Characters of results that a start may hold: it is one text, in memory and in its row. */
const mostCarried = 32 * 1024 * 1024;

/** An answer was owed to the caller of the first execution only. */
const inputOf = ({ start: text }: StoredExecution): string => {
  const { head, start } = splitStart(text);
  return startText(start, { destinationNode: head.destinationNode, depth: head.depth });
};

/** On the results before the first that failed: all that an execution of the same workflow may go on from. */
const asItWas = async (
  stored: StoredExecution,
  { store, versions }: { store: Pick<ExecutionReader, 'countBeforeFailure'>; versions: Pick<Versions, 'ofVersion'> },
): Promise<Retry> => ({
  version: await versions.ofVersion(stored.versionId),
  input: inputOf(stored),
  recorded: { executionId: stored.executionId, count: await store.countBeforeFailure(stored.executionId) },
});

const sizeOf = ({ task, data, chunks = [] }: StoredNodeRun): number =>
  chunks.reduce((sum, { items }) => sum + items.length, task.length + (data?.length ?? 0));

/** What the nodes have given, all but the one that the execution came to last. @throws AppError executionDataTooLarge */
const resultsBefore = async (
  { executionId, lastNode }: StoredExecution,
  store: Pick<ExecutionReader, 'recordedPage'>,
): Promise<FinishedRun[]> => {
  const { runs, add } = createRecordedNodeRuns();
  let size = 0;
  for (let from: RecordedPlace | null = { position: 0, piece: 0 }; from; ) {
    const { nodes, next } = await store.recordedPage(executionId, from);
    const done = nodes.filter((run) => run.node !== lastNode && !hasFailed(run));
    size = done.reduce((sum, run) => sum + sizeOf(run), size);
    if (size > mostCarried)
      throw new AppError(
        'executionDataTooLarge',
        `The results of execution ${executionId} are too large to go on from with a changed workflow. Retry it as it was.`,
      );
    add(done);
    from = next;
  }
  return runs;
};

/** From the node that failed, on the results of those before it; from the start where no node did. */
const asItIsNow = async (
  stored: StoredExecution,
  { store, versions }: { store: Pick<ExecutionReader, 'recordedPage'>; versions: Pick<Versions, 'ofStored'> },
): Promise<Retry> => {
  if (stored.workflowId === null) throw badRequest('The workflow is not stored any more. Retry it as it was.');
  const version = await versions.ofStored(stored.workflowId);
  const { lastNode } = stored;
  const done = lastNode === null ? [] : await resultsBefore(stored, store);
  if (lastNode === null || done.length === 0) return { version, input: inputOf(stored) };
  if (!version.workflow.nodes.some(({ name }) => name === lastNode))
    throw badRequest(
      `The workflow has no node "${lastNode}" any more, where the execution failed. Retry it as it was.`,
    );
  const byNode = Map.groupBy(
    done.filter(({ task }) => !task.serves),
    ({ node }) => node,
  );
  const runData: RunData = Object.fromEntries([...byNode].map(([node, runs]) => [node, runs.map(({ task }) => task)]));
  const { payload } = splitStart(stored.start).start.parse() as RunStart;
  const start = { kind: 'partial' as const, startNodes: [lastNode], runData, payload };
  return { version, input: startText(start, {}) };
};

/** @throws AppError executionNotFound, badRequest, executionDataTooLarge */
export const planRetry = async (
  options: {
    store: Pick<ExecutionReader, 'find' | 'countBeforeFailure' | 'recordedPage'>;
    versions: Pick<Versions, 'ofVersion' | 'ofStored'>;
  },
  executionId: number,
  current: boolean,
): Promise<Retry> => {
  const stored = await options.store.find(executionId);
  if (!stored) throw notFound('execution', executionId);
  if (!retried.includes(stored.status))
    throw badRequest(
      stored.status === 'success'
        ? 'The execution was successful: there is nothing to retry.'
        : 'The execution has not ended: stop it first.',
    );
  return current ? asItIsNow(stored, options) : asItWas(stored, options);
};
