import { isObject, type Json, type JsonObject } from '@millrace/contract/data';
import { type CodeReply, type CodeTask, type ExecuteContext, NodeError, toJsonValue } from '@millrace/engine/node-api';
import { executeFunctions } from '../adapter/functions.ts';
import type { PublicRequest } from '../adapter/request-functions.ts';

/** What code asks of the node that runs it: data of other nodes, what expressions know, requests and files. */

/** Variables of expressions that code may read. */
const variables = new Set([
  '$workflow',
  '$execution',
  '$vars',
  '$env',
  '$prevNode',
  '$parameter',
  '$rawParameter',
  '$nodeVersion',
  '$nodeId',
  '$webhookId',
  '$executionId',
  '$resumeWebhookUrl',
  '$mode',
]);

const nodeItems: Readonly<Record<string, string>> = {
  first: '={{ $(asked.node).first(asked.output, asked.run) }}',
  last: '={{ $(asked.node).last(asked.output, asked.run) }}',
  all: '={{ $(asked.node).all(asked.output, asked.run) }}',
};

/** Stands in JSON for the bytes that travel beside it. */
const isMark = (value: unknown): boolean => isObject(value) && '$bytes' in value;

const giveBody = (result: unknown): CodeReply => {
  if (result instanceof Uint8Array) return { value: { $bytes: true }, bytes: result };
  if (isObject(result) && result.body instanceof Uint8Array)
    return { value: toJsonValue({ ...result, body: null }), bytes: result.body };
  return { value: toJsonValue(result) };
};

type Answer = (args: readonly Json[], bytes: Uint8Array | undefined) => CodeReply | Promise<CodeReply>;

const mostAtOnce = 1_000;

/** @returns answers the calls of one run of code */
export const createAnswers = (context: ExecuteContext): CodeTask['call'] => {
  const functions = executeFunctions(context, { authenticateBy: () => undefined });
  const evaluate = (template: string, asked?: JsonObject, itemIndex = 0): Json =>
    toJsonValue(context.evaluate(template, itemIndex, asked && { asked }));
  const of =
    (template: string): Answer =>
    ([node = null]) => ({ value: evaluate(template, { node }) });

  const withBody = (options: Json | undefined, bytes: Uint8Array | undefined): PublicRequest => {
    if (typeof options === 'string') return { url: options };
    if (!isObject(options)) throw new NodeError('A request needs its options: write { url: "https://…" }');
    return (isMark(options.body) ? { ...options, body: bytes } : options) as PublicRequest;
  };

  const linkedItem = (node: Json, index: number): Json => {
    try {
      return { item: evaluate('={{ $(asked.node).itemMatching(asked.index) }}', { node, index }, index) };
    } catch (error) {
      return { message: error instanceof Error ? error.message : String(error) };
    }
  };

  const answers: Readonly<Record<string, Answer>> = {
    variable([name]) {
      if (typeof name !== 'string' || !variables.has(name)) throw new NodeError(`There is no ${String(name)} here`);
      return { value: evaluate(`={{ ${name} }}`) };
    },
    assertNode: of('={{ $(asked.node).isExecuted }}'),
    hasNode: ([node = null]) => {
      try {
        evaluate('={{ $(asked.node).isExecuted }}', { node });
        return { value: true };
      } catch {
        return { value: false };
      }
    },
    isExecuted: of('={{ $(asked.node).isExecuted }}'),
    nodeParameters: of('={{ $(asked.node).params }}'),
    nodeContext: of('={{ $(asked.node).context }}'),
    nodeItems: ([node = null, which, output = null, run = null]) => {
      const template = nodeItems[String(which)];
      if (template === undefined) throw new NodeError(`Items of a node cannot be read by ${String(which)}`);
      return { value: evaluate(template, { node, output, run }) };
    },
    olderItems: ([node = null, output = null, run = null]) => ({
      value: evaluate('={{ $items(asked.node, asked.output, asked.run ?? undefined) }}', { node, output, run }),
    }),
    linkedItems([node = null, from, count]) {
      const first = Number(from);
      const length = Math.max(1, Math.min(Number(count), mostAtOnce, context.items.length - first));
      return { value: Array.from({ length }, (_, offset) => linkedItem(node, first + offset)) };
    },
    inputParameters: () => ({ value: evaluate('={{ $input.params }}') }),
    inputContext: () => ({ value: evaluate('={{ $input.context }}') }),
    evaluateExpression([text, index]) {
      const template = String(text);
      return { value: evaluate(template.startsWith('=') ? template : `=${template}`, undefined, Number(index)) };
    },
    jmespath: ([data = null, query = null]) => ({
      value: evaluate('={{ $jmespath(asked.data, asked.query) }}', { data, query }),
    }),
    node: () => ({ value: toJsonValue({ ...context.node }) }),
    getNodeParameter: ([name, index, fallback]) => ({
      value: toJsonValue(functions.getNodeParameter(String(name), Number(index), fallback)),
    }),
    staticData: ([scope]) => ({ value: toJsonValue(context.staticData(scope === 'node' ? 'node' : 'global')) }),
    customData([method, ...args]) {
      const { customData } = context;
      switch (method) {
        case 'get':
          return { value: customData.get(String(args[0])) ?? null };
        case 'getAll':
          return { value: customData.getAll() };
        case 'set':
          customData.set(String(args[0]), args[1]);
          return { value: null };
        default:
          customData.setAll((args[0] ?? {}) as JsonObject);
          return { value: null };
      }
    },
    httpRequest: async ([options], bytes) => giveBody(await functions.helpers.httpRequest(withBody(options, bytes))),
    request: async ([options], bytes) => giveBody(await functions.helpers.request(withBody(options, bytes))),
    httpRequestWithAuthentication: async ([type, options], bytes) =>
      giveBody(await functions.helpers.httpRequestWithAuthentication(String(type), withBody(options, bytes))),
    getBinaryDataBuffer: async ([index, property]) => ({
      value: null,
      bytes: isObject(property)
        ? await context.binary.read(property as never)
        : await functions.helpers.getBinaryDataBuffer(Number(index), String(property)),
    }),
    fileContent: async ([file]) => ({
      value: Buffer.from(await context.binary.read(file as never)).toString('base64'),
    }),
    prepareBinaryData: async ([fileName, mimeType], bytes) => ({
      value: toJsonValue(
        await functions.helpers.prepareBinaryData(
          bytes ?? new Uint8Array(),
          typeof fileName === 'string' ? fileName : undefined,
          typeof mimeType === 'string' ? mimeType : undefined,
        ),
      ),
    }),
    assertBinaryData: ([index, property]) => ({
      value: toJsonValue(functions.helpers.assertBinaryData(Number(index), String(property))),
    }),
  };

  return (name, args, bytes) => {
    const answer = Object.hasOwn(answers, name) ? answers[name] : undefined;
    if (!answer) throw new NodeError(`There is no ${name} here`);
    return answer(args, bytes);
  };
};
