import type { PushMessage } from '@millrace/contract';
import { client } from '../api/client.ts';
import { ApiError, describeError } from '../api/errors.ts';
import { outlinePages } from '../api/execution-data.ts';
import { nodeTypesQuery } from '../api/node-types.ts';
import { isPushConnected, onPush, onPushReconnect } from '../api/push.ts';
import { executionsKey, queryClient } from '../api/queries.ts';
import { t } from '../messages/index.ts';
import { failureText, saysFailure } from './failure-text.ts';
import { toFormat } from './format.ts';
import { issuesOf, issueText } from './issues.ts';
import { keysByName } from './keys.ts';
import { tellError, tellInfo, tellSuccess, tellWarning } from './notices.ts';
import { panelState } from './panel-state.ts';
import type { RunEnds, RunPlan } from './run-plan.ts';
import {
  emptyRun,
  foldPush,
  isFollowed,
  isRunning,
  listening,
  notListening,
  runFromOutline,
  withMoreRuns,
  withRecord,
} from './run-view.ts';
import { save } from './save.ts';
import { workflowStore } from './store.ts';
import { triggersOf, waitsForCall } from './triggers.ts';
import type { NodeKey, RunView, WorkflowDocument } from './types.ts';

/*
 * The run of the open workflow. One at a time: starting → running (or waitingForWebhook → running) → its end. Messages may come
 * before the answer that tells the execution's id, so they are held back while starting.
 */

let heldBack: PushMessage[] = [];
let nextFrame: ReturnType<typeof setTimeout> | undefined;
const frame = 16;
/** True after a loss of connection during the run: what was missed is read from the server at its end. */
let hasGaps = false;

const run = (): RunView => workflowStore.getState().run;
const setRun = (change: Partial<RunView>): void => workflowStore.setState({ run: { ...run(), ...change } });

/** Runs the open workflow as it is on the canvas, and shows it there. */
export const runWorkflow = async (ends: RunEnds = {}): Promise<void> => {
  if (isRunning(run())) return;
  if (!isPushConnected()) {
    tellError(t('run.noConnection'), { message: t('run.noConnection.message'), topic: 'connection' });
    return;
  }
  if (Object.keys(workflowStore.getState().document.nodes).length === 0) {
    tellInfo(t('run.noNodes.title'), { message: t('run.noNodes.message') });
    return;
  }
  const previous = run();
  workflowStore.setState({ run: { ...previous, status: 'starting' } });
  const { document } = workflowStore.getState();
  const prepared = await prepare(document, ends, previous);
  if (prepared) await start(document, prepared, ends.destinationNode ?? null, previous);
  else workflowStore.setState({ run: previous });
};

interface PreparedRun {
  plan: RunPlan;
  /** The results that the plan keeps. */
  results: RunView['nodes'];
}

/** Undefined after telling why it cannot start. */
const prepare = async (
  document: WorkflowDocument,
  ends: RunEnds,
  previous: RunView,
): Promise<PreparedRun | undefined> => {
  const { id, selection } = workflowStore.getState();
  try {
    const types = await queryClient.fetchQuery(nodeTypesQuery);
    const { planRun, withReusedResults } = await import('./run-plan.ts');
    const { destinationNode, triggerNode } = ends;
    const isPartial = destinationNode !== undefined && triggerNode === undefined;
    const shown = isPartial ? await withReusedResults(document, previous, destinationNode) : previous;
    const plan = planRun(document, shown, triggersOf(document, types), { selection, ...ends });
    const issues = await issuesOf(document, plan.path);
    if (issues.length > 0) {
      tellError(t('run.issues.title'), {
        message: `${t('run.issues.message')}\n${issueText(issues)}`,
        topic: 'run',
      });
      return undefined;
    }
    // A test call finds its way by the stored workflow's id.
    const trigger = plan.trigger === undefined ? undefined : document.nodes[plan.trigger];
    const needsId = id === null && trigger !== undefined && waitsForCall(trigger, types);
    return needsId && !(await save()) ? undefined : { plan, results: shown.nodes };
  } catch (error) {
    tellError(t('run.failed.title'), describeError(error));
    return undefined;
  }
};

/** The graph as it is sent to run. */
const runnable = (document: WorkflowDocument, id: string | null, active: boolean) => {
  const { tags: _, ...graph } = toFormat(document);
  return { ...graph, id, active };
};

const start = async (
  document: WorkflowDocument,
  { plan: { request, kept, trigger }, results }: PreparedRun,
  destination: NodeKey | null,
  previous: RunView,
): Promise<void> => {
  const { id, active } = workflowStore.getState();
  heldBack = [];
  hasGaps = false;
  workflowStore.setState({
    run: {
      ...emptyRun,
      status: 'starting',
      keys: keysByName(document),
      started: document,
      nodes: Object.fromEntries(kept.map((key) => [key, results[key]!])),
      destination,
    },
  });
  try {
    const answer = await client.workflows.run({
      body: { workflowData: runnable(document, id, active), ...request },
    });
    if ('waitingForWebhook' in answer) workflowStore.setState({ run: listening(run(), trigger) });
    else setRun({ status: 'running', executionId: answer.executionId });
    showHeldBack();
  } catch (error) {
    workflowStore.setState({ run: previous });
    tellError(t('run.failed.title'), describeError(error));
  }
};

