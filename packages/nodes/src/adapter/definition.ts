import type { Item, JsonObject, NodeGroup, NodeWebhook } from '@millrace/contract/data';
import {
  accept,
  defineNode,
  type ExecuteContext,
  type ListenContext,
  type NodeDefinition,
  NodeError,
  type NodeOutput,
  type PollContext,
  type Receipt,
  type ReceiveContext,
  type RegistrationContext,
  type SetupContext,
  type Wait,
  type WebhookSpec,
} from '@millrace/engine/node-api';
import { executeRouting } from '../service/routing/index.ts';
import { executeFunctions, type FunctionOptions, setupFunctions, WaitUntil } from './functions.ts';
import type { PublicNode, PublicVersionedNode, PublicWebhook } from './types.ts';

/** Node classes of the public interface as definitions of ours. */

const groups: readonly string[] = ['trigger', 'input', 'output', 'transform', 'organization', 'schedule'];

const versionsOf = ({ version }: PublicNode['description']): readonly number[] =>
  typeof version === 'number' ? [version] : version;

const call = <T>(method: unknown, node: PublicNode, self: object, ...given: unknown[]): Promise<T> =>
  // Code of a class may look at its own members besides what it is given.
  (method as (this: object, ...given: unknown[]) => Promise<T>).apply(Object.assign(Object.create(node), self), given);

/** Items of each output, from what functions of packages give. */
const toOutput = (given: unknown): NodeOutput => {
  if (!Array.isArray(given)) return [];
  return given.map((list) => (Array.isArray(list) ? list.map((item) => ({ ...item }) as Item) : null));
};

const executeOf = (node: PublicNode, options: FunctionOptions): NodeDefinition['execute'] => {
  const { description } = node;
  if (node.execute)
    return async (context: ExecuteContext): Promise<NodeOutput | Wait> => {
      if (context.resumption) return [[...context.items]];
      try {
        return toOutput(await call(node.execute, node, executeFunctions(context, options)));
      } catch (error) {
        if (error instanceof WaitUntil) return context.wait({ till: error.till });
        throw error;
      }
    };
  const isDeclarative =
    description.requestDefaults !== undefined || JSON.stringify(description.properties).includes('"routing"');
  if (!isDeclarative) return undefined;
  return (context: ExecuteContext) =>
    executeRouting(description as never, context, { self: () => executeFunctions(context, options) } as never);
};

const toNodeWebhook = ({ name, httpMethod, path, isFullPath }: PublicWebhook): NodeWebhook => ({
  name,
  httpMethod,
  path,
  isFullPath,
});

const webhookSpecs = (node: PublicNode, context: SetupContext): WebhookSpec[] =>
  (node.description.webhooks ?? []).map((webhook) => {
    const read = (text: string): string => String(context.evaluate(text, 0) ?? '');
    const path = read(webhook.path);
    const id = context.node.webhookId ?? context.node.name;
    return {
      name: webhook.name,
      method: read(webhook.httpMethod).toUpperCase(),
      path: webhook.isFullPath ? path : [id, path].filter((part) => part !== '').join('/'),
      responseMode: (webhook.responseMode === undefined
        ? 'onReceived'
        : read(webhook.responseMode)) as WebhookSpec['responseMode'],
      rawBody: true,
    };
  });

const receive = async (node: PublicNode, options: FunctionOptions, context: ReceiveContext): Promise<Receipt> => {
  const { call: request } = context;
  const answered: { status: number; headers: Record<string, string>; text: string; isEnded: boolean } = {
    status: 200,
    headers: {},
    text: '',
    isEnded: false,
  };
  const end = (body?: unknown) => {
    if (answered.isEnded) return response;
    answered.text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
    answered.isEnded = true;
    return response;
  };
  const response = {
    status(code: number) {
      answered.status = code;
      return response;
    },
    setHeader(name: string, value: string) {
      answered.headers[name.toLowerCase()] = value;
      return response;
    },
    header: (name: string, value: string) => response.setHeader(name, value),
    send: end,
    json: end,
    end,
  };
  const raw = Buffer.from(request.rawBody);
  const self = {
    ...setupFunctions(context, options, context.isTest ? 'manual' : 'trigger'),
    getBodyData: () => request.body as JsonObject,
    getHeaderData: () => request.headers,
    getQueryData: () => request.query,
    getParamsData: () => request.params,
    getRequestObject: () => ({ ...request, rawBody: raw, get: (name: string) => request.headers[name.toLowerCase()] }),
    getResponseObject: () => response,
    getWebhookName: () => request.webhook,
    getNodeWebhookUrl: () => request.url,
  };
  const given =
    (await call<{ workflowData?: unknown; webhookResponse?: unknown; noWebhookResponse?: boolean }>(
      node.webhook,
      node,
      self,
    )) ?? {};
  const text = given.webhookResponse;
  if (text !== undefined && !answered.isEnded) end(text);
  const body = answered.text === '' ? { kind: 'none' as const } : { kind: 'text' as const, text: answered.text };
  const answer = { status: answered.status, headers: answered.headers, body };
  const [items] = toOutput(given.workflowData);
  if (!items) return { kind: 'answer', response: answer };
  return answered.isEnded ? accept(items, answer) : accept(items);
};

