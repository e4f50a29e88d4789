import type { Push } from '../../push/push.ts';
import type { ExecutionFacts } from '../controller/execution-facts.ts';
import type { ExecutionMessage } from '../workers/protocol.ts';
import {
  type FinishedMessage,
  finishedMessage,
  logMessage,
  nodeFinishedMessage,
  nodeStartedMessage,
} from './push-messages.ts';

/** What whoever started an execution by hand sees of it. Those without a session are seen by no one. */
export interface ExecutionView {
  started(execution: ExecutionFacts): void;
  show(execution: Pick<ExecutionFacts, 'executionId' | 'sessionId'>, message: ExecutionMessage): void;
  /** It has ended, or waits (`waitTill`). */
  finished(
    execution: Pick<ExecutionFacts, 'executionId' | 'mode' | 'retryOf' | 'sessionId' | 'startedAt'>,
    end: Pick<FinishedMessage, 'status' | 'stoppedAt' | 'waitTill' | 'lastNode' | 'error'>,
  ): void;
}

export const createExecutionView = (push: Pick<Push, 'send' | 'sendText'>): ExecutionView => ({
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

  show({ executionId, sessionId }, message) {
    if (sessionId === null) return;
    if (message.type === 'nodeStarted') push.sendText(sessionId, nodeStartedMessage(executionId, message.node));
    else if (message.type === 'nodeFinished') push.sendText(sessionId, nodeFinishedMessage(message));
    else if (message.type === 'log') push.sendText(sessionId, logMessage(message.node, message.values));
  },

  finished({ executionId, mode, retryOf, sessionId, startedAt }, end) {
    if (sessionId !== null)
      push.sendText(sessionId, finishedMessage({ executionId, mode, startedAt, retryOf, ...end }));
  },
});
