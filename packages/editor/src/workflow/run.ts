import { limits, type PushMessage, toFormat } from '@millrace/contract';
import { client } from '../api/client.ts';
import { ApiError, describeError } from '../api/errors.ts';
import { outlinePages } from '../api/execution-data.ts';
import { type NodeTypes, nodeTypesQuery } from '../api/node-types.ts';
import { isPushConnected, onPush, onPushReconnect } from '../api/push.ts';
import { executionsKey, queryClient } from '../api/queries.ts';
import { sessionId } from '../api/session.ts';
import { t } from '../messages/index.ts';
import { awaitedCalls } from './awaited-calls.ts';
import { showInConsole } from './browser-console.ts';
import { failureText, openingOf, saysFailure } from './failure-text.ts';
import { keysByName } from './keys.ts';
import { tellError, tellInfo, tellWarning } from './notices.ts';
import type { PanelState } from './panel-state.ts';
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
import type { SaveQueue } from './save.ts';
import { isShowcase, upgrade } from './showcase.ts';
import type { WorkflowStore } from './store.ts';
import { isTrigger, startsByItself, triggersOf, typeOf, waitsForCall } from './triggers.ts';
import type { AwaitedCall, NodeKey, RunView, WorkflowDocument } from './types.ts';

/** What a session runs by hand, and the run that it shows: one at a time. */
export interface RunFollower {
  /** Runs the workflow as it is on the canvas, and shows it there. */
  start(ends?: RunEnds): Promise<void>;
  /** Runs one node alone, on what is pinned or was given last before it. */
  startAlone(node: NodeKey): Promise<void>;
  /** Ends the run, or the wait for a test call. */
  stop(): Promise<void>;
  /** Takes the results of the last run off the canvas. */
  clear(): void;
  /** Shows another run, or the same one as it stands by now. */
  show(run: RunView): void;
  /** From here on nothing is shown and nothing told any more. */
  dispose(): void;
}

interface SessionParts {
  store: WorkflowStore;
  saves: Pick<SaveQueue, 'save'>;
  panel: Pick<PanelState, 'state' | 'openNode' | 'refuse'>;
}

const frame = 16;

/** The graph as it is sent to run. */
const runnable = (document: WorkflowDocument, id: string | null, active: boolean) => {
  const { tags: _, ...graph } = toFormat(document);
  return { ...graph, id, active };
};

const isOfNode = ({ type }: PushMessage): boolean =>
  type === 'nodeExecuteBefore' || type === 'nodeExecuteAfter' || type === 'sendConsoleMessage';

interface PlannedRun {
  plan: RunPlan;
  /** The results that the plan keeps. */
  results: RunView['nodes'];
  /** What the results will hold for. */
  started: WorkflowDocument;
}

interface PreparedRun extends PlannedRun {
  /** Where the call is awaited, if one starts it. */
  awaited: readonly AwaitedCall[];
}

type Planning = (document: WorkflowDocument, previous: RunView, types: NodeTypes) => Promise<PlannedRun | undefined>;

/*
 * starting → running (or waitingForWebhook → running) → its end. Messages may come before the answer that tells the execution's id, so they
 * are held back while starting.
 */
