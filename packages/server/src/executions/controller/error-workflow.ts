import type { NodeTypeSource } from '@millrace/engine';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Versions } from '../../workflows/versions.ts';
import type { NewExecution } from '../store/writes.ts';
import { findTrigger, textOfInput } from '../trigger-of-type.ts';
import { type ActiveRun, aboutRun } from './active-run.ts';
import type { Judgement } from './conclusions.ts';

/** The run of the error workflow that a run's end causes, if it causes one. Never rejects. */
export type ErrorWorkflow = (entry: ActiveRun, judged: Judgement) => Promise<NewExecution | undefined>;

/**
 * Failed production runs start the workflow that their settings name. Runs by hand do not, nor do those that were stopped, nor runs of
 * error workflows themselves: one that fails must not start itself for ever.
 */
export const createErrorWorkflow = (options: {
  versions: Pick<Versions, 'ofStored'>;
  nodeTypes: NodeTypeSource;
  clock: Clock;
  log: Log;
  /** Where people look at an execution. */
  executionUrl(executionId: number, workflowId: number | null): string;
}): ErrorWorkflow => {
  const payloadOf = ({ executionId, version, mode, retryOf }: ActiveRun, { error, lastNode }: Judgement) => ({
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

  return async (entry, judged) => {
    const { version, mode } = entry;
    if (judged.status !== 'error' && judged.status !== 'crashed') return undefined;
    if (mode === 'manual' || mode === 'error' || entry.sessionId !== null) return undefined;
    const id = version.workflow.settings?.errorWorkflow;
    if (typeof id !== 'string' || !/^\d{1,15}$/.test(id)) return undefined;
    try {
      const target = await options.versions.ofStored(Number(id));
      const node = findTrigger(target, options.nodeTypes, 'core.errorTrigger');
      if (node === undefined) throw new Error(`"${target.workflow.name}" has no Error Trigger`);
      const items = JSON.stringify([{ json: payloadOf(entry, judged) }]);
      return {
        id: null,
        workflowId: target.workflowId,
        versionId: target.versionId,
        ownerId: target.ownerId,
        mode: 'error',
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
        { err: error, ...aboutRun(entry), errorWorkflow: id },
        'The error workflow could not be started',
      );
      return undefined;
    }
  };
};
