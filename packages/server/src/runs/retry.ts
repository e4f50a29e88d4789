import type { ExecutionStatus, RunData, TaskData } from '@millrace/contract';
import { badRequest, notFound } from '../platform/errors.ts';
import type { Versions } from '../workflows/versions.ts';
import type { RunReader, StoredRun } from './store/run-reader.ts';
import type { NewExecution } from './store/run-store.ts';
import type { RunInput, RunnableVersion } from './types.ts';
import { toFinishedRuns } from './worker/recorded-runs.ts';
import type { StoredNodeRun } from './workers/protocol.ts';

/** How a retry starts. */
export interface Retry {
  version: RunnableVersion;
  /** JSON of RunInput. */
  input: string;
  recorded?: NewExecution['recorded'];
}

const retried: readonly ExecutionStatus[] = ['error', 'canceled', 'crashed'];

const hasFailed = ({ task }: StoredNodeRun): boolean => (JSON.parse(task) as TaskData).error !== undefined;

/** An answer was owed to the caller of the first run only. */
const inputOf = ({ input }: StoredRun): string =>
  JSON.stringify({ start: input.start, destinationNode: input.destinationNode, depth: input.depth } satisfies RunInput);

/** The results before the first that failed: all that a run of the same workflow may go on from. */
const asItWas = async (stored: StoredRun, recorded: StoredNodeRun[], versions: Pick<Versions, 'ofVersion'>) => {
  const failed = recorded.findIndex(hasFailed);
  return {
    version: await versions.ofVersion(stored.versionId, stored.ownerId),
    input: inputOf(stored),
    recorded: { executionId: stored.executionId, count: failed < 0 ? recorded.length : failed },
  };
};

/** From the node that failed, on the results of those before it; from the start where no node did. */
const asItIsNow = async (
  stored: StoredRun,
  recorded: StoredNodeRun[],
  versions: Pick<Versions, 'ofStored'>,
): Promise<Retry> => {
  if (stored.workflowId === null) throw badRequest('The workflow is not stored any more. Retry it as it was.');
  const version = await versions.ofStored(stored.workflowId);
  const { lastNode } = stored;
  const done = toFinishedRuns(recorded.filter((run) => !hasFailed(run) && run.node !== lastNode));
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
  const { payload } = stored.input.start;
  const start = { kind: 'partial' as const, startNodes: [lastNode], runData, payload };
  return { version, input: JSON.stringify({ start } satisfies RunInput) };
};

/** @throws AppError executionNotFound, badRequest */
export const planRetry = async (
  {
    store,
    versions,
  }: { store: Pick<RunReader, 'find' | 'recorded'>; versions: Pick<Versions, 'ofVersion' | 'ofStored'> },
  executionId: number,
  current: boolean,
): Promise<Retry> => {
  const stored = await store.find(executionId);
  if (!stored) throw notFound('execution', executionId);
  if (!retried.includes(stored.status))
    throw badRequest(
      stored.status === 'success'
        ? 'The execution was successful: there is nothing to retry.'
        : 'The execution has not ended: stop it first.',
    );
  const recorded = await store.recorded(executionId);
  return current ? asItIsNow(stored, recorded, versions) : asItWas(stored, recorded, versions);
};