export const createRunFollower = ({ store, saves, panel }: SessionParts): RunFollower => {
  let heldBack: PushMessage[] = [];
  let nextFrame: ReturnType<typeof setTimeout> | undefined;
  /** True after a loss of connection during the run: what was missed is read from the server at its end. */
  let hasGaps = false;
  let isDisposed = false;

  const run = (): RunView => store.getState().run;
  const show = (view: RunView): void => store.setState({ run: view });
  const setRun = (change: Partial<RunView>): void => show({ ...run(), ...change });

  /** What calls and events are awaited under: a workflow that is not stored has the session of its tab. */
  const awaitedAs = (): string => store.getState().id ?? sessionId;

  const planning =
    (ends: RunEnds): Planning =>
    async (document, previous, types) => {
      const { planRun, withReusedResults } = await import('./run-plan.ts');
      const { destinationNode, triggerNode } = ends;
      const isPartial = destinationNode !== undefined && triggerNode === undefined;
      const shown = isPartial ? await withReusedResults(document, previous, destinationNode) : previous;
      const plan = planRun(document, shown, triggersOf(document, types), {
        selection: store.getState().selection,
        startsByItself: (key) => startsByItself(document.nodes[key], types),
        ...ends,
      });
      return { plan, results: shown.nodes, started: document };
    };

  const start = (ends: RunEnds = {}): Promise<void> => begin(ends.destinationNode ?? null, planning(ends));

  const startAlone = (key: NodeKey): Promise<void> =>
    begin(key, async (document, previous, types) => {
      const node = document.nodes[key];
      if (!node) return undefined;
      if (isTrigger(typeOf(types, node)))
        return planning({ destinationNode: key, triggerNode: key })(document, previous, types);
      const { planSingleRun } = await import('./single-run.ts');
      const planned = await planSingleRun(document, previous, key);
      if (planned) return planned;
      tellInfo(t('run.noInput.title', { name: node.data.name }), {
        message: t('run.noInput.message'),
        topic: 'run',
        actions: [{ label: t('canvas.node.runToHere'), run: () => void start({ destinationNode: key }) }],
      });
      return undefined;
    });

  /** @param planned what is to run; undefined after telling why nothing can */
  const begin = async (destination: NodeKey | null, planned: Planning): Promise<void> => {
    if (isRunning(run()) || !store.getState().mayRun) return;
    if (isShowcase()) {
      upgrade();
      return;
    }
    if (!isPushConnected()) {
      tellError(t('run.noConnection'), { message: t('run.noConnection.message'), topic: 'connection' });
      return;
    }
    const { document } = store.getState();
    if (Object.keys(document.nodes).length === 0) {
      tellInfo(t('run.noNodes.title'), { message: t('run.noNodes.message') });
      return;
    }
    const previous = run();
    setRun({ status: 'starting' });
    const prepared = await prepare(document, previous, planned);
    if (isDisposed) return;
    if (prepared) await send(document, prepared, destination, previous);
    else show(previous);
  };

  /** Undefined after telling why it cannot start. */
  const prepare = async (
    document: WorkflowDocument,
    previous: RunView,
    planned: Planning,
  ): Promise<PreparedRun | undefined> => {
    const { id, ownedBy } = store.getState();
    try {
      const types = await queryClient.fetchQuery(nodeTypesQuery);
      const found = await planned(document, previous, types);
      if (!found) return undefined;
      const { plan } = found;
      const { issuesOf, issueText } = await import('./issues.ts');
      const issues = await issuesOf({ document, ownedBy }, plan.path);
      if (isDisposed) return undefined;
      if (issues.length > 0) {
        const { key } = issues.find((issue) => issue.key === panel.state().node) ?? issues[0]!;
        const isOpen = key === panel.state().node;
        tellError(t('run.issues.title'), {
          message: `${t('run.issues.message')}\n${issueText(issues)}`,
          ...(!isOpen && { open: openingOf(key, panel) }),
          topic: 'run',
        });
        if (isOpen) panel.refuse(key);
        return undefined;
      }
      // A test call finds its way by the stored workflow's id.
      const trigger = plan.trigger === undefined ? undefined : document.nodes[plan.trigger];
      const caller = trigger && waitsForCall(trigger, types) ? trigger : undefined;
      if (caller && id === null && !(await saves.save())) return undefined;
      return { ...found, awaited: caller ? await awaitedCalls(caller, store.getState().id) : [] };
    } catch (error) {
      if (!isDisposed) tellError(t('run.failed.title'), describeError(error));
      return undefined;
    }
  };

  const send = async (
    document: WorkflowDocument,
    { plan: { request, kept, trigger }, results, started, awaited }: PreparedRun,
    destination: NodeKey | null,
    previous: RunView,
  ): Promise<void> => {
    const { id, active } = store.getState();
    heldBack = [];
    hasGaps = false;
    show({
      ...emptyRun,
      status: 'starting',
      keys: keysByName(document),
      started,
      nodes: Object.fromEntries(kept.map((key) => [key, results[key]!])),
      destination,
    });
    try {
      const answer = await client.workflows.run({
        body: { workflowData: runnable(document, id, active), ...request },
      });
      if ('waitingForWebhook' in answer) {
        show(listening(run(), trigger, awaited, Date.now() + limits.testWebhookLifetime));
        openPage(awaited);
      } else setRun({ status: 'running', executionId: answer.executionId });
      showHeldBack();
    } catch (error) {
      show(previous);
      if (isDisposed) return;
      if (error instanceof ApiError && error.error === 'noTriggerData')
        tellInfo(t('run.noData.title'), { ...(error.hint !== undefined && { message: error.hint }), topic: 'run' });
      else tellError(t('run.failed.title'), describeError(error));
    }
  };

  /** A form is filled in on its page. Where the browser refuses to open it, the card of the call leads there. */
  const openPage = (awaited: readonly AwaitedCall[]): void => {
    const page = awaited.find(({ isPage }) => isPage);
    if (page && !isDisposed) window.open(page.address, '_blank', 'noopener');
  };

  /** News of nodes may come by the thousand in a second: those of one frame change the store together. */
  const receive = (message: PushMessage): void => {
    if (message.type === 'sendConsoleMessage') showInConsole(message.data.source, message.data.messages);
    heldBack.push(message);
    if (run().status === 'starting') return;
    if (isOfNode(message)) nextFrame ??= setTimeout(showHeldBack, frame);
    else showHeldBack();
  };

  const showHeldBack = (): void => {
    clearTimeout(nextFrame);
    nextFrame = undefined;
    if (isDisposed || run().status === 'starting') return;
    const messages = heldBack;
    heldBack = [];
    const before = run();
    if (!isFollowed(before)) return;
    const after = messages.reduce((view, message) => foldPush(view, message, awaitedAs()), before);
    if (after === before) return;
    for (const message of messages)
      if (
        message.type === 'testWebhookDeleted' &&
        message.data.message !== undefined &&
        before.status === 'waitingForWebhook'
      )
        tellError(t('run.failed.title'), { message: message.data.message, topic: 'run' });
    show(after);
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
        // The dock says so, where it covers nothing.
        return;
      case 'waiting':
        tellWarning(t('run.waiting.title'), { message: t('run.waiting.message'), sticky: true, topic: 'run' });
        return;
      case 'canceled':
        tellInfo(t('run.stopped'), { topic: 'run' });
        return;
      default:
        // The open panel of the node that failed says it already, with more.
        if (!saysFailure(ended, panel.state().node))
          tellError(t('run.execution.failed.title'), { ...failureText(ended, panel), topic: 'run' });
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
          : runFromOutline(page, keys, started ?? store.getState().document);
      }
    } catch (error) {
      if (!(error instanceof ApiError) || error.error !== 'executionNotFound') {
        if (!isDisposed) tellError(t('execution.failed'), describeError(error));
        return;
      }
    }
    if (isDisposed || run().executionId !== executionId) return;
    if (!recorded) {
      if (isRunning(run())) setRun({ status: null });
      tellWarning(t('run.lost'), { sticky: true, topic: 'run' });
      return;
    }
    const view = withRecord(run(), recorded);
    show(view);
    const stillWaits = status === 'waiting' && view.status === 'waiting';
    if (!isRunning(view) && !stillWaits) tellEnd(view);
  };

  const stop = async (): Promise<void> => {
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
    try {
      await client.testWebhooks.remove({ params: { id: awaitedAs() } });
      show(notListening(run()));
      tellInfo(t('run.webhook.deleted'));
    } catch (error) {
      tellError(t('run.webhook.delete.failed'), describeError(error));
    }
  };

  const ends = [
    onPush(receive),
    onPushReconnect(() => {
      if (!isFollowed(run()) || run().executionId === null) return;
      hasGaps = true;
      void resync();
    }),
  ];
  return {
    start,
    startAlone,
    stop,
    clear: () => {
      if (!isRunning(run())) show(emptyRun);
    },
    show,
    dispose: () => {
      isDisposed = true;
      clearTimeout(nextFrame);
      for (const end of ends) end();
    },
  };
};
