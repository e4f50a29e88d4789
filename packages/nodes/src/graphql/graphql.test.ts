import { type RunNodeOptions, runNode } from '@millrace/engine/testing';
import { describe, expect, it } from 'vitest';
import { graphql } from './graphql.node.ts';

const endpoint = 'https://api.example/graphql';
const query = 'query Books($n: Int) { books(first: $n) { title } }';
const answer = { data: { books: [{ title: 'Emma' }] } };

const run = (
  parameters: Record<string, unknown>,
  { typeVersion = 1.1, ...more }: RunNodeOptions & { typeVersion?: number } = {},
) =>
  runNode(graphql, {
    typeVersion,
    parameters: { endpoint, query, ...parameters } as never,
    host: { http: () => ({ body: answer }) },
    ...more,
  });

describe('GraphQL', () => {
  it.each([
    [1.1, {}, 'application/json', { query, variables: {}, operationName: null }],
    [
      1.1,
      { variables: '{"n": 2}', operationName: 'Books' },
      'application/json',
      { query, variables: { n: 2 }, operationName: 'Books' },
    ],
    [
      1.1,
      { variables: '={{ { n: 1 + 1 } }}' },
      'application/json',
      { query, variables: { n: 2 }, operationName: null },
    ],
    [1, {}, 'application/graphql', query],
    [1, { requestFormat: 'json' }, 'application/json', { query, variables: {}, operationName: null }],
    [1.1, { requestFormat: 'graphql' }, 'application/graphql', query],
  ])('version %s with %j sends', async (typeVersion, parameters, type, expected) => {
    const { host, json } = await run(parameters, { typeVersion });
    expect(json).toEqual([answer]);
    const [request] = host.requests;
    expect(request).toMatchObject({ method: 'POST', url: endpoint, headers: { 'content-type': type } });
    const body = String(request?.body);
    expect(type === 'application/json' ? JSON.parse(body) : body).toEqual(expected);
  });

  it('asks by GET, with headers and credentials, and gives text where that is wanted', async () => {
    const { host, json } = await run(
      {
        requestMethod: 'GET',
        authentication: 'headerAuth',
        allowUnauthorizedCerts: true,
        headerParametersUi: { parameter: [{ name: 'X-Tenant', value: '={{ $json.tenant }}' }] },
        responseFormat: 'string',
        dataPropertyName: 'answer',
      },
      { items: [{ tenant: 't1' }], credentials: { httpHeaderAuth: { id: '7', name: 'Mine' } } },
    );
    expect(json).toEqual([{ answer: JSON.stringify(answer) }]);
    expect(host.requests).toMatchObject([
      {
        method: 'GET',
        url: `${endpoint}?query=${encodeURIComponent(query)}`,
        headers: { 'X-Tenant': 't1' },
        allowUnauthorizedCerts: true,
        credential: { type: 'httpHeaderAuth', id: '7' },
      },
    ]);
    expect(host.requests[0]?.body).toBeUndefined();
  });

  it('fails with what the service says, also in an answer that succeeds', async () => {
    const errors = [{ message: 'No such field' }, { message: 'Nor that' }];
    const { error } = await run({}, { host: { http: () => ({ body: { errors, data: null } }) } });
    expect(error).toMatchObject({ message: 'No such field, Nor that', itemIndex: 0 });
    const refused = await run(
      {},
      { host: { http: () => ({ status: 400, statusText: 'Bad Request', body: { errors } }) } },
    );
    expect(refused.error).toMatchObject({ httpCode: '400', description: 'No such field' });
    const html = await run({}, { host: { http: () => ({ body: '<p>' }) } });
    expect(html.error?.message).toBe('The answer is not valid JSON');
    expect((await run({ variables: '{"n"' })).error?.message).toBe('Variables is not valid JSON');
  });

  it('asks for each item, links the answers, and goes on after a failure', async () => {
    const http = ({ body }: { body?: unknown }) => {
      const { n } = JSON.parse(String(body)).variables;
      return n === 2 ? { body: { errors: [{ message: 'Two' }] } } : { body: { data: n } };
    };
    const parameters = { variables: '={{ { n: $json.n } }}' };
    const options = { items: [{ n: 1 }, { n: 2 }, { n: 3 }], host: { http } };
    const { outputs } = await run(parameters, { ...options, onError: 'continueErrorOutput' });
    expect(outputs[0]).toMatchObject([
      { json: { data: 1 }, pairedItem: 0 },
      { json: { data: 3 }, pairedItem: 2 },
    ]);
    expect(outputs[1]).toMatchObject([{ json: { error: 'Two' }, pairedItem: 1 }]);
    expect((await run(parameters, { ...options, items: [] })).host.requests).toEqual([]);
  });

  it('repeats what only asks, and never what may act', () => {
    const repeatable = graphql.repeatable as (context: never) => boolean;
    const asks = (text: unknown) => repeatable({ rawParameter: () => text } as never);
    expect(['{ a }', 'query { a }', ' query Q { a }'].map(asks)).toEqual([true, true, true]);
    expect(['mutation { a }', 'query A { a } mutation B { b }', '={{ $json.q }}', ''].map(asks)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
