import type { ExecutionData, ExecutionMode, ExecutionStatus, TaskData } from './execution.ts';

/** Messages of the event stream `/push?sessionId=`. A view of what happens: nothing depends on their arrival. */
export type PushMessage =
  | {
      type: 'executionStarted';
      data: {
        executionId: string;
        mode: ExecutionMode;
        startedAt: string;
        sessionId: string;
        workflowId?: string;
        workflowName: string;
        retryOf?: string;
      };
    }
  | { type: 'nodeExecuteBefore'; data: { executionId: string; nodeName: string } }
  | { type: 'nodeExecuteAfter'; data: { executionId: string; nodeName: string; data: TaskData } }
  | { type: 'executionFinished'; data: { executionId: string; retryOf?: string; data: FinishedRun } }
  | { type: 'sendConsoleMessage'; data: { source: string; messages: unknown[] } }
  | { type: 'testWebhookReceived'; data: { workflowId: string; executionId: string } }
  /** `message`: why nothing is waited for any more, where that is a failure. */
  | { type: 'testWebhookDeleted'; data: { workflowId: string; message?: string } }
  | { type: 'workflowActivated'; data: { workflowId: string } }
  | { type: 'workflowDeactivated'; data: { workflowId: string } }
  /** Which revision of an active workflow runs; null: the latest. */
  | { type: 'workflowPublished'; data: { workflowId: string; publishedRevision: number | null } }
  /** How its triggers do is to be asked for again. */
  | { type: 'triggersChanged'; data: { workflowId: string } }
  /** What node types there are is to be asked for again. */
  | { type: 'nodeTypesChanged'; data: Record<string, never> };

/**
 * End of a run. `runData` is empty: the nodes' own messages carried it. `waitTill` is there only when the run waits,
 * `finished` only on success.
 */
export interface FinishedRun {
  data: ExecutionData;
  mode: ExecutionMode;
  status: ExecutionStatus;
  startedAt: string;
  stoppedAt: string;
  finished?: true;
  waitTill?: string;
}
