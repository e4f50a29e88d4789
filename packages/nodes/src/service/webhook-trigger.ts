/** Triggers of services that are told where to send their calls. */
import type { JsonObject } from '@millrace/contract/data';
import {
  type NodeDefinition,
  NodeError,
  type Receipt,
  type ReceiveContext,
  type ReceivedCall,
  type RegistrationContext,
  refuse,
} from '@millrace/engine/node-api';
import type { RequestLine } from './request.ts';
import type { ServiceContext } from './requester.ts';
import { describeTrigger, type FieldTools, fieldTools, type ServiceTrigger } from './trigger.ts';
import { newSecret, type Verification, verify } from './verify.ts';

export interface TriggerTools extends FieldTools {
  /** What the node keeps for as long as it is registered. */
  readonly kept: Record<string, unknown>;
}

export interface RegistrationTools extends TriggerTools {
  /** Address that the service is to call. */
  readonly url: string;
  /** That of the signature: made when it is first asked for, and kept. */
  secret(): string;
  readonly isTest: boolean;
}

export interface ReceiveTools extends TriggerTools {
  readonly context: ReceiveContext;
  readonly isTest: boolean;
}

/** Registration as requests. The id that the service gives is kept, and is `{webhookId}` in paths. */
export interface RegistrationRequests {
  register: { request: RequestLine; body(tools: RegistrationTools): JsonObject; id: string };
  /** A list of what is registered, where the node's webhook is known by its address: nobody may have kept its id. */
  exists: {
    list: RequestLine;
    url(webhook: JsonObject): unknown;
    /** Whether it is what the parameters ask for. */
    matches(webhook: JsonObject, tools: RegistrationTools): boolean;
  };
  unregister: { request: RequestLine };
}

/** Registration that is more than that. */
export interface RegistrationSteps {
  register(tools: RegistrationTools): Promise<void>;
  exists(tools: RegistrationTools): Promise<boolean>;
  unregister(tools: RegistrationTools): Promise<void>;
}

export interface WebhookTrigger extends ServiceTrigger {
  method?: 'GET' | 'POST' | 'PUT';
  registration: RegistrationRequests | RegistrationSteps;
  /** How calls prove where they come from. */
  verify?: Verification;
  receive(call: ReceivedCall, tools: ReceiveTools): Receipt | Promise<Receipt>;
}

const gone = [404, 410];

/** Behind the id of the node's webhook. */
const path = 'webhook';

const stepsOf = (registration: RegistrationRequests | RegistrationSteps): RegistrationSteps => {
  if (typeof registration.register === 'function') return registration as RegistrationSteps;
  const { register, exists, unregister } = registration as RegistrationRequests;
  const remove = async (tools: RegistrationTools): Promise<void> => {
    const { webhookId } = tools.kept;
    if (webhookId === undefined) return;
    await tools.request(unregister.request, {}, { places: { webhookId }, accepts: gone });
    delete tools.kept.webhookId;
  };
  /** What the service has at the node's address; its id is kept. */
  const find = async (tools: RegistrationTools): Promise<JsonObject | undefined> => {
    const webhooks = await tools.list<JsonObject>(exists.list);
    const found = webhooks.find((webhook) => exists.url(webhook) === tools.url);
    if (found) tools.kept.webhookId = found[register.id];
    else delete tools.kept.webhookId;
    return found;
  };
  return {
    async register(tools) {
      // What `exists` has found at the address, and not as it should be.
      await remove(tools);
      const answer = await tools.request<JsonObject>(register.request, { body: register.body(tools) });
      const id = answer[register.id];
      if (id === undefined || id === null) throw new NodeError('The service gave no id for the webhook');
      tools.kept.webhookId = id;
    },
    async exists(tools) {
      const found = await find(tools);
      return found !== undefined && exists.matches(found, tools);
    },
    async unregister(tools) {
      if (tools.kept.webhookId === undefined) await find(tools);
      await remove(tools);
    },
  };
};

const toolsOf = (
  trigger: WebhookTrigger,
  context: ServiceContext & Pick<RegistrationContext, 'staticData'>,
): TriggerTools => ({ ...fieldTools(trigger, context), kept: context.staticData('node') });

const registrationTools = (trigger: WebhookTrigger, context: RegistrationContext): RegistrationTools => {
  const tools = toolsOf(trigger, context);
  return {
    ...tools,
    url: context.webhookUrl(),
    secret: () => {
      tools.kept.webhookSecret ??= newSecret();
      return String(tools.kept.webhookSecret);
    },
    isTest: context.isTest,
  };
};

export const defineWebhookTrigger = (trigger: WebhookTrigger): NodeDefinition => {
  const { connection, method = 'POST' } = trigger;
  const steps = stepsOf(trigger.registration);
  return {
    ...describeTrigger(trigger),
    eventTriggerDescription: `Waiting for an event from ${connection.service}`,
    activationMessage: `${connection.service} now sends its events to this workflow.`,
    webhooks: [{ name: 'default', httpMethod: method, path }],
    webhook: ({ node }) => [{ method, path: `${node.webhookId ?? ''}/${path}`, responseMode: 'onReceived' }],
    registration: {
      exists: (context) => steps.exists(registrationTools(trigger, context)),
      register: (context) => steps.register(registrationTools(trigger, context)),
      unregister: (context) => steps.unregister(registrationTools(trigger, context)),
    },
    receive: (context) => {
      const tools = toolsOf(trigger, context);
      const secret = String(tools.kept.webhookSecret ?? '');
      if (trigger.verify && !verify(trigger.verify, context.call, secret)) {
        return refuse(trigger.verify.status ?? 401, 'The signature is missing or wrong');
      }
      return trigger.receive(context.call, { ...tools, context, isTest: context.isTest });
    },
  };
};