const hooks = (node: PublicNode, options: FunctionOptions): NodeDefinition['registration'] => {
  const { webhookMethods } = node;
  if (!webhookMethods) return undefined;
  const callAll = async (
    which: 'checkExists' | 'create' | 'delete',
    context: RegistrationContext,
  ): Promise<boolean[]> => {
    const results: boolean[] = [];
    for (const [name, methods] of Object.entries(webhookMethods)) {
      const self = {
        ...setupFunctions(context, options, context.isTest ? 'manual' : 'trigger'),
        getNodeWebhookUrl: (wanted: string = name) => context.webhookUrl(wanted),
        getWebhookName: () => name,
        getWebhookDescription: () => undefined,
      };
      if (methods[which]) results.push(await call<boolean>(methods[which], node, self));
    }
    return results;
  };
  return {
    exists: async (context) => (await callAll('checkExists', context)).every(Boolean),
    async register(context) {
      const results = await callAll('create', context);
      if (results.includes(false)) throw new NodeError('The service did not take the webhook');
    },
    async unregister(context) {
      await callAll('delete', context);
    },
  };
};

const listen = async (node: PublicNode, options: FunctionOptions, context: ListenContext): Promise<void> => {
  const ended = Promise.withResolvers<void>();
  const self = {
    ...setupFunctions(context, options, context.isTest ? 'manual' : 'trigger'),
    emit: (data: unknown) => void context.emit(toOutput(data)).catch(ended.reject),
    emitError: (error: Error) => ended.reject(error),
    saveFailedExecution: (error: Error) => ended.reject(error),
  };
  const started = await call<{ closeFunction?(): Promise<void>; manualTriggerFunction?(): Promise<void> } | undefined>(
    node.trigger,
    node,
    self,
  );
  context.connected();
  context.signal.addEventListener('abort', () => ended.resolve(), { once: true });
  if (context.signal.aborted) ended.resolve();
  try {
    if (context.isTest) await started?.manualTriggerFunction?.();
    await ended.promise;
  } finally {
    await started?.closeFunction?.();
  }
};

const poll = async (node: PublicNode, options: FunctionOptions, context: PollContext): Promise<NodeOutput | null> => {
  const given = await call<unknown>(
    node.poll,
    node,
    setupFunctions(context, options, context.isTest ? 'manual' : 'trigger'),
  );
  return given === null || given === undefined ? null : toOutput(given);
};

const methodsOf = (node: PublicNode, options: FunctionOptions): NodeDefinition['methods'] => {
  const { methods } = node;
  if (!methods) return undefined;
  const each = <M, R>(record: Record<string, M> | undefined, make: (method: M) => R): Record<string, R> | undefined =>
    record && Object.fromEntries(Object.entries(record).map(([name, method]) => [name, make(method)]));
  const choices = (context: SetupContext & { sibling?(name: string): unknown }) => {
    const base = setupFunctions(context, options, 'manual');
    const current = (name: string) =>
      name.startsWith('&') ? context.sibling?.(name.slice(1)) : base.getNodeParameter(name, null as never);
    return { ...base, getCurrentNodeParameter: current, getCurrentNodeParameters: () => ({}) };
  };
  return {
    options: each(methods.loadOptions, (method) => (context) => call(method, node, choices(context))),
    search: each(methods.listSearch, (method) => async (context, { filter, page }) => {
      const { results = [], paginationToken } = await call<{ results?: never[]; paginationToken?: unknown }>(
        method,
        node,
        choices(context),
        filter,
        page,
      );
      return { results, ...(paginationToken !== undefined && { nextPage: String(paginationToken) }) };
    }),
    mapping: each(methods.resourceMapping, (method) => (context) => call(method, node, choices(context))),
    action: each(
      methods.actionHandler,
      (method) => (context, payload) => call(method, node, choices(context), payload),
    ),
    credentialTest: each(
      methods.credentialTest,
      (method) => (context, credential) =>
        call(method, node, setupFunctions(context, options, 'manual'), { data: credential }),
    ),
  };
};

