import type { Push, UserTab } from '../../push/push.ts';
import type { ExecutionFacts } from '../controller/execution-facts.ts';
import type { ExecutionMessage } from '../workers/protocol.ts';
import {
  type FinishedMessage,
  finishedMessage,
  logMessage,
  nodeFinishedMessage,
  nodeStartedMessage,
} from './push-messages.ts';

interface Seen extends Pick<ExecutionFacts, 'sessionId' | 'ranBy'> {
  version: Pick<ExecutionFacts['version'], 'workflowId'>;
}

const tabOf = ({ sessionId, ranBy, version }: Seen): UserTab | undefined =>
  sessionId === null || ranBy === null ? undefined : { sessionId, userId: ranBy, workflowId: version.workflowId };

/** What whoever started an execution by hand sees of it. Those without a session are seen by no one. */
export interface ExecutionView {
  started(execution: ExecutionFacts): void;
  show(execution: Seen & Pick<ExecutionFacts, 'executionId'>, message: ExecutionMessage): void;
  /** It has ended, or waits (`waitTill`). */
  finished(
    execution: Seen & Pick<ExecutionFacts, 'executionId' | 'mode' | 'retryOf' | 'startedAt'>,
    end: Pick<FinishedMessage, 'status' | 'stoppedAt' | 'waitTill' | 'lastNode' | 'error'>,
  ): void;
}

export const createExecutionView = (push: Pick<Push, 'send' | 'sendText'>): ExecutionView => ({
  started(execution) {
    const tab = tabOf(execution);
    if (!tab) return;
    const { executionId, version, mode, retryOf, startedAt } = execution;
    push.send(tab, {
      type: 'executionStarted',
      data: {
        executionId: String(executionId),
        mode,
        startedAt: new Date(startedAt).toISOString(),
        sessionId: tab.sessionId,
        workflowId: version.workflowId === null ? undefined : String(version.workflowId),
        workflowName: version.workflow.name,
        retryOf: retryOf === null ? undefined : String(retryOf),
      },
    });
  },

  show(execution, message) {
    const tab = tabOf(execution);
    if (!tab) return;
    const { executionId } = execution;
    if (message.type === 'nodeStarted') push.sendText(tab, nodeStartedMessage(executionId, message.node));
    else if (message.type === 'nodeFinished') push.sendText(tab, nodeFinishedMessage(message));
    else if (message.type === 'log') push.sendText(tab, logMessage(message.node, message.values));
  },

  finished(execution, end) {
    const tab = tabOf(execution);
    const { executionId, mode, startedAt, retryOf } = execution;
    if (tab) push.sendText(tab, finishedMessage({ executionId, mode, startedAt, retryOf, ...end }));
  },
});
