import { nodeIssues } from '@millrace/engine';
import type { HostRequest } from '@millrace/engine/node-api';
import { runNode } from '@millrace/engine/testing';
import { describe, expect, it } from 'vitest';
import { httpRequest } from './http-request.node.ts';
import { call, pairs, url } from './http-request.testing.ts';

describe('HTTP Request: many items', () => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));

  it('sends side by side, within bounds, and keeps the order', async () => {
    let underWay = 0;
    let most = 0;
    const http = async (request: HostRequest) => {
      most = Math.max(most, ++underWay);
      const n = Number(request.url.split('/').pop());
      for (let turns = n % 7; turns >= 0; turns--) await Promise.resolve();
      underWay--;
      return { body: { n } };
    };
    const { json } = await call({ url: `=${url}/{{ $json.n }}` }, { items: many(200), host: { http } });
    expect(json).toEqual(many(200));
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(64);
  });

  it('pauses between batches', async () => {
    const run = (batch: Record<string, unknown>, count = 5) =>
      call({ options: { batching: { batch } } }, { items: many(count) });
    expect((await run({ batchSize: 2, batchInterval: 300 })).host.sleeps).toEqual([300, 300]);
    expect((await run({}, 101)).host.sleeps).toEqual([1000, 1000]);
    expect((await run({ batchSize: -1 })).host.sleeps).toEqual([]);
    expect((await run({ batchSize: 1, batchInterval: 0 })).host.sleeps).toEqual([]);
  });

  it('does nothing for no items', async () => {
    const { host, error } = await call({}, { items: [], alwaysOutputData: true });
    expect(error).toBeUndefined();
    expect(host.requests).toEqual([]);
  });
});

describe('HTTP Request: parameters as workflows store them', () => {
  it.each<[number, Record<string, unknown>]>([
    [4.2, { options: {} }],
    [4.2, { sendBody: true, specifyBody: 'json', jsonBody: '={{ $json }}' }],
    [4.2, { sendHeaders: true, headerParameters: pairs({ name: 'a', value: 'b' }) }],
    [4.2, { options: { batching: { batch: {} }, response: { response: {} }, redirect: { redirect: {} } } }],
    [4.2, { options: { response: { response: { responseFormat: 'file', neverError: true } }, timeout: 10000 } }],
    [4.3, { authentication: 'genericCredentialType', genericAuthType: 'httpHeaderAuth' }],
    [4.3, { authentication: 'predefinedCredentialType', nodeCredentialType: 'slackApi' }],
    [
      4.1,
      {
        sendBody: true,
        contentType: 'multipart-form-data',
        bodyParameters: pairs({ parameterType: 'formBinaryData', name: 'file', inputDataFieldName: 'data' }),
      },
    ],
    [3, { sendBody: true, contentType: 'form-urlencoded', specifyBody: 'string', body: 'a=b' }],
    [
      4,
      {
        options: {
          pagination: {
            pagination: {
              parameters: pairs({ name: 'page', value: '={{ $pageCount + 1 }}' }),
              limitPagesFetched: true,
            },
          },
        },
      },
    ],
    [
      4,
      {
        options: {
          pagination: {
            pagination: { paginationMode: 'responseContainsNextURL', nextURL: '={{ $response.body.next }}' },
          },
        },
      },
    ],
  ])('version %s finds no fault with %j', (typeVersion, parameters) => {
    const node = { typeVersion, parameters: { url, ...parameters } as never };
    expect(nodeIssues(node, httpRequest)).toBeUndefined();
  });

  it('fails for its items where its JSON is none, and uses the error output', async () => {
    const parameters = { url, method: 'POST', sendBody: true, specifyBody: 'json', jsonBody: '{ "a": }' };
    const run = (onError: 'stopWorkflow' | 'continueErrorOutput') =>
      runNode(httpRequest, { items: [{ n: 1 }, { n: 2 }], parameters, onError });
    expect((await run('stopWorkflow')).error?.message).toBe('The JSON body is not valid JSON');
    expect((await run('continueErrorOutput')).outputs.map((items) => items?.map(({ json }) => json))).toEqual([
      [],
      [
        { n: 1, error: 'The JSON body is not valid JSON' },
        { n: 2, error: 'The JSON body is not valid JSON' },
      ],
    ]);
  });

  it('asks for a URL', () => {
    expect(nodeIssues({ typeVersion: 4.2, parameters: {} }, httpRequest)?.parameters?.[0]?.path).toEqual(['url']);
  });
});
