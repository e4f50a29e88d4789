import type { ExecutionMode, ExecutionStatus, RunnableWorkflow } from '@millrace/contract';
import type { RunStart } from '@millrace/engine';
import type { WebhookResponse, WebhookSpec } from '@millrace/engine/node-api';

/** A graph to run, with the id of its stored version. */
export interface RunnableVersion {
  versionId: number;
  workflowId: number | null;
  ownerId: string;
  /** Parsed once and shared by all runs of the version. */
  workflow: RunnableWorkflow & { name: string };
}

/** How the items of the last node become the answer to a webhook. */
export type LastNodeAnswer = Pick<
  WebhookSpec,
  'responseData' | 'responsePropertyName' | 'responseBinaryPropertyName' | 'responseCode' | 'responseHeaders'
>;

export interface StartRun {
  /** Reserved by `Runs.reserve`, where files were stored for it already. */
  executionId?: number;
  version: RunnableVersion;
  mode: ExecutionMode;
  start: Exclude<RunStart, { kind: 'resume' }>;
  destinationNode?: string;
  retryOf?: number;
  /** Push session of whoever runs it by hand. */
  sessionId?: string;
  /** For a webhook that is answered when the last node has ended: `EndedRun.answer` is then made of its items. */
  lastNodeAnswer?: LastNodeAnswer;
}

/** A run that is in the database. The promises never reject. */
export interface StartedRun {
  executionId: number;
  /** The first of: the answer given by a node, or undefined when the run ended without one. */
  response: Promise<WebhookResponse | undefined>;
  /** After the end is in the database. */
  ended: Promise<EndedRun>;
}

export interface EndedRun {
  status: ExecutionStatus;
  errorMessage?: string;
  /** Of a successful run, if `StartRun.lastNodeAnswer` asked for it. */
  answer?: WebhookResponse;
}

export interface Runs {
  /** An id that no other execution gets, so that files can be stored before the run starts. Whoever does not start it deletes them. */
  reserve(): Promise<number>;
  /** Resolves when the execution row is durable. @throws AppError tooManyRuns */
  start(run: StartRun): Promise<StartedRun>;
  /** Ends the run whatever it does; false if it is not running. Resolves when the end is in the database. */
  stop(executionId: number): Promise<boolean>;
  /** Ids of the executions that wait for a worker or run. */
  current(): number[];
  /** Stops all runs and workers. */
  close(): Promise<void>;
}
