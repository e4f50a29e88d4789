import type { ExecutionError, JsonObject } from '@millrace/contract';
import type { CredentialData, EmitOptions, Emitted } from '@millrace/engine/node-api';
import type { OutboundAddress } from '../executions/outbound/protocol.ts';
import type { WorkerSettings } from '../executions/workers/settings.ts';
import type { CallToJudge, NodeMethod, StaticDataChanges } from './types.ts';

/**
 * What the serving process and a process that calls nodes say to each other, in frames. The bytes of a frame are noted with each message that has some.
 * Ids are those of calls and listeners, which the serving process gives.
 */

/** The program of a worker process, as its argument: node calls instead of executions. */
export const callsArgument = 'node-calls';

/** The same without what travels as bytes. */
export type SentMethod =
  | Exclude<NodeMethod, { kind: 'receive' }>
  | {
      kind: 'receive';
      call: Omit<CallToJudge, 'request' | 'rawBody'>;
      /** Length of the request; the raw body comes after it. */
      requestBytes: number;
      isTest: boolean;
    };

export interface SentSubject {
  /** Number of a workflow that was sent before. */
  workflow: number;
  node: string;
  ranBy: string;
  staticData?: JsonObject;
}

export type ToCalls =
  | { type: 'settings'; settings: WorkerSettings }
  /** Bytes: JSON of the workflow. */
  | { type: 'workflow'; workflow: number }
  | { type: 'forgetWorkflow'; workflow: number }
  /** Bytes, for `receive`: the request as JSON, and the raw body. */
  | { type: 'ask'; id: number; subject: SentSubject; method: SentMethod }
  | { type: 'signIn'; id: number; credentialType: string; credential: CredentialData }
  | { type: 'listen'; id: number; subject: SentSubject; isTest: boolean }
  /** Nobody waits for the answer, or the listener is to end. */
  | { type: 'abort'; id: number }
  /** Answer to `emit`. */
  | { type: 'emitted'; id: number; event: number; emitted: Emitted }
  | { type: 'notEmitted'; id: number; event: number; message: string }
  /** Answer to `wantExecution`; null: there is none. */
  | { type: 'execution'; id: number; executionId: number | null }
  /** Bytes: JSON of a DataTableAnswer to the question of the call with this number. */
  | { type: 'dataTableAnswer'; id: number; question: number }
  | { type: 'outbound'; address: OutboundAddress | null }
  | { type: 'ping' };

export type Missing = 'type' | 'method';

export type FromCalls =
  | { type: 'ready' }
  | { type: 'wantOutbound' }
  | { type: 'pong' }
  /** The code of the task is about to run. */
  | { type: 'begun'; id: number }
  /** Bytes: JSON of the value, and where a trigger has given output, JSON of that, which has so many bytes. */
  | { type: 'answered'; id: number; outputBytes?: number; staticData?: StaticDataChanges }
  /** `missing`: the type or the method is not there. */
  | { type: 'failed'; id: number; failure: ExecutionError; missing?: Missing }
  /** Bytes: JSON of a list. */
  | { type: 'log'; id: number }
  /** Bytes: JSON of a DataTableRequest. */
  | { type: 'dataTable'; id: number; question: number; key?: string }
  /** The execution that files of this call belong to is wanted. */
  | { type: 'wantExecution'; id: number }
  /** Bytes: JSON of the output. */
  | {
      type: 'emit';
      id: number;
      event: number;
      options: EmitOptions;
      staticData?: StaticDataChanges;
      executionId?: number;
    }
  | { type: 'connected'; id: number }
  | { type: 'staticData'; id: number; staticData: StaticDataChanges };

/** What is said of one call. */
export type CallMessage = Exclude<Extract<FromCalls, { id: number }>, { type: 'dataTable' }>;
