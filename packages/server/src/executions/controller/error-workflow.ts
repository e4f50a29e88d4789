import type { NodeTypeSource } from '@millrace/engine';
import type { WorkflowCalls } from '../../permissions/workflow-calls.ts';
import type { Clock } from '../../platform/clock.ts';
import { notFound } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import type { Versions } from '../../workflows/versions.ts';
import type { NewExecution } from '../store/writes.ts';
import { findTrigger, textOfInput } from '../trigger-of-type.ts';
import type { FinalState } from './call-result.ts';
import { aboutExecution, type ExecutionFacts } from './execution-facts.ts';

/** The execution of the error workflow that an end causes, if it causes one. Never rejects. */
export type ErrorWorkflow = (failed: ExecutionFacts, final: FinalState) => Promise<NewExecution | undefined>;

/**
 * Failed production executions start the workflow that their settings name. Those by hand do not, nor those that were stopped, nor those of
 * error workflows themselves: one that fails must not start itself for ever.
 */
export const createErrorWorkflow = (options: {
  versions: Pick<Versions, 'ofStored'>;
  workflowCalls: Pick<WorkflowCalls, 'mayCall'>;
  nodeTypes: NodeTypeSource;
  nextId(): Promise<number>;
  clock: Clock;
  log: Log;
  /** Where people look at an execution. */
  executionUrl(executionId: number, workflowId: number | null): string;
}): ErrorWorkflow => {
  const payloadOf = ({ executionId, version, mode, retryOf }: ExecutionFacts, { error, lastNode }: FinalState) => ({
    execution: {
      id: String(executionId),
      url: options.executionUrl(executionId, version.workflowId),
      ...(retryOf === null ? {} : { retryOf: String(retryOf) }),
      error: error === null ? null : JSON.parse(error),
      lastNodeExecuted: lastNode,
      mode,
    },
    workflow: {
      id: version.workflowId === null ? null : String(version.workflowId),
      name: version.workflow.name,
    },
  });

  return async (failed, final) => {
    const { version, mode } = failed;
    if (final.status !== 'error' && final.status !== 'crashed') return undefined;
    if (mode === 'manual' || mode === 'error' || failed.sessionId !== null) return undefined;
    const id = version.workflow.settings?.errorWorkflow;
    if (typeof id !== 'string' || !/^\d{1,15}$/.test(id)) return undefined;
    try {
      const target = await options.versions.ofStored(Number(id));
      const from = { workflowId: version.workflowId, ranBy: failed.ranBy };
      if (!(await options.workflowCalls.mayCall(from, { id: Number(id), settings: target.workflow.settings })))
        throw notFound('workflow', id);
      const node = findTrigger(target, options.nodeTypes, 'core.errorTrigger');
      if (node === undefined) throw new Error(`"${target.workflow.name}" has no Error Trigger`);
      const items = JSON.stringify([{ json: payloadOf(failed, final) }]);
      return {
        id: await options.nextId(),
        workflowId: target.workflowId,
        versionId: target.versionId,
        ranBy: null,
        mode: 'error',
        triggerType: null,
        status: 'queued',
        startedAt: options.clock.now(),
        start: textOfInput({ node, items, depth: 0 }),
        retryOf: null,
        processId: null,
        temporary: false,
        origin: null,
        sessionId: null,
        idempotencyKey: null,
        parent: null,
      };
    } catch (error) {
      options.log.warn(
        { err: error, ...aboutExecution(failed), errorWorkflow: id },
        'The error workflow could not be started',
      );
      return undefined;
    }
  };
};
