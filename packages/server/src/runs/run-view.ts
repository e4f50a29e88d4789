import type { Push } from '../push/push.ts';
import type { ActiveRun } from './active-run.ts';
import {
  type FinishedMessage,
  finishedMessage,
  logMessage,
  nodeFinishedMessage,
  nodeStartedMessage,
} from './run-messages.ts';
import type { RunNews } from './workers/protocol.ts';

/** What whoever started a run by hand sees of it. Runs without a session are seen by no one. */
export interface RunView {
  started(entry: ActiveRun): void;
  news(entry: ActiveRun, news: RunNews): void;
  finished(entry: ActiveRun, end: Pick<FinishedMessage, 'status' | 'stoppedAt' | 'lastNode' | 'error'>): void;
}

export const createRunView = (push: Pick<Push, 'send' | 'sendText'>): RunView => ({
  started({ executionId, run, startedAt }) {
    const { sessionId, version, mode, retryOf } = run;
    if (sessionId === undefined) return;
    push.send(sessionId, {
      type: 'executionStarted',
      data: {
        executionId: String(executionId),
        mode,
        startedAt: new Date(startedAt).toISOString(),
        sessionId,
        workflowId: version.workflowId === null ? undefined : String(version.workflowId),
        workflowName: version.workflow.name,
        retryOf: retryOf === undefined ? undefined : String(retryOf),
      },
    });
  },

  news({ executionId, run: { sessionId } }, news) {
    if (sessionId === undefined) return;
    if (news.type === 'nodeStarted') push.sendText(sessionId, nodeStartedMessage(executionId, news.node));
    else if (news.type === 'nodeFinished')
      push.sendText(sessionId, nodeFinishedMessage(executionId, news.record, news.itemCounts));
    else if (news.type === 'log') push.sendText(sessionId, logMessage(news.node, news.values));
  },

  finished({ executionId, run, startedAt }, end) {
    const { sessionId, mode, retryOf } = run;
    if (sessionId !== undefined)
      push.sendText(sessionId, finishedMessage({ executionId, mode, startedAt, retryOf, ...end }));
  },
});
