import {
  type ExecutionError,
  type ExecutionOutline,
  type NodeRunOutline,
  type PushMessage,
  type TaskData,
  waitIndefinitely,
} from '@millrace/contract';
import type { Patches } from 'mutative';
import { emptyNodeRun, runCount, settledNode, withConsoleLine, withTask, withTasks } from './node-run.ts';
import { emptyLog, withLogged } from './run-log.ts';
import type { AwaitedCall, NodeKey, NodeRunState, RunView, WorkflowDocument } from './types.ts';

/** Pure: what the canvas shows of a run, folded from push messages or read from a stored execution. */

export const emptyRun: RunView = {
  executionId: null,
  status: null,
  nodes: {},
  log: emptyLog,
  keys: new Map(),
  started: null,
  stale: new Set(),
  destination: null,
};

/** From here on the status changes by itself. */
export const isRunning = (run: Pick<RunView, 'status'>): boolean =>
  run.status === 'starting' ||
  run.status === 'queued' ||
  run.status === 'running' ||
  run.status === 'waitingForWebhook';

/** It changes by itself now, or as soon as what it waits for happens. */
export const isFollowed = (run: Pick<RunView, 'status'>): boolean => isRunning(run) || run.status === 'waiting';

/** The run that waits for a test call of this node. */
export const listening = (
  run: RunView,
  trigger: NodeKey | undefined,
  awaited: readonly AwaitedCall[] = [],
  awaitedUntil?: number,
): RunView => ({
  ...run,
  status: 'waitingForWebhook',
  awaited,
  awaitedUntil,
  nodes: trigger === undefined ? run.nodes : { ...run.nodes, [trigger]: { ...emptyNodeRun, phase: 'waiting' } },
});

/** The call has not come, and is not waited for any more. */
export const notListening = (run: RunView): RunView => {
  if (run.status !== 'waitingForWebhook') return run;
  const nodes = Object.entries(run.nodes).filter(([, { phase }]) => phase !== 'waiting');
  return { ...run, status: null, awaited: undefined, awaitedUntil: undefined, nodes: Object.fromEntries(nodes) };
};

const ofNoExecution = [
  'workflowActivated',
  'workflowDeactivated',
  'workflowPublished',
  'triggersChanged',
  'nodeTypesChanged',
] as const;

/** It is about no execution. */
const isOfNoExecution = (
  message: PushMessage,
): message is Extract<PushMessage, { type: (typeof ofNoExecution)[number] }> =>
  ofNoExecution.some((type) => type === message.type);

/**
 * Adds one message to the view. Messages of other executions change nothing.
 * @param awaitedAs what test calls and events of the workflow are told of by
 */
export const foldPush = (run: RunView, message: PushMessage, awaitedAs: string): RunView => {
  if (message.type === 'testWebhookReceived' || message.type === 'testWebhookDeleted') {
    if (run.status !== 'waitingForWebhook' || message.data.workflowId !== awaitedAs) return run;
    if (message.type === 'testWebhookDeleted') return notListening(run);
    return {
      ...run,
      executionId: message.data.executionId,
      status: 'running',
      awaited: undefined,
      awaitedUntil: undefined,
    };
  }
  if (isOfNoExecution(message)) return run;
  if (message.type === 'sendConsoleMessage') return withConsole(run, message.data);
  if (message.data.executionId !== run.executionId) return run;
  const { keys } = run;
  switch (message.type) {
    case 'executionStarted':
      return { ...run, status: 'running' };
    case 'nodeExecuteBefore': {
      const key = keys.get(message.data.nodeName);
      if (key === undefined) return run;
      const node: NodeRunState = { ...(run.nodes[key] ?? emptyNodeRun), phase: 'running' };
      // After a wait the run goes on with its nodes, without another start.
      return { ...run, status: 'running', nodes: { ...run.nodes, [key]: node } };
    }
    case 'nodeExecuteAfter': {
      const key = keys.get(message.data.nodeName);
      if (key === undefined) return run;
      const node = withTask(run.nodes[key] ?? emptyNodeRun, message.data.data);
      const log = withLogged(run, key, message.data.data);
      return { ...run, log, nodes: { ...run.nodes, [key]: node } };
    }
    case 'executionFinished': {
      const { status, data, waitTill, ...times } = message.data.data;
      const nodes = settled(run.nodes, status);
      const duration = durationOf({ status, ...times });
      return { ...run, status, nodes, waitTill: waitEnd(waitTill), duration, error: data.resultData.error };
    }
  }
};

const waitEnd = (waitTill: string | null | undefined): string | null =>
  waitTill === undefined || waitTill === waitIndefinitely ? null : waitTill;

/** The line names its node, and comes to whoever runs the workflow alone. */
const withConsole = (
  run: RunView,
  { source, messages }: Extract<PushMessage, { type: 'sendConsoleMessage' }>['data'],
): RunView => {
  const key = run.keys.get(/^Node: "(.*)"$/s.exec(source)?.[1] ?? '');
  if (key === undefined) return run;
  return { ...run, nodes: { ...run.nodes, [key]: withConsoleLine(run.nodes[key] ?? emptyNodeRun, messages) } };
};

