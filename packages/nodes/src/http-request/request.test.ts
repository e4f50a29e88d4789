import { createFakeHost } from '@millrace/engine/testing';
import { describe, expect, it } from 'vitest';
import { bodyText, call, pairs, sent, url } from './http-request.testing.ts';

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
