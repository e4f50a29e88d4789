import type { Push } from '../../push/push.ts';
import type { ActiveRun } from '../controller/active-run.ts';
import {
  type FinishedMessage,
  finishedMessage,
  logMessage,
  nodeFinishedMessage,
  nodeStartedMessage,
} from '../controller/run-messages.ts';
import type { RunNews } from '../workers/protocol.ts';

/** What whoever started a run by hand sees of it. Runs without a session are seen by no one. */
export interface RunView {
  started(entry: ActiveRun): void;
  news(entry: ActiveRun, news: RunNews): void;
  /** It has ended, or waits (`waitTill`). */
  finished(
    run: Pick<ActiveRun, 'executionId' | 'mode' | 'retryOf' | 'sessionId' | 'startedAt'>,
    end: Pick<FinishedMessage, 'status' | 'stoppedAt' | 'waitTill' | 'lastNode' | 'error'>,
  ): void;
}

export const createRunView = (push: Pick<Push, 'send' | 'sendText'>): RunView => ({
  started({ executionId, version, mode, retryOf, sessionId, startedAt }) {
    if (sessionId === null) return;
    push.send(sessionId, {
      type: 'executionStarted',
      data: {
        executionId: String(executionId),
        mode,
        startedAt: new Date(startedAt).toISOString(),
        sessionId,
        workflowId: version.workflowId === null ? undefined : String(version.workflowId),
        workflowName: version.workflow.name,
        retryOf: retryOf === null ? undefined : String(retryOf),
      },
    });
  },

  news({ executionId, sessionId }, news) {
    if (sessionId === null) return;
    if (news.type === 'nodeStarted') push.sendText(sessionId, nodeStartedMessage(executionId, news.node));
    else if (news.type === 'nodeFinished') push.sendText(sessionId, nodeFinishedMessage(news));
    else if (news.type === 'log') push.sendText(sessionId, logMessage(news.node, news.values));
  },

  finished({ executionId, mode, retryOf, sessionId, startedAt }, end) {
    if (sessionId !== null)
      push.sendText(sessionId, finishedMessage({ executionId, mode, startedAt, retryOf, ...end }));
  },
});
