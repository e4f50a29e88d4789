import type { Json, JsonObject, ParameterOption, WorkflowGraph } from '@millrace/contract';
import type {
  CredentialData,
  CredentialTestResult,
  EmitOptions,
  Emitted,
  LifecycleEvent,
  MappedFields,
  Receipt,
  ScheduleSpec,
  SearchResult,
  WebhookSpec,
} from '@millrace/engine/node-api';
import type { WorkerSettings } from '../executions/workers/settings.ts';
import type { JsonText } from '../platform/json-text.ts';

/** The node that is asked, in its workflow, saved or not. Plain data. */
export interface CallSubject {
  /** What expressions may read; `id` null for one that is not stored. The same object is sent to a process once, so keep it where calls are many. */
  workflow: WorkflowGraph & { id: string | null; name: string; active: boolean };
  node: string;
  /** Whose credentials may be used, beside those that the owner of the stored workflow may. */
  ranBy: string;
  /** The workflow's static data, as stored, in place of what the graph has. */
  staticData?: JsonObject;
}

/** A call that a node is to judge. What may be large is text or bytes: whoever hands it on does not read it. */
export interface CallToJudge {
  /** JSON of a WebhookRequest. */
  request: JsonText;
  /** Name of the node's `WebhookSpec`. */
  webhook: string;
  /** As it came. */
  rawBody: Uint8Array;
  /** Of the sender. */
  remoteAddress: string;
}

/** One method of a node type. Plain data, but for a call. */
export type NodeMethod =
  | { kind: 'options' | 'mapping'; name: string; path: string }
  /** Choices by a request that is described as data, as in `typeOptions.loadOptions`. */
  | { kind: 'loadOptions'; described: JsonObject; path: string }
  | { kind: 'search'; name: string; path: string; filter?: string; page?: string }
  | { kind: 'action'; name: string; path: string; payload: JsonObject }
  | { kind: 'webhook' | 'schedule' | 'lifecycle' }
  /** `urls` by the name of the webhook. */
  | { kind: 'exists' | 'register' | 'unregister'; urls: Record<string, string>; isTest: boolean }
  | { kind: 'receive'; call: CallToJudge; isTest: boolean }
  | { kind: 'poll'; isTest: boolean }
  | { kind: 'credentialTest'; name: string; credential: CredentialData };

type Accepted = Extract<Receipt, { kind: 'accept' }>;

/** What a node says of a call. `output`: JSON of a NodeOutput. */
export type Judgement = Exclude<Receipt, Accepted> | (Omit<Accepted, 'output'> & { output: JsonText });

/** What the methods give, checked: plain data of these shapes. What triggers give stays text, since it is only handed on. */
export interface MethodValues {
  options: ParameterOption[];
  loadOptions: ParameterOption[];
  search: SearchResult;
  mapping: MappedFields;
  action: Json;
  webhook: WebhookSpec[];
  schedule: ScheduleSpec[];
  lifecycle: LifecycleEvent[];
  exists: boolean;
  register: null;
  unregister: null;
  receive: Judgement;
  /** JSON of a NodeOutput that has items; null: there is nothing new. */
  poll: JsonText | null;
  credentialTest: CredentialTestResult;
}

/** Parts of the static data that a call has changed, by key: `global` or `node:<name>`. */
export type StaticDataChanges = Record<string, JsonObject>;

export interface Answer<T> {
  value: T;
  /** Left out where nothing was changed. The caller stores it, in the transaction of what it does with the value. */
  staticData?: StaticDataChanges;
}

export interface CallOptions {
  /** Nobody wants the answer any more. */
  signal?: AbortSignal;
  /** Milliseconds. Default: `timeouts`. */
  timeout?: number;
  /** The execution that files belong to which the node writes: asked for with the first of them. Left out: it can write none. */
  executionId?(): Promise<number>;
  /** Takes a line of the node. Default: the log of the instance. */
  onLog?(values: unknown[]): void;
}

/** What a listener has given. */
export interface ListenEvent {
  /** JSON of a NodeOutput. */
  output: JsonText;
  options: EmitOptions;
  /** To be stored with the execution. */
  staticData?: StaticDataChanges;
  /** That the files in it belong to, where `executionId` was asked for one. */
  executionId?: number;
}

export interface ListenOptions {
  isTest: boolean;
  /** Ends it: the node is told, and the promise of `listen` fulfilled when it has returned, or some seconds later. */
  signal: AbortSignal;
  onConnected(): void;
  /** Changes that came with no event. */
  onStaticData(changes: StaticDataChanges): Promise<void>;
  /** Stores it. A rejection rejects the node's `emit`. */
  onEmit(event: ListenEvent): Promise<Emitted>;
  /** For the files of the next event. */
  executionId?(): Promise<number>;
  onLog?(values: unknown[]): void;
}

/** Milliseconds that a call may take. */
export const timeouts: Readonly<Record<NodeMethod['kind'] | 'signIn', number>> = {
  options: 30_000,
  loadOptions: 30_000,
  search: 30_000,
  mapping: 30_000,
  action: 30_000,
  webhook: 30_000,
  schedule: 30_000,
  lifecycle: 30_000,
  exists: 60_000,
  register: 60_000,
  unregister: 60_000,
  receive: 10_000,
  poll: 60_000,
  credentialTest: 10_000,
  signIn: 30_000,
};

/**
 * How the serving process asks node code anything outside of executions. Failures of nodes are NodeErrors with message, description and httpCode; so is
 * an answer that does not come in time, is too large, or is none. What the process of a call is lost with is told to the call that has caused it; the
 * others are made once more.
 */
export interface NodeCalls {
  /**
   * @throws NodeError
   * @throws AppError nodeTypeNotFound, nodeMethodNotFound
   * @throws the reason of the signal
   */
  ask<M extends NodeMethod>(
    subject: CallSubject,
    method: M,
    options?: CallOptions,
  ): Promise<Answer<MethodValues[M['kind']]>>;
  /**
   * `signIn` of a credential's type.
   * @throws NodeError
   */
  signIn(
    credentialType: string,
    credential: CredentialData,
    options?: Pick<CallOptions, 'signal' | 'timeout'>,
  ): Promise<{ data: CredentialData; endsAt?: number }>;
  /**
   * Resolves when `listen` of the node has returned.
   * @throws NodeError of the node
   * @throws ProcessLostError
   */
  listen(subject: CallSubject, options: ListenOptions): Promise<void>;
  /**
   * Settings for what begins from now on. Calls that are under way end as they are.
   *
   * @param isChanged whether the code of a type is another one now: listeners of such are ended, with an error for whoever started them
   */
  renew(settings: WorkerSettings, isChanged: (nodeType: string) => boolean): void;
  close(): Promise<void>;
}