const isOfNode = ({ type }: PushMessage): boolean => type === 'nodeExecuteBefore' || type === 'nodeExecuteAfter';

/** News of nodes may come by the thousand in a second: those of one frame change the store together. */
const receive = (message: PushMessage): void => {
  heldBack.push(message);
  if (run().status === 'starting') return;
  if (isOfNode(message)) nextFrame ??= setTimeout(showHeldBack, frame);
  else showHeldBack();
};

const showHeldBack = (): void => {
  clearTimeout(nextFrame);
  nextFrame = undefined;
  if (run().status === 'starting') return;
  const messages = heldBack;
  heldBack = [];
  const before = run();
  if (!isFollowed(before)) return;
  const after = messages.reduce((view, message) => foldPush(view, message, view.keys), before);
  if (after === before) return;
  workflowStore.setState({ run: after });
  if (isRunning(after)) return;
  if (messages.some(({ type }) => type === 'executionFinished')) {
    if (hasGaps) void resync();
    else tellEnd(after);
  }
};

const tellEnd = (ended: RunView): void => {
  void queryClient.invalidateQueries({ queryKey: executionsKey });
  switch (ended.status) {
    case 'success':
      tellSuccess(t(ended.destination === null ? 'run.success' : 'run.success.node'), { topic: 'run' });
      return;
    case 'waiting':
      tellWarning(t('run.waiting.title'), { message: t('run.waiting.message'), sticky: true, topic: 'run' });
      return;
    case 'canceled':
      tellInfo(t('run.stopped'), { topic: 'run' });
      return;
    default:
      // The open panel of the node that failed says it already, with more.
      if (!saysFailure(ended, panelState().node))
        tellError(t('run.execution.failed.title'), { ...failureText(ended), topic: 'run' });
  }
};

/** Reads the shown execution from the server: messages were missed. */
const resync = async (): Promise<void> => {
  const { executionId, keys, started, status } = run();
  if (executionId === null) return;
  let recorded: RunView | undefined;
  try {
    for await (const page of outlinePages(executionId)) {
      recorded = recorded
        ? withMoreRuns(recorded, page)
        : runFromOutline(page, keys, started ?? workflowStore.getState().document);
    }
  } catch (error) {
    if (!(error instanceof ApiError) || error.error !== 'executionNotFound') {
      tellError(t('execution.failed'), describeError(error));
      return;
    }
  }
  if (run().executionId !== executionId) return;
  if (!recorded) {
    if (isRunning(run())) setRun({ status: null });
    tellWarning(t('run.lost'), { sticky: true });
    return;
  }
  const view = withRecord(run(), recorded);
  workflowStore.setState({ run: view });
  const stillWaits = status === 'waiting' && view.status === 'waiting';
  if (!isRunning(view) && !stillWaits) tellEnd(view);
};

/** Ends the run, or the wait for a test call. */
export const stopRun = async (): Promise<void> => {
  const { status, executionId } = run();
  if (status === 'waitingForWebhook') return stopWaiting();
  if (executionId === null) return;
  try {
    await client.executions.stop({ params: { id: executionId } });
  } catch (error) {
    const hasEnded =
      error instanceof ApiError && (error.error === 'executionNotRunning' || error.error === 'executionNotFound');
    if (!hasEnded) {
      tellError(t('run.stop.failed'), describeError(error));
      return;
    }
    tellInfo(t('run.finishedBeforeStop.title'), { message: t('run.finishedBeforeStop.message') });
    if (isRunning(run())) await resync();
  }
};

const stopWaiting = async (): Promise<void> => {
  const { id } = workflowStore.getState();
  if (id === null) return;
  try {
    await client.testWebhooks.remove({ params: { id } });
    workflowStore.setState({ run: notListening(run()) });
    tellInfo(t('run.webhook.deleted'));
  } catch (error) {
    tellError(t('run.webhook.delete.failed'), describeError(error));
  }
};

/** Takes the results of the last run off the canvas. */
export const clearRun = (): void => {
  if (!isRunning(run())) workflowStore.setState({ run: emptyRun });
};

/** Lets push messages into the store. Returns the end of it. */
export const followRuns = (): (() => void) => {
  const ends = [
    onPush(receive),
    onPushReconnect(() => {
      if (!isFollowed(run()) || run().executionId === null) return;
      hasGaps = true;
      void resync();
    }),
  ];
  return () => {
    clearTimeout(nextFrame);
    nextFrame = undefined;
    for (const end of ends) end();
  };
};
