import type { HttpRequest } from '@millrace/engine/node-api';
import { createFakeHost, type FakeHostOptions, type RunNodeOptions, runNode } from '@millrace/engine/testing';
import { describe, expect, it } from 'vitest';
import { httpRequest } from './http-request.node.ts';

const url = 'https://api.example/items';
const pairs = (...parameters: Record<string, unknown>[]) => ({ parameters });
const call = (parameters: Record<string, unknown>, more: RunNodeOptions = {}) =>
  runNode(httpRequest, { parameters: { url, ...parameters } as never, host: { http: () => ({ body: {} }) }, ...more });
const sent = async (parameters: Record<string, unknown>, more: RunNodeOptions = {}): Promise<HttpRequest> => {
  const { host, error } = await call(parameters, more);
  expect(error).toBeUndefined();
  expect(host.requests).toHaveLength(1);
  return host.requests[0]!;
};
const bodyText = ({ body }: HttpRequest) => (typeof body === 'string' ? body : new TextDecoder().decode(body));
const answering = (http: FakeHostOptions['http']) => ({ host: { http } });

describe('HTTP Request: the request', () => {
  it.each([3, 4, 4.1, 4.2, 4.3, 4.4])(
    'version %s is a GET with no body unless it says otherwise',
    async (typeVersion) => {
      const request = await sent({}, { typeVersion });
      expect(request).toMatchObject({ method: 'GET', url });
      expect(request.body).toBeUndefined();
      expect(request.headers?.accept).toContain('application/json');
    },
  );

  it('adds the query to what the address has', async () => {
    const queryParameters = pairs({ name: 'q', value: '={{ $json.word }} & more' }, { name: '', value: 'left out' });
    const parameters = { url: `${url}?a=1#part`, sendQuery: true, queryParameters };
    expect((await sent(parameters, { items: [{ word: 'tea' }] })).url).toBe(`${url}?a=1&q=tea%20%26%20more#part`);
  });

  it.each([
    [undefined, 'ids[]=1&ids[]=2'],
    ['repeat', 'ids=1&ids=2'],
    ['brackets', 'ids[]=1&ids[]=2'],
    ['indices', 'ids[0]=1&ids[1]=2'],
  ])('writes lists with %s', async (queryParameterArrays, expected) => {
    const queryParameters = pairs({ name: 'ids', value: '={{ [1, 2] }}' });
    const request = await sent({ sendQuery: true, queryParameters, options: { queryParameterArrays } });
    expect(request.url).toBe(`${url}?${expected}`);
  });

  it('takes query and headers as JSON', async () => {
    const request = await sent(
      {
        sendQuery: true,
        specifyQuery: 'json',
        jsonQuery: '{ "a": 1, "b": "x y" }',
        sendHeaders: true,
        specifyHeaders: 'json',
        jsonHeaders: '={{ { "X-Id": $json.id } }}',
      },
      { items: [{ id: 7 }] },
    );
    expect(request.url).toBe(`${url}?a=1&b=x%20y`);
    expect(request.headers).toMatchObject({ 'x-id': '7' });
  });

  it('sends headers in lower case, or as they are typed', async () => {
    const parameters = { sendHeaders: true, headerParameters: pairs({ name: 'X-Trace', value: 'yes' }) };
    expect((await sent(parameters)).headers).toMatchObject({ 'x-trace': 'yes' });
    const typed = await sent({ ...parameters, options: { lowercaseHeaders: false } });
    expect(typed.headers).toMatchObject({ 'X-Trace': 'yes' });
  });

  it('makes a JSON body of pairs, with the types that expressions give', async () => {
    const bodyParameters = pairs(
      { name: 'count', value: '={{ $json.count }}' },
      { name: 'text', value: '5' },
      { name: 'user.name', value: 'Ada' },
      { name: 'user.tags[0]', value: '={{ ["a"] }}' },
      { name: '__proto__.polluted', value: 'x' },
    );
    const parameters = { method: 'POST', sendBody: true, bodyParameters };
    const request = await sent(parameters, { items: [{ count: 3 }] });
    expect(JSON.parse(bodyText(request))).toEqual({ count: 3, text: '5', user: { name: 'Ada', tags: [['a']] } });
    expect(request.headers?.['content-type']).toBe('application/json');
    const flat = await sent(parameters, { items: [{ count: 3 }], typeVersion: 3 });
    expect(JSON.parse(bodyText(flat))).toMatchObject({ 'user.name': 'Ada' });
  });

  it('sends JSON text as it stands, and what an expression gives', async () => {
    const parameters = { method: 'POST', sendBody: true, specifyBody: 'json' };
    const text = await sent(
      { ...parameters, jsonBody: '={ "id": 12345678901234567890, "a": {{ $json.a }} }' },
      { items: [{ a: 1 }] },
    );
    expect(bodyText(text)).toBe('{ "id": 12345678901234567890, "a": 1 }');
    const object = await sent({ ...parameters, jsonBody: '={{ { list: $json.a } }}' }, { items: [{ a: [1] }] });
    expect(bodyText(object)).toBe('{"list":[1]}');
    const own = {
      sendHeaders: true,
      headerParameters: pairs({ name: 'Content-Type', value: 'application/vnd.api+json' }),
    };
    expect((await sent({ ...parameters, ...own, jsonBody: '{}' })).headers?.['content-type']).toBe(
      'application/vnd.api+json',
    );
  });

  it('encodes a form', async () => {
    const parameters = { method: 'POST', sendBody: true, contentType: 'form-urlencoded' };
    const request = await sent({ ...parameters, bodyParameters: pairs({ name: 'a b', value: 'ü&=' }) });
    expect(bodyText(request)).toBe('a+b=%C3%BC%26%3D');
    expect(request.headers?.['content-type']).toBe('application/x-www-form-urlencoded');
    const single = await sent({ ...parameters, specifyBody: 'string', body: 'x=1&y=a b' });
    expect(bodyText(single)).toBe('x=1&y=a+b');
  });

  it('sends a form with files', async () => {
    const host = createFakeHost({ http: () => ({ body: {} }) });
    const photo = await host.store(Uint8Array.of(0, 255, 10), { mimeType: 'image/png', fileName: 'p.png' });
    const request = await sent(
      {
        method: 'POST',
        sendBody: true,
        contentType: 'multipart-form-data',
        bodyParameters: pairs(
          { name: 'title', value: '={{ $json.title }}' },
          { parameterType: 'formBinaryData', name: 'file', inputDataFieldName: 'photo' },
        ),
      },
      { host, items: [{ json: { title: 'Grüße' }, binary: { photo } }] },
    );
    const contentType = request.headers?.['content-type'] ?? '';
    const form = await new Response(request.body as Uint8Array<ArrayBuffer>, {
      headers: { 'content-type': contentType },
    }).formData();
    expect(form.get('title')).toBe('Grüße');
    const file = form.get('file') as File;
    expect({ name: file.name, type: file.type, bytes: [...new Uint8Array(await file.arrayBuffer())] }).toEqual({
      name: 'p.png',
      type: 'image/png',
      bytes: [0, 255, 10],
    });
  });

  it('sends a file or raw text as the body', async () => {
    const host = createFakeHost({ http: () => ({ body: {} }) });
    const data = await host.store('bytes', { mimeType: 'application/pdf' });
    const file = { method: 'PUT', sendBody: true, contentType: 'binaryData', inputDataFieldName: 'data' };
    const asFile = await sent(file, { host, items: [{ json: {}, binary: { data } }] });
    expect(bodyText(asFile)).toBe('bytes');
    expect(asFile.headers?.['content-type']).toBe('application/pdf');
    const raw = { method: 'POST', sendBody: true, contentType: 'raw', rawContentType: 'text/xml', body: '<a/>' };
    const asText = await sent(raw);
    expect(bodyText(asText)).toBe('<a/>');
    expect(asText.headers?.['content-type']).toBe('text/xml');
  });

  it('hands the options of the transport on', async () => {
    const options = {
      timeout: '={{ 1000 * 2 }}',
      allowUnauthorizedCerts: true,
      proxy: 'http://proxy:3128',
      redirect: { redirect: { maxRedirects: 3 } },
    };
    expect(await sent({ options })).toMatchObject({
      timeout: 2000,
      allowUnauthorizedCerts: true,
      proxy: 'http://proxy:3128',
      maxRedirects: 3,
    });
    expect((await sent({ options: { redirect: { redirect: { followRedirects: false } } } })).maxRedirects).toBe(0);
    expect((await sent({})).maxRedirects).toBeUndefined();
  });

  it.each([
    [{ url: '' }, 'The URL is empty'],
    [{ url: 'example.com' }, '"example.com" is not a URL to call'],
    [{ url: 'file:///etc/passwd' }, 'is not a URL to call'],
    [{ authentication: 'genericCredentialType' }, 'Credentials are not available yet'],
    [{ sendQuery: true, specifyQuery: 'json', jsonQuery: '[1]' }, 'The JSON of the query must be a JSON object'],
    [{ sendBody: true, specifyBody: 'json', jsonBody: '{ "a": undefined }' }, 'The JSON body is not valid JSON'],
    [
      { sendBody: true, contentType: 'binaryData', inputDataFieldName: 'toString' },
      'The item has no file in "toString"',
    ],
  ])('%j is refused before anything is sent', async (parameters, message) => {
    const { error, host } = await call(parameters);
    expect(error?.message).toContain(message);
    expect(error?.itemIndex).toBe(0);
    expect(host.requests).toEqual([]);
  });
});

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
    const http = (request: HttpRequest) =>
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

describe('HTTP Request: many items', () => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));

  it('sends side by side, within bounds, and keeps the order', async () => {
    let underWay = 0;
    let most = 0;
    const http = async (request: HttpRequest) => {
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
