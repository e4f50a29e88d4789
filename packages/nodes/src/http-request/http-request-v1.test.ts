import {
  createFakeHost,
  type FakeHostOptions,
  type RunNodeOptions,
  runNode,
  runWorkflowForTest,
  startNode,
  workflow,
} from '@millrace/engine/testing';
import { describe, expect, it } from 'vitest';
import { setNode } from '../set/set.node.ts';
import { httpRequestV1 } from './http-request-v1.node.ts';

const url = 'https://api.example/items';
const call = (parameters: Record<string, unknown>, more: RunNodeOptions = {}) =>
  runNode(httpRequestV1, {
    typeVersion: 1,
    parameters: { url, ...parameters } as never,
    host: { http: () => ({ body: {} }) },
    ...more,
  });
const answering = (http: FakeHostOptions['http']) => ({ host: { http } });
const pairs = (...parameter: { name: string; value: string }[]) => ({ parameter });

describe('HTTP Request, versions 1 and 2', () => {
  it.each([1, 2])('version %s sends pairs', async (typeVersion) => {
    const { host, error } = await call(
      {
        requestMethod: 'POST',
        queryParametersUi: pairs({ name: 'q', value: '={{ $json.q }}' }),
        headerParametersUi: pairs({ name: 'X-A', value: 'b' }),
        bodyParametersUi: pairs({ name: 'n', value: '={{ $json.n }}' }),
      },
      { typeVersion, items: [{ q: 'tea', n: 3 }] },
    );
    expect(error).toBeUndefined();
    expect(host.requests[0]).toMatchObject({
      method: 'POST',
      url: `${url}?q=tea`,
      body: '{"n":3}',
      headers: { 'X-A': 'b', 'content-type': 'application/json' },
    });
  });

  it('sends parameters written as JSON', async () => {
    const { host } = await call({
      requestMethod: 'PUT',
      jsonParameters: true,
      queryParametersJson: '{"a":1}',
      headerParametersJson: '{"X-B":"c"}',
      bodyParametersJson: '{"d":[1,2]}',
    });
    expect(host.requests[0]).toMatchObject({ url: `${url}?a=1`, headers: { 'X-B': 'c' }, body: '{"d":[1,2]}' });
  });

  it('sends raw bodies, forms and files', async () => {
    const raw = await call({
      requestMethod: 'POST',
      jsonParameters: true,
      options: { bodyContentType: 'raw', bodyContentCustomMimeType: 'text/xml' },
      bodyParametersJson: '<a/>',
    });
    expect(raw.host.requests[0]).toMatchObject({ body: '<a/>', headers: { 'content-type': 'text/xml' } });
    const form = await call({
      requestMethod: 'POST',
      options: { bodyContentType: 'form-urlencoded' },
      bodyParametersUi: pairs({ name: 'a', value: 'b c' }),
    });
    expect(form.host.requests[0]?.body).toBe('a=b+c');
    const host = createFakeHost({ http: () => ({ body: {} }) });
    const photo = await host.store('bytes', { mimeType: 'image/png', fileName: 'p.png' });
    await call(
      {
        requestMethod: 'POST',
        jsonParameters: true,
        sendBinaryData: true,
        binaryPropertyName: 'file:photo',
        options: { bodyContentType: 'multipart-form-data' },
        bodyParametersJson: '{"title":"x"}',
      },
      { host, items: [{ json: {}, binary: { photo } }] },
    );
    const { body, headers } = host.requests[0]!;
    const form2 = await new Response(body as Uint8Array<ArrayBuffer>, {
      headers: { 'content-type': headers?.['content-type'] ?? '' },
    }).formData();
    expect(form2.get('title')).toBe('x');
    expect((form2.get('file') as File).name).toBe('p.png');
  });

  it('reads JSON, text and files', async () => {
    const list = { body: [{ a: 1 }, { a: 2 }] };
    expect((await call({}, answering([list]))).json).toEqual([[{ a: 1 }, { a: 2 }]]);
    expect((await call({ options: { splitIntoItems: true } }, answering([list]))).json).toEqual([{ a: 1 }, { a: 2 }]);
    const text = await call({ responseFormat: 'string', dataPropertyName: 'page' }, answering([{ body: 'hi' }]));
    expect(text.json).toEqual([{ page: 'hi' }]);
    const file = await call(
      { responseFormat: 'file' },
      answering([{ headers: { 'content-type': 'image/png' }, body: 'x' }]),
    );
    expect(file.items[0]?.binary?.data?.mimeType).toBe('image/png');
    const full = await call({ options: { fullResponse: true } }, answering([{ status: 201, body: { a: 1 } }]));
    expect(full.json[0]).toMatchObject({ body: { a: 1 }, statusCode: 201 });
    const broken = await call({}, answering([{ body: '<html>' }]));
    expect(broken.error?.description).toContain('"String"');
  });

  it('gives a list as it is, which the nodes after it read by its places', async () => {
    const flow = workflow()
      .node('Start', startNode)
      .node('Request', httpRequestV1, { typeVersion: 1, parameters: { url } })
      .node('After', setNode, {
        typeVersion: 3,
        parameters: {
          fields: {
            values: [
              { name: 'first', stringValue: '={{ $json[0].a }}' },
              { name: 'count', stringValue: '={{ $json.length }}' },
              { name: 'all', stringValue: '={{ $("Request").first().json.map(({ a }) => a).join() }}' },
            ],
          },
          include: 'none',
        },
      })
      .wire('Start > Request > After');
    const run = await runWorkflowForTest(flow, { host: { http: () => ({ body: [{ a: 1 }, { a: 2 }] }) } });
    expect(run.error).toBeUndefined();
    expect(run.json('Request')).toEqual([[{ a: 1 }, { a: 2 }]]);
    expect(run.json('After')).toEqual([{ first: '1', count: '2', all: '1,2' }]);
    const pinned = await runWorkflowForTest(flow, { pinData: { Request: [{ json: [{ a: 3 }] as never }] } });
    expect(pinned.json('After')).toEqual([{ first: '3', count: '1', all: '3' }]);
  });

  it('fails on refusals unless it is told not to, and batches', async () => {
    const refusal = { status: 500, body: { message: 'no' } };
    expect((await call({}, answering([refusal]))).error).toMatchObject({ httpCode: '500', description: 'no' });
    const ignored = await call({ options: { ignoreResponseCode: true } }, answering([refusal]));
    expect(ignored.json).toEqual([{ message: 'no' }]);
    const batched = await call({ options: { batchSize: 1, batchInterval: 50 } }, { items: [{}, {}, {}] });
    expect(batched.host.sleeps).toEqual([50, 50]);
  });
});
