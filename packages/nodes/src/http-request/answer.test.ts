import type { HostRequest } from '@millrace/engine/node-api';
import { describe, expect, it } from 'vitest';
import { answering, call, pairs, url } from './http-request.testing.ts';

describe('HTTP Request: the answer', () => {
  it('makes an item of an object and one of each entry of a list', async () => {
    const { items } = await call(
      {},
      {
        items: [{}, {}],
        ...answering([{ body: { a: 1 } }, { body: [{ b: 1 }, 'word', { b: 2 }] }]),
      },
    );
    expect(items).toEqual([
      { json: { a: 1 }, pairedItem: 0 },
      { json: { b: 1 }, pairedItem: 1 },
      { json: { data: 'word' }, pairedItem: 1 },
      { json: { b: 2 }, pairedItem: 1 },
    ]);
  });

  it('gives text under a field', async () => {
    const html = { headers: { 'content-type': 'text/html' }, body: '<p>hi' };
    expect((await call({}, answering([html]))).json).toEqual([{ data: '<p>hi' }]);
    const options = { response: { response: { responseFormat: 'text', outputPropertyName: 'page' } } };
    expect((await call({ options }, answering([{ body: { a: 1 } }]))).json).toEqual([{ page: '{"a":1}' }]);
    const latin = { headers: { 'content-type': 'text/plain; charset=ISO-8859-1' }, body: Uint8Array.of(0xfc) };
    expect((await call({}, answering([latin]))).json).toEqual([{ data: 'ü' }]);
  });

  it('stores files, with the name that the service gives or the address has', async () => {
    const pdf = { headers: { 'content-type': 'application/pdf' }, body: 'pdf' };
    const { items, host } = await call({ url: `${url}/report%201.pdf?x=1` }, answering([pdf]));
    expect(items[0]).toMatchObject({
      json: {},
      binary: { data: { mimeType: 'application/pdf', fileName: 'report 1.pdf' } },
    });
    expect(new TextDecoder().decode(await host.binary.read(items[0]!.binary!.data!))).toBe('pdf');

    const options = {
      response: { response: { responseFormat: 'file', outputPropertyName: 'doc', fullResponse: true } },
    };
    const disposition = { 'content-disposition': 'attachment; filename="x.txt"; filename*=UTF-8\'\'%C3%BC.txt' };
    const named = await call({ options }, answering([{ headers: disposition, body: 'x' }]));
    expect(named.items[0]).toMatchObject({ json: { statusCode: 200 }, binary: { doc: { fileName: 'ü.txt' } } });
    const sly = { 'content-disposition': 'attachment; filename="../../etc/passwd"' };
    expect((await call({ options }, answering([{ headers: sly, body: 'x' }]))).items[0]?.binary?.doc?.fileName).toBe(
      'passwd',
    );
  });

  it('takes the name of a file from the address to which redirects have led', async () => {
    const pdf = {
      headers: { 'content-type': 'application/pdf' },
      body: 'pdf',
      url: 'https://cdn.example/f/report.pdf?s=1',
    };
    const { items } = await call({ url: `${url}/download` }, answering([pdf]));
    expect(items[0]?.binary?.data).toMatchObject({ fileName: 'report.pdf' });
  });

  it('gives the whole answer on request', async () => {
    const options = { response: { response: { fullResponse: true } } };
    const { json } = await call(
      { options },
      answering([{ status: 201, statusText: 'Created', headers: { 'X-A': 'b' }, body: [1] }]),
    );
    expect(json).toEqual([
      {
        body: [1],
        headers: { 'content-type': 'application/json', 'x-a': 'b' },
        statusCode: 201,
        statusMessage: 'Created',
      },
    ]);
  });

  it('takes an empty JSON answer as an empty object and an empty list as no items', async () => {
    const empty = { status: 204, headers: { 'content-type': 'application/json' }, body: '' };
    expect((await call({}, answering([empty]))).json).toEqual([{}]);
    expect((await call({}, answering([{ body: [] }]))).json).toEqual([]);
  });

  it('leaves out keys that could change prototypes', async () => {
    const body = '{"a":1,"__proto__":{"polluted":true},"\\u005F_proto__":{"polluted":true}}';
    const { json } = await call({}, answering([{ headers: { 'content-type': 'application/json' }, body }]));
    expect(json).toEqual([{ a: 1 }]);
    expect(Object.keys(json[0]!)).toEqual(['a']);
  });

  it('never evaluates what a service sends', async () => {
    expect((await call({}, answering([{ body: { a: '={{ 1 + 1 }}' } }]))).json).toEqual([{ a: '={{ 1 + 1 }}' }]);
  });

  it('says what the service said when it refuses', async () => {
    const body = { error: { message: 'No such item', code: 5 } };
    const { error } = await call({}, answering([{ status: 404, statusText: 'Not Found', body }]));
    expect(error).toMatchObject({
      message: 'The service answered with 404 Not Found',
      description: 'No such item',
      httpCode: '404',
      itemIndex: 0,
      context: { request: { method: 'GET', url } },
    });
  });

  it('masks secrets of the request in errors', async () => {
    const parameters = {
      url: 'https://user:hunter22@api.example/items?api_key=abc123secret&page=2',
      sendHeaders: true,
      headerParameters: pairs({ name: 'Authorization', value: 'Bearer tok-987654' }),
    };
    const echo = { status: 401, body: 'no access for tok-987654 with abc123secret' };
    const { error } = await call(parameters, answering([echo]));
    const text = JSON.stringify(error);
    for (const secret of ['hunter22', 'abc123secret', 'tok-987654']) expect(text).not.toContain(secret);
    expect(error?.description).toBe('no access for *** with ***');
  });

  it('takes a refusal as an answer with Never Error', async () => {
    const options = { response: { response: { neverError: true, fullResponse: true } } };
    const { json } = await call(
      { options },
      answering([{ status: 500, headers: { 'content-type': 'application/json' }, body: 'broken {' }]),
    );
    expect(json).toEqual([expect.objectContaining({ data: 'broken {', statusCode: 500 })]);
  });

  it('says so when JSON is not what comes', async () => {
    const options = { response: { response: { responseFormat: 'json' } } };
    const { error } = await call({ options }, answering([{ body: '<html>' }]));
    expect(error?.message).toBe('The answer is not valid JSON');
    expect(error?.description).toContain('Set the response format to "Text"');
  });

  it('goes on after the failure of one item', async () => {
    const http = (request: HostRequest) =>
      request.url.endsWith('/2') ? { status: 500, body: 'x' } : { body: { ok: request.url.slice(-1) } };
    const run = (onError?: 'continueRegularOutput' | 'continueErrorOutput') =>
      call({ url: `=${url}/{{ $json.n }}` }, { items: [{ n: 1 }, { n: 2 }, { n: 3 }], host: { http }, onError });
    expect((await run()).error).toMatchObject({ itemIndex: 1, httpCode: '500' });
    const regular = await run('continueRegularOutput');
    expect(regular.json.map((json) => json.ok ?? 'failed')).toEqual(['1', 'failed', '3']);
    const { outputs } = await run('continueErrorOutput');
    expect(outputs.map((items) => items?.map((item) => item.pairedItem))).toEqual([[0, 2], [1]]);
  });
});
