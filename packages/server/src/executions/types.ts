import type { ExecutionError, ExecutionMode, ExecutionStatus, JsonObject, RunnableWorkflow } from '@millrace/contract';
import type { RunStart } from '@millrace/engine';
import type { Resumption, WaitRequest, WebhookResponse, WebhookSpec } from '@millrace/engine/node-api';
import type { JsonText } from '../platform/json-text.ts';
import type { WorkerSettings } from './workers/settings.ts';

/** A graph to run, with the id of its stored version. */
export interface RunnableVersion {
  versionId: number;
  workflowId: number | null;
  /** Parsed once and shared by all executions of the version. */
  workflow: RunnableWorkflow & { name: string };
}

/** How the items of the last node become the answer to a webhook. */
export type LastNodeAnswer = Pick<
  WebhookSpec,
  'responseData' | 'responsePropertyName' | 'responseBinaryPropertyName' | 'responseCode' | 'responseHeaders'
>;

/**
 * A change of what triggers keep in the static data of their workflow, such as the place up to which one has looked. It counts only where nothing has
 * changed since it was read: a process that has lost the lead, and does not know it yet, stores nothing.
 */
export interface StaticDataStep {
  workflowId: number;
  /** By key, as it was read; null where there was none. */
  before: Readonly<Record<string, JsonObject | null>>;
  /** By key, put over what is stored. */
  changes: Readonly<Record<string, JsonObject>>;
}

export interface EnqueueRequest {
  /** Reserved by `Runs.reserve`, where files were stored for it already. */
  executionId?: number;
  version: RunnableVersion;
  /** Who runs it by hand; undefined: it starts by itself, and counts as run by whoever owns the workflow then. */
  ranBy?: string;
  mode: ExecutionMode;
  /** Name of the trigger whose event starts it; undefined: it is started by hand or by another execution. */
  trigger?: string;
  /** Or JSON of one, where it holds what is too large to be parsed and written again in this process. */
  start: RunStart | JsonText;
  destinationNode?: string;
  retryOf?: number;
  /** Push session of whoever runs it by hand. */
  sessionId?: string;
  /** For a webhook that is answered when the last node has ended: `EndedExecution.answer` is then made of its items. */
  lastNodeAnswer?: LastNodeAnswer;
  /** What the execution is started for, such as a schedule's tick, `workflowId:node:position:scheduledAt`: another with the same key is refused. */
  idempotencyKey?: string;
  /** What its trigger has changed of the workflow's static data, stored with it; where others have changed that meanwhile it is refused. */
  staticDataStep?: StaticDataStep;
  /** Who called it. */
  parent?: { executionId: number; node: string };
  /**
   * False: no one waits for `response` and `ended`, which then never settle. Default: true for executions with a session and those of a webhook.
   */
  waitForAnswer?: boolean;
  /** Nothing is told outside of it before `response` or `ended`, so its row may be written with its end. */
  mayBeDeferred?: boolean;
}

/**
 * An execution that is in the database; or one that is by the time at which `response` or `ended` resolves, where `EnqueueRequest.mayBeDeferred`. The
 * promises never reject.
 */
export interface EnqueuedExecution {
  executionId: number;
  /** The first of: the answer given by a node, or undefined when it ended without one. */
  response: Promise<WebhookResponse | undefined>;
  /** Of a response that is a stream; it can be read once. */
  pieces?(): AsyncIterable<Uint8Array>;
  /** After the end is in the database. One that waits has not ended. */
  ended: Promise<EndedExecution>;
}

export interface RetriedExecution extends EnqueuedExecution {
  /** When it waits for the first time. */
  suspended: Promise<void>;
}

/** `ended` never rejects. */
export interface StartedExecution extends Pick<EnqueuedExecution, 'executionId' | 'ended'> {}

/** How an execution ends that does not end by itself. */
export interface Outcome {
  status: 'canceled' | 'error' | 'crashed';
  error?: ExecutionError;
}

