import type { ExecutionMode } from '@millrace/contract';
import type { LastNodeAnswer, RunnableVersion } from '../types.ts';
import type { EarlierPart } from '../workers/protocol.ts';
import type { SaveRules } from './save-rules.ts';

/** What an execution is from its start to its end. */
export interface ExecutionFacts {
  readonly executionId: number;
  readonly version: RunnableVersion;
  /** Who runs it by hand; null: nobody, so that whoever owns its workflow counts. */
  readonly ranBy: string | null;
  readonly mode: ExecutionMode;
  readonly retryOf: number | null;
  /** Push session of whoever started it by hand. */
  readonly sessionId: string | null;
  readonly lastNodeAnswer: LastNodeAnswer | undefined;
  /** Process in which someone waits for it. */
  readonly origin: string | null;
  readonly parent: { executionId: number; node: string } | null;
  /** Of sub-workflows. */
  readonly depth: number;
  readonly rules: SaveRules;
  /** Seconds that it may take; undefined: as long as it likes. */
  readonly timeout: number | undefined;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Waits before this part of it. */
  readonly waitCount: number;
}

/** From what a worker begins, or goes on with it. */
export interface ExecutionInput {
  /** How often it was claimed after a loss without getting further since. */
  readonly attempt: number;
  /** Milliseconds that it has taken, waits left out. */
  readonly elapsed: number;
  /** JSON of StoredStart, as it is stored. */
  readonly input: string;
  /** JSON of the workflow's static data. */
  readonly staticData: string | null;
  /** What there is to go on from. */
  readonly earlier: EarlierPart | undefined;
}

/** What log lines about it carry. */
export const aboutExecution = ({ executionId, version }: Pick<ExecutionFacts, 'executionId' | 'version'>) => ({
  executionId,
  workflowId: version.workflowId,
});