const toDefinition = (
  node: PublicNode,
  name: string,
  defaultVersion: number | undefined,
  options: FunctionOptions,
): NodeDefinition => {
  const { description } = node;
  const versions = versionsOf(description);
  const wanted = defaultVersion ?? description.defaultVersion ?? Math.max(...versions);
  return defineNode({
    name,
    displayName: description.displayName,
    description: description.description ?? '',
    versions,
    ...(versions.includes(wanted) && { defaultVersion: wanted }),
    group: (description.group ?? []).filter((group): group is NodeGroup => groups.includes(group)),
    defaults: { name: description.displayName, ...description.defaults },
    subtitle: description.subtitle,
    inputs: description.inputs,
    outputs: description.outputs,
    inputNames: description.inputNames,
    outputNames: description.outputNames,
    maxNodes: description.maxNodes,
    hidden: description.hidden,
    codex: description.codex ?? { categories: ['Community'] },
    credentials: description.credentials?.map(({ name: type, required, displayOptions, testedBy }) => ({
      name: type,
      required,
      displayOptions,
      ...(typeof testedBy === 'string' && { testedBy }),
    })) as NodeDefinition['credentials'],
    webhooks: node.webhook && (description.webhooks ?? []).map(toNodeWebhook),
    documentationUrl: description.documentationUrl,
    activationMessage: description.activationMessage,
    eventTriggerDescription: description.eventTriggerDescription,
    parameters: description.properties,
    usableAsTool: Boolean(description.usableAsTool) || undefined,
    // Nothing tells what its code does: requests are known to the host, and whatever else it does is not.
    repeatable: false,
    ownEffects: true,
    readsSecrets: (description.credentials?.length ?? 0) > 0,
    execute: executeOf(node, options),
    ...(node.webhook && {
      webhook: (context: SetupContext) => webhookSpecs(node, context),
      receive: (context: ReceiveContext) => receive(node, options, context),
    }),
    registration: hooks(node, options),
    ...(node.poll && { poll: (context: PollContext) => poll(node, options, context) }),
    ...(node.trigger && { listen: (context: ListenContext) => listen(node, options, context) }),
    ...(node.supplyData && {
      async supply(context) {
        const { response, closeFunction } = await call<{ response: unknown; closeFunction?(): Promise<void> }>(
          node.supplyData,
          node,
          executeFunctions(context as unknown as ExecuteContext, options),
          context.itemIndex,
        );
        return { value: response, close: closeFunction };
      },
    }),
    methods: methodsOf(node, options),
  } as NodeDefinition);
};

const isVersioned = (node: PublicNode | PublicVersionedNode): node is PublicVersionedNode => 'nodeVersions' in node;

/** @param packageName `n8n-nodes-thing`: type names are `n8n-nodes-thing.<name of the node>` */
export const toDefinitions = (
  node: PublicNode | PublicVersionedNode,
  packageName: string,
  options: FunctionOptions,
): NodeDefinition[] => {
  if (!isVersioned(node)) return [toDefinition(node, `${packageName}.${node.description.name}`, undefined, options)];
  const { description } = node;
  const numbers = Object.keys(node.nodeVersions).map(Number);
  const wanted = description.defaultVersion ?? node.currentVersion ?? Math.max(...numbers);
  // One class may stand for several versions: it is one definition.
  const classes = Map.groupBy(Object.entries(node.nodeVersions), ([, version]) => version);
  return [...classes].map(([version, entries]) => {
    const own = {
      ...version,
      description: { ...description, ...version.description, version: entries.map(([number]) => Number(number)) },
    };
    Object.setPrototypeOf(own, Object.getPrototypeOf(version));
    const name = String(own.description.name ?? description.name);
    const numbersHere = entries.map(([number]) => Number(number));
    const definition = toDefinition(own as PublicNode, `${packageName}.${name}`, wanted, options);
    return numbersHere.includes(wanted) ? definition : { ...definition, defaultVersion: undefined };
  });
};