export interface EndedExecution {
  status: ExecutionStatus;
  errorMessage?: string;
  /** It could not be stored, so it counts as never started: the database's error. */
  notStored?: unknown;
  /** Of a successful one, if `EnqueueRequest.lastNodeAnswer` asked for it. */
  answer?: WebhookResponse;
  /** JSON of a WorkflowCallResult, where another execution has called this one. */
  callResult?: string;
}

/** What the row of an execution keeps of its start. */
export type StoredStart = Pick<EnqueueRequest, 'destinationNode' | 'lastNodeAnswer'> & {
  start: RunStart;
  /** Depth of calls: 1 for a sub-workflow of one that was started by an event or by hand. */
  depth?: number;
};

/** What a waiting execution's row says of its wait. */
export interface StoredWait extends WaitRequest {
  node: string;
  runIndex: number;
}

/** What ends a wait. A call may come as JSON of a Resumption: its body can be too large to be parsed and written again in this process. */
export type GivenResumption = Resumption | { kind: 'webhook'; text: JsonText };

/** What a row keeps of the end of a wait. */
export interface StoredResumption {
  resumption: Resumption;
  memo?: JsonObject;
}

/** Addresses that end a wait. @param waitCount waits of the execution before the one that is meant */
export interface ResumeUrls {
  resumeUrl(executionId: number, waitCount: number): string;
  resumeFormUrl(executionId: number, waitCount: number): string;
}

export interface Dispatcher {
  /** An id that no other execution gets, so that files can be stored before it starts. Whoever does not start it deletes them. */
  reserve(): Promise<number>;
  /** Resolves when the execution row is durable, unless it may be deferred. @throws AppError tooManyRuns; DuplicateExecutionError */
  enqueue(request: EnqueueRequest): Promise<EnqueuedExecution>;
  /** What a trigger has changed of its workflow's static data without an execution; false where it was overtaken. */
  keepStaticData(step: StaticDataStep): Promise<boolean>;
  /** The static data of a workflow was changed by others than executions and triggers that start them. */
  staticDataChanged(workflowId: number): void;
  /** The execution that was started with this idempotency key, as long as that is remembered. */
  findStarted(idempotencyKey: string): Promise<StartedExecution | undefined>;
  /**
   * No one waits for its result any more. It goes on.
   * @param options.cancelQueued it is ended if it has not begun
   */
  abandon(executionId: number, options?: { cancelQueued?: boolean }): Promise<void>;
  /** Ends it whatever it does and wherever it is; false if it has ended. Resolves when the end is in the database. */
  terminate(executionId: number): Promise<boolean>;
  /**
   * Ends a wait, once; false if it does not wait for this (any more). Resolves when that is durable.
   * @param options.waitCount the wait that is meant: the number of waits before it
   * @param options.lastNodeAnswer as in `EnqueueRequest`, for the call that resumes
   */
  resume(
    executionId: number,
    resumption: GivenResumption,
    options?: { lastNodeAnswer?: LastNodeAnswer; waitCount?: number },
  ): Promise<EnqueuedExecution | false>;
  /**
   * A new execution from an ended one, which goes on where that one failed: with the workflow as it was, or (`current`) as it is stored now.
   * @throws AppError executionNotFound, badRequest when there is nothing to retry, executionDataTooLarge
   */
  retry(
    executionId: number,
    options: { current: boolean; ranBy: string; sessionId?: string },
  ): Promise<RetriedExecution>;
  /** Queues again what processes have left that are gone. */
  recover(): Promise<void>;
  /** Lets executions end, or releases them, within the grace time. */
  close(): Promise<void>;
  /** Settings for the worker processes that start from now on; executions that are under way end in those that they have. */
  renewWorkers(settings: WorkerSettings): void;
  /** Process ids of the workers, for measurements. */
  workerPids(): number[];
}

/** Another execution was started with this idempotency key already, or its trigger was overtaken by another process. */
export class DuplicateExecutionError extends Error {
  override name = 'DuplicateExecutionError';
}
