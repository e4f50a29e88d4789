import { type Item, isObject, type JsonObject } from '@millrace/contract/data';
import { defineNode, type ExecuteContext, NodeError } from '@millrace/engine/node-api';
import { exchange } from '../http/exchange.ts';
import type { RequestPlan } from '../http/request.ts';
import { namedCredentials, readCredentialType } from '../http-request/authentication.ts';
import { parseJson } from '../http-request/read-request.ts';
import { graphqlParameters } from './parameters.ts';

type Context = ExecuteContext<typeof graphqlParameters>;

const readBody = (context: Context, itemIndex: number): RequestPlan['body'] => {
  const query = context.parameter('query', itemIndex);
  if (context.parameter('requestFormat', itemIndex) !== 'json')
    return { kind: 'text', text: query, contentType: 'application/graphql' };
  return {
    kind: 'json',
    value: {
      query,
      variables: parseJson(context.parameter('variables', itemIndex), 'Variables', itemIndex) ?? {},
      operationName: context.parameter('operationName', itemIndex) || null,
    },
  };
};

const readPlan = (context: Context, itemIndex: number): RequestPlan => {
  const { parameter = [] } = context.parameter('headerParametersUi', itemIndex) as {
    parameter?: { name?: string; value?: unknown }[];
  };
  const isGet = context.parameter('requestMethod', itemIndex) === 'GET';
  return {
    method: isGet ? 'GET' : 'POST',
    url: context.parameter('endpoint', itemIndex),
    query: isGet ? [['query', context.parameter('query', itemIndex)]] : [],
    headers: parameter.map(({ name = '', value }) => [name, value]),
    body: isGet ? undefined : readBody(context, itemIndex),
  };
};

/** A service that could not do what was asked says so in an answer that succeeds. */
const assertNoErrors = (answer: unknown, itemIndex: number): void => {
  if (!isObject(answer) || !Array.isArray(answer.errors) || answer.errors.length === 0) return;
  const messages = answer.errors.map((error) => (isObject(error) ? String(error.message ?? '') : String(error)));
  throw new NodeError(messages.filter((message) => message !== '').join(', ') || 'The service answered with an error', {
    description: JSON.stringify(answer.errors).slice(0, 1000),
    itemIndex,
  });
};

const ask = async (context: Context, itemIndex: number): Promise<Item> => {
  const isText = context.parameter('responseFormat', itemIndex) === 'string';
  const { content } = await exchange(context, readPlan(context, itemIndex), {
    transport: {
      queryArrays: 'indices',
      lowercaseHeaders: false,
      allowUnauthorizedCerts: context.parameter('allowUnauthorizedCerts', itemIndex),
    },
    answer: {
      format: isText ? 'text' : 'json',
      fullResponse: false,
      property: 'data',
      splitLists: false,
      forgiving: false,
      textFormatName: '"String"',
    },
    credential: readCredentialType(context as never, itemIndex),
    itemIndex,
  });
  if (content.kind === 'text') return { json: { [context.parameter('dataPropertyName', itemIndex)]: content.text } };
  const answer = content.kind === 'json' ? content.value : {};
  assertNoErrors(answer, itemIndex);
  return { json: isObject(answer) ? (answer as JsonObject) : { data: answer } };
};

/** A query asks, a mutation acts. */
const onlyAsks = (context: Pick<Context, 'rawParameter'>): boolean => {
  const query = context.rawParameter('query');
  return typeof query === 'string' && /^\s*(query\b|\{)/.test(query) && !/\b(mutation|subscription)\b/.test(query);
};

export const graphql = defineNode({
  name: 'core.graphql',
  displayName: 'GraphQL',
  description: 'Sends a GraphQL request and returns the response',
  aliases: ['n8n-nodes-base.graphql'],
  versions: [1, 1.1],
  defaultVersion: 1.1,
  group: ['input'],
  defaults: { name: 'GraphQL', color: '#d4379b' },
  inputs: ['main'],
  outputs: ['main'],
  usableAsTool: true,
  repeatable: (context) => onlyAsks(context),
  codex: {
    categories: ['Development', 'Core Nodes'],
    subcategories: { 'Core Nodes': ['Helpers'] },
    alias: ['API', 'query', 'mutation', 'HTTP'],
  },
  credentials: namedCredentials,
  parameters: graphqlParameters,
  execute: (context) => context.forEachItem((_, index) => ask(context, index)),
});
