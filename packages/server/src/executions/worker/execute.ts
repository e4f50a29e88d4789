import type { BinaryData, ExecutionError, Item, TaskData } from '@millrace/contract';
import {
  type DueNode,
  type FinishedRun,
  type RunEvent,
  type RunOutcome,
  type RunProgress,
  type RunRequest,
  runWorkflow,
} from '@millrace/engine';
import type { HostServices, WebhookResponse } from '@millrace/engine/node-api';
import type { StoredResumption, StoredStart } from '../types.ts';
import type { ExecutionResult, FromWorker, ResponsePiece, WorkerExecution } from '../workers/protocol.ts';
import type { WorkerSettings } from '../workers/settings.ts';
import { isShortOfMemory } from './expression-memory.ts';
import { mostInline, outputsText } from './item-chunks.ts';
import { answerWithLastItems, failedAnswer } from './last-node-answer.ts';
import { filesOf, type Questions } from './questions.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import type { LoadedVersion } from './versions.ts';

export interface ExecuteOptions {
  execution: WorkerExecution;
  version: LoadedVersion;
  /** What an earlier part of it has recorded. */
  recorded: FinishedRun[] | undefined;
  host: HostServices;
  settings: WorkerSettings;
  signal: AbortSignal;
  send(message: FromWorker): void;
  assertFiles: Questions['assertFiles'];
  /** Told of each node run that begins. */
  onDue(due: DueNode): void;
  /** What was recorded before a position is durable. */
  onDurable(before: number): void;
}

/** An execution of this worker. */
export interface RunningExecution {
  /** Rejects only for defects: failures of nodes are part of the end. */
  readonly result: Promise<ExecutionResult>;
  readonly recorder: Recorder;
  /** Ends it as `paused` after the node run that is under way. */
  pause(): void;
}

/** Characters of JSON up to which a watched result is shown as it ends; larger ones are read from the execution. */
const mostShown = 8 * mostInline;
const mostShownItems = 5000;

const isShown = (data: NonNullable<TaskData['data']>): boolean => {
  const lists = Object.values(data).flat();
  return lists.reduce((sum, items) => sum + (items?.length ?? 0), 0) <= mostShownItems;
};

const finishedNews = (executionId: number, node: string, { data, ...rest }: TaskData): FromWorker => {
  const news = { type: 'nodeFinished' as const, executionId, node, task: JSON.stringify(rest) };
  if (!data) return { ...news, data: null, outputs: null };
  const text = isShown(data) ? JSON.stringify(data) : null;
  if (text !== null && text.length <= mostShown) return { ...news, data: text, outputs: null };
  return { ...news, data: null, outputs: outputsText(data) };
};

const toPiece = (piece: string | Uint8Array): ResponsePiece =>
  typeof piece === 'string' ? { text: piece } : { bytes: Buffer.from(piece).toString('base64') };

