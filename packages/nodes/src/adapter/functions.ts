import type { Item, Json, JsonObject } from '@millrace/contract/data';
import { isObject } from '@millrace/contract/data';
import type { ExecuteContext, SetupContext } from '@millrace/engine/node-api';
import { NodeError } from '@millrace/engine/node-api';
import { findFile } from '../http/find-file.ts';
import { type AuthenticateRequest, createRequestFunctions } from './request-functions.ts';

/** What functions of packages get as `this`, made of our contexts. */

/** A place in a parameter: `options.filters[0].name`. */
const getIn = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (isObject(inner) || Array.isArray(inner) ? (inner as Record<string, unknown>)[key] : undefined),
    value,
  );

interface Readable {
  parameter(name: never, itemIndex?: number): unknown;
  rawParameter(name: string): unknown;
}

const extract = (value: unknown): unknown => (isObject(value) && value.__rl === true ? value.value : value);

/** Parameters by dotted names, with what to give where there is none. */
const readParameter = (
  context: Readable,
  name: string,
  itemIndex: number,
  fallback: unknown,
  extractValue: boolean,
): unknown => {
  const [root = '', ...rest] = name
    .replace(/\[(\w+)\]/g, '.$1')
    .replace(/^\//, '')
    .split('.');
  let found: unknown;
  try {
    found = getIn(context.parameter(root as never, itemIndex), rest);
  } catch (error) {
    if (fallback === undefined || context.rawParameter(root) !== undefined) throw error;
  }
  const value = extractValue ? extract(found) : found;
  if (value !== undefined) return value;
  if (fallback !== undefined) return fallback;
  throw new NodeError(`Could not get parameter "${name}"`, { itemIndex });
};

const returnJsonArray = (data: Json | Json[]): Item[] =>
  (Array.isArray(data) ? data : [data]).map((one) => {
    const item = one as unknown as Item;
    return isObject(one) && isObject(one.json) ? { ...item } : { json: one as JsonObject };
  });

const normalizeItems = (data: Item | Item[]): Item[] => {
  const list = Array.isArray(data) ? data : [data];
  return list.every((one) => isObject(one) && 'json' in one) ? list : returnJsonArray(list as unknown as Json[]);
};

type AnyContext = SetupContext | ExecuteContext;

export interface FunctionOptions {
  authenticateBy: AuthenticateRequest;
}

/** To be called without its context. */
const logOf =
  (context: AnyContext) =>
  (...values: unknown[]): void =>
    context.log(...values);

/** Those that all have. */
export const baseFunctions = (context: AnyContext, { authenticateBy }: FunctionOptions, itemIndex = 0) => {
  const requests = createRequestFunctions(context, authenticateBy, itemIndex);
  const log = logOf(context);
  const bytesOf = async (binary: unknown): Promise<Buffer> => Buffer.from(await context.binary.read(binary as never));
  return {
    logger: { info: log, warn: log, error: log, debug: log, verbose: log },
    getNode: () => ({ ...context.node, parameters: {}, position: [0, 0], id: context.node.name }),
    getWorkflow: () => ({ id: context.workflow.id, name: context.workflow.name, active: context.workflow.active }),
    getTimezone: () => context.timezone,
    getCredentials: (type: string) => context.credential(type),
    getWorkflowStaticData: (scope: 'node' | 'global') => context.staticData(scope),
    evaluateExpression: (text: string, at = itemIndex) =>
      context.evaluate(text.startsWith('=') ? text : `=${text}`, at),
    getInstanceBaseUrl: () => '',
    getRestApiUrl: () => '',
    helpers: {
      ...requests,
      requestWithAuthentication: requests.httpRequestWithAuthentication,
      requestOAuth2: requests.httpRequestWithAuthentication,
      requestOAuth1: requests.httpRequestWithAuthentication,
      returnJsonArray,
      normalizeItems,
      prepareBinaryData: async (
        content: Uint8Array | AsyncIterable<Uint8Array>,
        fileName?: string,
        mimeType?: string,
      ) => context.binary.write(content, { fileName, mimeType }),
      getBinaryStream: async (id: string) => context.binary.open({ id, mimeType: 'application/octet-stream' }),
      binaryToBuffer: bytesOf,
    },
  };
};

export const executeFunctions = (context: ExecuteContext, options: FunctionOptions) => {
  const base = baseFunctions(context, options);
  const items = (): Item[] => [...context.items];
  return {
    ...base,
    getInputData: (input = 0) => (input === 0 ? items() : [...(context.inputs[input] ?? [])]),
    getNodeParameter: (name: string, itemIndex = 0, fallback?: unknown, { extractValue = false } = {}) =>
      readParameter(context as unknown as Readable, name, itemIndex, fallback, extractValue),
    getMode: () => context.execution.mode,
    getExecutionId: () => context.execution.id,
    getExecutionCancelSignal: () => context.signal,
    continueOnFail: () => context.continueOnFail,
    getContext: () => ({}),
    getInputConnectionData: async (type: string, itemIndex = 0) => {
      const found = await context.connected(type as never, itemIndex);
      return found.length === 1 ? found[0] : found;
    },
    sendMessageToUI: logOf(context),
    addExecutionHints: () => {},
    putExecutionToWait: async (till: Date) => {
      throw new WaitUntil(till.getTime());
    },
    helpers: {
      ...base.helpers,
      constructExecutionMetaData: (list: Item[], { itemData }: { itemData: Item['pairedItem'] }) =>
        list.map((item) => ({ ...item, pairedItem: itemData })),
      assertBinaryData: (itemIndex: number, property: string) =>
        findFile(context.items[itemIndex], property, itemIndex),
      getBinaryDataBuffer: async (itemIndex: number, property: string) =>
        Buffer.from(await context.binary.read(findFile(context.items[itemIndex], property, itemIndex))),
      copyInputItems: (list: Item[], properties: string[]) =>
        list.map(({ json }) => Object.fromEntries(properties.map((name) => [name, json[name] ?? null]))),
    },
  };
};

/** Leaves a function that wants to wait. */
export class WaitUntil extends Error {
  readonly till: number;

  constructor(till: number) {
    super('The node waits');
    this.till = till;
  }
}

/** Those of polls, triggers, webhooks and choices: there are no items. */
export const setupFunctions = (context: SetupContext, options: FunctionOptions, mode: 'manual' | 'trigger') => ({
  ...baseFunctions(context, options),
  getMode: () => mode,
  getActivationMode: () => 'activate',
  getNodeParameter: (name: string, fallback?: unknown, { extractValue = false } = {}) =>
    readParameter(context as unknown as Readable, name, 0, fallback, extractValue),
});