/** No node runs or waits after the end: what was in flight is told by the end. A node that never gave a result shows nothing. */
const settled = (nodes: RunView['nodes'], status: RunView['status']): RunView['nodes'] =>
  Object.fromEntries(
    Object.entries(nodes).flatMap(([key, node]): [NodeKey, NodeRunState][] => {
      if (node.phase !== 'running' && node.phase !== 'waiting') return [[key, node]];
      if (status === 'waiting') return [[key, { ...node, phase: 'waiting' }]];
      return node.tasks.length > 0 ? [[key, settledNode(node)]] : [];
    }),
  );

/** One node run as the canvas and the panel know it. */
export const taskOf = ({ position, task, outputs, size, data }: NodeRunOutline): TaskData => {
  if (data) return { ...task, data };
  return Object.keys(outputs).length === 0 ? task : { ...task, stored: { position, outputs, size } };
};

/**
 * The view of a stored execution over the nodes of its own graph.
 * @param outline with all of its node runs, or the first ones
 * @param started that graph
 */
export const runFromOutline = (
  outline: ExecutionOutline,
  keys: ReadonlyMap<string, NodeKey>,
  started: WorkflowDocument,
): RunView => withMoreRuns({ ...emptyRun, executionId: outline.id, keys, started }, outline);

/** How long an execution took that has ended, in milliseconds. */
export const durationOf = ({
  status,
  startedAt,
  stoppedAt,
}: Pick<ExecutionOutline, 'status' | 'startedAt' | 'stoppedAt'>): number | undefined => {
  const duration = status === 'waiting' ? Number.NaN : Date.parse(stoppedAt ?? '') - Date.parse(startedAt);
  return Number.isNaN(duration) ? undefined : duration;
};

/** The view with the next node runs of its execution, as it stands by now. */
export const withMoreRuns = (run: RunView, outline: ExecutionOutline): RunView => {
  const { keys } = run;
  const tasks = new Map<NodeKey, TaskData[]>();
  let { log } = run;
  for (const nodeRun of outline.nodes) {
    const key = keys.get(nodeRun.node);
    if (key === undefined) continue;
    const task = taskOf(nodeRun);
    const known = tasks.get(key);
    if (known) known.push(task);
    else tasks.set(key, [task]);
    log = withLogged({ ...run, log }, key, task, nodeRun.runIndex);
  }
  const nodes = { ...run.nodes };
  for (const [key, added] of tasks) nodes[key] = withTasks(nodes[key] ?? emptyNodeRun, added);
  const waiting = outline.status === 'waiting' && outline.wait ? keys.get(outline.wait.node) : undefined;
  if (waiting !== undefined) nodes[waiting] = { ...(nodes[waiting] ?? emptyNodeRun), phase: 'waiting' };
  const error = failureOf(outline.error, nodes);
  const duration = durationOf(outline);
  return { ...run, status: outline.status, nodes, log, waitTill: waitEnd(outline.waitTill), duration, error };
};

/**
 * The view of a run whose messages were missed for a while.
 * @param recorded the same run, as the server has it. It does not have the results that a run to a node took over, nor what is in flight.
 */
export const withRecord = (run: RunView, recorded: RunView): RunView => {
  const entries = Object.entries(run.nodes);
  const done = entries.filter(([, { phase }]) => phase === 'success' || phase === 'error');
  const inFlight = entries.filter(([key, node]) => {
    const known = recorded.nodes[key];
    return isRunning(recorded) && node.phase === 'running' && runCount(node) === (known ? runCount(known) : 0);
  });
  const nodes = { ...Object.fromEntries(done), ...recorded.nodes, ...Object.fromEntries(inFlight) };
  return { ...recorded, nodes, destination: run.destination };
};

const failureOf = (error: ExecutionError | undefined, nodes: RunView['nodes']): ExecutionError | undefined =>
  error ?? Object.values(nodes).flatMap((node) => node.tasks.at(-1)?.error ?? [])[0];

/**
 * Follows an edit of the document: results name renamed nodes by their new names, and a node that was switched on or off loses its
 * result.
 */
export const followEdit = (
  run: RunView,
  patches: Patches,
  before: WorkflowDocument,
  after: WorkflowDocument,
): RunView => {
  if (run.status === null && Object.keys(run.nodes).length === 0) return run;
  const renamed = new Map<string, string>();
  const switched = new Set<NodeKey>();
  for (const { path } of patches) {
    const [part, key, , field] = path as (string | number)[];
    if (part !== 'nodes') continue;
    const name = String(key);
    if (field === 'disabled') switched.add(name);
    if (field === 'name') {
      const from = before.nodes[name]?.data.name;
      const to = after.nodes[name]?.data.name;
      if (from !== undefined && to !== undefined) renamed.set(from, to);
    }
  }
  if (renamed.size + switched.size === 0) return run;
  let nodes = run.nodes;
  if (renamed.size > 0) nodes = withRenamedSources(nodes, renamed);
  if (switched.size > 0) nodes = Object.fromEntries(Object.entries(nodes).filter(([key]) => !switched.has(key)));
  return { ...run, nodes };
};

const withRenamedSources = (nodes: RunView['nodes'], renamed: ReadonlyMap<string, string>): RunView['nodes'] =>
  Object.fromEntries(
    Object.entries(nodes).map(([key, node]) => [
      key,
      {
        ...node,
        tasks: node.tasks.map((task) => ({
          ...task,
          source: task.source.map(
            (source) => source && { ...source, previousNode: renamed.get(source.previousNode) ?? source.previousNode },
          ),
        })),
      },
    ]),
  );