export const execute = (options: ExecuteOptions): RunningExecution => {
  const { execution, version, host, settings, signal, send } = options;
  const { executionId, watched, earlier } = execution;
  const { recorded } = options;
  const { start, destinationNode } = JSON.parse(execution.input) as StoredStart;
  const recorder = createRecorder({ executionId, position: recorded?.length ?? 0, streamed: execution.streamed, send });
  signal.addEventListener('abort', recorder.abandon, { once: true });
  let isPausing = false;
  /** Until they have gone out, what follows waits. */
  let response: Promise<void> | undefined;

  const respond = async (given: WebhookResponse): Promise<void> => {
    if (given.body.kind === 'binary') given = await sendable(given, given.body.data);
    send({ type: 'response', executionId, response: given });
  };
  /** The answer itself, or that it names a file that is not to be had. */
  const sendable = (given: WebhookResponse, file: BinaryData): Promise<WebhookResponse> =>
    options.assertFiles([file]).then(
      () => given,
      (error: Error) => failedAnswer(error),
    );

  /** What a webhook and a parent are given of files is only what the execution may read itself. */
  const withOwnFiles = async (result: ExecutionResult): Promise<ExecutionResult> => {
    await response;
    const { answer, lastItems } = result;
    if (answer?.body.kind === 'binary') result.answer = await sendable(answer, answer.body.data);
    if (lastItems === undefined || !lastItems.includes('"binary":')) return result;
    try {
      await options.assertFiles(filesOf(JSON.parse(lastItems) as Item[]));
      return result;
    } catch (error) {
      const { nodes, items } = result;
      return { ...failedResult(executionId, error), nodes, items };
    }
  };

  const onEvent = (event: RunEvent, progress: () => RunProgress | undefined): void | Promise<void> => {
    switch (event.type) {
      case 'response':
        response = respond(event.response);
        return;
      case 'responsePiece':
        send({ type: 'responsePiece', executionId, piece: toPiece(event.piece) });
        return;
      case 'responseEnded':
        send({ type: 'responsePiece', executionId, piece: { end: event.isWhole ? 'whole' : 'broken' } });
        return;
      case 'nodeStarted':
        if (watched) send({ type: 'nodeStarted', executionId, node: event.node });
        return;
      case 'nodeFinished':
        if (watched) send(finishedNews(executionId, event.node, event.task));
        return recorder.add(event.node, event.task, progress);
      case 'log':
        if (watched) send({ type: 'log', executionId, node: event.node, values: JSON.stringify(event.values) });
    }
  };

  const beforeNode: RunRequest['beforeNode'] = (due, progress) => {
    options.onDue(due);
    if (due.repeatable) return;
    const { node, position, ownEffects } = due;
    return recorder
      .checkpoint({ node, position, ...(ownEffects && { ownEffects }) }, progress)
      .then(() => options.onDurable(position));
  };

  const { workflow } = version;
  const result = runWorkflow({
    workflow:
      execution.staticData === undefined ? workflow : { ...workflow, staticData: JSON.parse(execution.staticData) },
    executionId: String(executionId),
    mode: execution.mode,
    start,
    destinationNode,
    pinData: execution.mode === 'manual' ? (workflow.pinData ?? undefined) : undefined,
    nodeTypes: version.nodeTypes,
    host,
    timezone: settings.timezone,
    expressionsDisabled: settings.expressionsDisabled,
    expressionLimits: settings.expressionLimits && { ...settings.expressionLimits, isShortOfMemory },
    env: settings.env,
    signal,
    recorded,
    ...(earlier?.resumption === undefined ? {} : (JSON.parse(earlier.resumption) as StoredResumption)),
    progress: earlier?.progress === undefined ? undefined : (JSON.parse(earlier.progress) as RunProgress),
    resumeUrl: execution.resumeUrl,
    resumeFormUrl: execution.resumeFormUrl,
    beforeNode,
    onEvent,
    pauseAfter: () => isPausing,
    keepRunData: false,
  }).then((outcome) => withOwnFiles(toResult(execution, outcome, recorder)));
  return {
    result,
    recorder,
    pause: () => {
      isPausing = true;
    },
  };
};

const toResult = (execution: WorkerExecution, outcome: RunOutcome, recorder: Recorder): ExecutionResult => {
  const { status, error, progress, wait, lastItems } = outcome;
  const isOver = status !== 'waiting' && status !== 'paused';
  const isKept = !isOver || (status === 'success' ? execution.keepOnSuccess : execution.keepOnError);
  const { nodes, items } = isKept ? recorder.rest() : { nodes: [], items: [] };
  return {
    executionId: execution.executionId,
    status,
    error: error ? JSON.stringify(error) : null,
    errorMessage: error?.message,
    lastNode: outcome.lastNode ?? null,
    nodes,
    items,
    answer:
      execution.lastNodeAnswer && status === 'success'
        ? answerWithLastItems(execution.lastNodeAnswer, lastItems)
        : undefined,
    lastItems: execution.wantsItems && status === 'success' ? JSON.stringify(lastItems) : undefined,
    progress,
    wait,
  };
};

/** Of one that failed outside of its nodes. */
export const failedResult = (executionId: number, cause: unknown): ExecutionResult => {
  const error: ExecutionError = {
    name: cause instanceof Error ? cause.name : 'Error',
    message: cause instanceof Error ? cause.message : String(cause),
    stack: cause instanceof Error ? cause.stack : undefined,
    timestamp: Date.now(),
  };
  return {
    executionId,
    status: 'error',
    error: JSON.stringify(error),
    errorMessage: error.message,
    lastNode: null,
    nodes: [],
    items: [],
  };
};
