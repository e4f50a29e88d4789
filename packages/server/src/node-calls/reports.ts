import { NodeError } from '@millrace/engine/node-api';
import type { Log } from '../platform/log.ts';
import type { Metrics, NodeCallKind } from '../platform/metrics/index.ts';
import { ProcessLostError } from './process-lost.ts';
import type { CallSubject } from './types.ts';

/** What is asked of whom, without anything that a person has typed but the names of workflow and node. */
export interface CallFacts {
  method: NodeCallKind;
  /** Of methods that have one. */
  name?: string;
  subject?: CallSubject;
  credentialType?: string;
}

const aboutSubject = ({ workflow, node }: CallSubject): object => {
  const found = workflow.nodes.find(({ name }) => name === node);
  return { workflowId: workflow.id, node, nodeType: found?.type, typeVersion: found?.typeVersion ?? 1 };
};

/** Figures of calls, and lines in the log. */
export interface CallReports {
  /** Times the call and counts it. One that fails is a line: of what was said by the node, only its kind. */
  watch<T>(facts: CallFacts, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T>;
  /** Writes the lines of a node. */
  linesOf(subject: CallSubject): (values: unknown[]) => void;
}

/** Messages may hold parameters, or what a service has answered. */
const kindOf = (error: unknown): object => {
  if (!(error instanceof Error)) return { error: typeof error };
  return { error: error.name, ...(error instanceof NodeError && error.httpCode && { httpCode: error.httpCode }) };
};

export const createCallReports = ({ log, metrics }: { log: Log; metrics: Metrics }): CallReports => ({
  async watch({ subject, ...facts }, signal, work) {
    const begunAt = performance.now();
    const seconds = () => (performance.now() - begunAt) / 1000;
    try {
      const given = await work();
      metrics.nodeCalled(facts.method, 'success', seconds());
      return given;
    } catch (error) {
      if (!signal?.aborted) {
        const duration = seconds();
        metrics.nodeCalled(facts.method, 'error', duration);
        const about = { ...facts, ...(subject && aboutSubject(subject)) };
        // What a service refuses is daily life.
        const level = error instanceof ProcessLostError ? 'warn' : 'info';
        log[level]({ ...about, duration, ...kindOf(error) }, 'A call of a node has failed');
      }
      throw error;
    }
  },

  linesOf(subject) {
    const about = aboutSubject(subject);
    return (values) => log.info({ ...about, values }, 'A node says');
  },
});
