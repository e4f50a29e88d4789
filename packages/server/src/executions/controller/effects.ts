import type { WebhookResponse } from '@millrace/engine/node-api';
import type { Hold, NodeRunRecord } from '../store/writes.ts';
import type { Outcome } from '../types.ts';
import type {
  ExecutionMessage,
  ExecutionResult,
  RecordedPage,
  RecordedPlace,
  ResponsePiece,
  ToWorker,
} from '../workers/protocol.ts';
import type { Loss } from '../workers/worker-pool.ts';
import type { ExecutionInput } from './execution-facts.ts';

export type MessageOf<K extends ExecutionMessage['type']> = Extract<ExecutionMessage, { type: K }>;

/** What happens to an execution of this process. */
export type ControllerEvent =
  /** It is here: a worker may have it. */
  | { type: 'begin' }
  | { type: 'dispatch' }
  | { type: 'message'; message: ExecutionMessage }
  | { type: 'workerLost'; loss: Loss }
  /** It is to end so, whatever it does. @param grace milliseconds after which its worker is killed */
  | { type: 'terminate'; outcome: Outcome; grace: number }
  | { type: 'graceOver' }
  /** It is to leave this process after the node run that is under way. */
  | { type: 'pause' }
  /** It is to leave this process now, as it is recorded. */
  | { type: 'release' }
  /** It belongs to another process. */
  | { type: 'drop' }
  /** @param last of the node runs that were recorded */
  | { type: 'recorded'; hold: Hold; id: number | undefined; last: NodeRunRecord | undefined }
  | { type: 'recordedRead'; page: RecordedPage }
  /** @param result JSON of a WorkflowCallResult */
  | { type: 'callEnded'; id: number; result: string }
  /** Another worker may have it, unless it is to end so. */
  | { type: 'reclaimed'; input: ExecutionInput; outcome: Outcome | undefined }
  /** How it leaves is written. */
  | { type: 'settled'; hasEnded: boolean };

/** What is to be done about it. */
export type Effect =
  /** Whoever started it by hand sees that it runs, before it is dispatched. */
  | { type: 'announce' }
  | { type: 'assign'; input: ExecutionInput; isIsolated: boolean }
  | { type: 'tellWorker'; message: ToWorker }
  /** @param reason a clause: what its other executions are told */
  | { type: 'killWorker'; reason: string }
  | { type: 'startTimer'; milliseconds: number; event: ControllerEvent }
  | { type: 'clearTimers' }
  | { type: 'show'; message: ExecutionMessage }
  | { type: 'respond'; response: WebhookResponse }
  | { type: 'respondPiece'; piece: ResponsePiece }
  | { type: 'record'; message: MessageOf<'record'> }
  | { type: 'readRecorded'; from: RecordedPlace }
  | { type: 'callWorkflow'; call: MessageOf<'call'> }
  /** Results of its sub-workflows that are kept for it alone are not needed any more. @param upTo undefined: it has ended */
  | { type: 'dropCallResults'; last: NodeRunRecord }
  | { type: 'terminateSubWorkflows' }
  /** It goes on after the loss of its worker. @param reason a clause */
  | { type: 'reclaim'; reason: string }
  | { type: 'releaseSlot' }
  | { type: 'writeEnd'; result: ExecutionResult }
  | { type: 'writeWait'; result: ExecutionResult }
  | { type: 'writeRelease'; results: Pick<ExecutionResult, 'nodes' | 'items' | 'progress'> }
  | { type: 'leave'; hasEnded: boolean };
