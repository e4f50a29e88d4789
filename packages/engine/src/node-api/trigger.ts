import type { Item, JsonObject, ParameterDefinition } from '@millrace/contract/data';
import type { NodeOutput } from './context.ts';
import type { WebhookRequest, WebhookResponse } from './http.ts';
import type { SetupContext } from './setup.ts';

/**
 * How triggers come to their items. A schedule fires and a plain webhook starts an execution without any code of the node. Where a node
 * has a say before there is an execution it *receives* a call, *polls*, or *listens*: what it gives is its output in the execution that then starts, and
 * `execute` is not called for it.
 */

/** For services that are told where to send their calls. Called when a workflow is activated, changed or deactivated, and for a test call. */
export interface RegistrationContext<P extends readonly ParameterDefinition[] = readonly ParameterDefinition[]>
  extends SetupContext<P> {
  /** Address of one of the node's webhooks, by the name in its `WebhookSpec`. */
  webhookUrl(name?: string): string;
  /** For a test call: registered for some minutes. It must not disturb what the active workflow has registered. */
  readonly isTest: boolean;
}

export interface WebhookRegistration<P extends readonly ParameterDefinition[] = readonly ParameterDefinition[]> {
  /** Whether the service knows this address already, with the events that the parameters ask for. */
  exists(context: RegistrationContext<P>): boolean | Promise<boolean>;
  /** Keeps in `context.staticData('node')` what `unregister` needs. @throws NodeError: the workflow is not activated */
  register(context: RegistrationContext<P>): void | Promise<void>;
  /** Also of what is gone already: then it does nothing. */
  unregister(context: RegistrationContext<P>): void | Promise<void>;
}

/** A call before it is accepted. */
export interface ReceivedCall extends WebhookRequest {
  /** Name of the node's `WebhookSpec`. */
  webhook: string;
  /** As it came, for signatures. */
  rawBody: Uint8Array;
  /** Of the sender. */
  remoteAddress: string;
}

export interface ReceiveContext<P extends readonly ParameterDefinition[] = readonly ParameterDefinition[]>
  extends SetupContext<P> {
  readonly call: ReceivedCall;
  readonly isTest: boolean;
}

/** What becomes of a call. Plain data. */
export type Receipt =
  /** An execution starts with this output. The caller gets `response`, else what the webhook's response mode says. */
  | { kind: 'accept'; output: NodeOutput; response?: WebhookResponse }
  /** No execution starts: pings, challenges, events that nobody asked for. */
  | { kind: 'answer'; response: WebhookResponse }
  | { kind: 'refuse'; status: number; message: string; headers?: Record<string, string> };

export const accept = (items: Item[], response?: WebhookResponse): Receipt => ({
  kind: 'accept',
  output: [items],
  ...(response && { response }),
});

/** Without a body: 200 and nothing. Anything but text is sent as JSON. */
export const answer = (body?: string | JsonObject, status = 200, headers: Record<string, string> = {}): Receipt => {
  if (body === undefined) return { kind: 'answer', response: { status, headers, body: { kind: 'none' } } };
  const isText = typeof body === 'string';
  const type = isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8';
  const text = isText ? body : JSON.stringify(body);
  return {
    kind: 'answer',
    response: { status, headers: { 'content-type': type, ...headers }, body: { kind: 'text', text } },
  };
};

/** @param status 401 where a signature is missing or wrong, 403 where the sender may not */
export const refuse = (status: number, message: string, headers?: Record<string, string>): Receipt => ({
  kind: 'refuse',
  status,
  message,
  ...(headers && { headers }),
});

/**
 * Called at the times of the parameter `pollTimes`, which every polling type has without naming it. The place up to which the node has looked is kept in
 * `staticData('node')`: it is stored in the same transaction as the execution that the output starts, so nothing is lost or doubled.
 */
export interface PollContext<P extends readonly ParameterDefinition[] = readonly ParameterDefinition[]>
  extends SetupContext<P> {
  /** Run by hand: give something to look at, newest first; the place is not kept. */
  readonly isTest: boolean;
}

/** Items that start an execution, and how. */
export interface EmitOptions {
  /** What makes the event this one: a second one with the same key starts nothing. */
  key?: string;
  /** Resolve when the execution has ended, not when it is stored. */
  waitForEnd?: boolean;
}

export interface Emitted {
  /** Of the execution; also where an earlier event had the same key. */
  executionId: string;
  /** With `waitForEnd`. */
  status?: 'success' | 'error' | 'canceled';
}

/**
 * A connection that lives as long as the workflow is active. One process of the instance has it. When `listen` returns or throws, it is called again after
 * a pause that grows while it fails.
 */
export interface ListenContext<P extends readonly ParameterDefinition[] = readonly ParameterDefinition[]>
  extends SetupContext<P> {
  /** For a run by hand: ends with the first event. */
  readonly isTest: boolean;
  /** Resolves when the event is stored, so that it may be acknowledged where it came from. @throws Error if it could not be: it must come again */
  emit(output: Item[] | NodeOutput, options?: EmitOptions): Promise<Emitted>;
  /** The connection stands: pauses begin small again, and people see the trigger as listening. */
  connected(): void;
}
