import { evaluateTypeText, resolvePorts } from '@millrace/engine';
import type { WebhookRequest, WebhookSpec } from '@millrace/engine/node-api';
import { runNode, runWorkflowForTest, setUpNode, workflow } from '@millrace/engine/testing';
import { describe, expect, it } from 'vitest';
import { setNode } from '../set/set.node.ts';
import { webhook } from './webhook.node.ts';

const request: WebhookRequest = {
  method: 'POST',
  url: 'http://localhost:5680/webhook/orders/7?full=1',
  headers: { host: 'localhost:5680' },
  params: { id: '7' },
  query: { full: '1' },
  body: { total: 12 },
};

const specs = (
  parameters: Record<string, unknown>,
  { typeVersion = 2.1, webhookId }: { typeVersion?: number; webhookId?: string } = {},
) =>
  webhook.webhook!(setUpNode(webhook, { name: 'Hook', typeVersion, webhookId, parameters }).context) as WebhookSpec[];

describe('Webhook: the run', () => {
  it.each([1, 1.1, 2, 2.1])('version %s gives the call as one item', async (typeVersion) => {
    const { items, error } = await runNode(webhook, {
      typeVersion,
      parameters: { path: 'orders/:id', httpMethod: 'POST' },
      payload: { kind: 'webhook', request },
      request: { mode: 'webhook' },
    });
    expect(error).toBeUndefined();
    expect(items).toEqual([
      {
        json: {
          headers: request.headers,
          params: { id: '7' },
          query: { full: '1' },
          body: { total: 12 },
          webhookUrl: 'http://localhost:5680/webhook/orders/7',
          executionMode: 'production',
        },
      },
    ]);
  });

  it('says that a call by hand is a test, and passes files on', async () => {
    const file = { id: 'shared/x', mimeType: 'image/png', fileName: 'a.png' };
    const { items } = await runNode(webhook, {
      parameters: { path: 'a' },
      payload: { kind: 'webhook', request: { ...request, binary: { photo: file } } },
    });
    expect(items[0]?.json.executionMode).toBe('test');
    expect(items[0]?.binary).toEqual({ photo: file });
  });

  it('has an output for each of several methods', async () => {
    const { outputs } = await runNode(webhook, {
      parameters: { path: 'a', multipleMethods: true, httpMethod: ['GET', 'POST', 'PUT'] },
      payload: { kind: 'webhook', request },
    });
    expect(outputs.map((items) => items?.length ?? 0)).toEqual([0, 1, 0]);
  });

  it('never evaluates what a caller sends', async () => {
    const { json } = await runNode(webhook, {
      parameters: { path: 'a' },
      payload: { kind: 'webhook', request: { ...request, body: { text: '={{ 7 * 7 }}' } } },
    });
    expect(json[0]?.body).toEqual({ text: '={{ 7 * 7 }}' });
  });

  it('cannot be started by a click alone', async () => {
    const { error } = await runNode(webhook, { parameters: { path: 'a' } });
    expect(error?.message).toBe('A webhook starts with a call of its address');
  });

  it('hands on what a caller sends through any number of nodes, without evaluating any of it', async () => {
    const text = '={{ 7 * 7 }}';
    const sent = { text, [text]: text, nested: [{ text, deep: { inner: '{{ 7 * 7 }}' } }] };
    const reading = {
      copy: '={{ $json.body }}',
      again: '={{ $json.body.nested[0].text }}',
      name: '={{ $prevNode.name }}',
    };
    const assignments = Object.entries(reading).map(([name, value]) => ({
      name,
      value,
      type: name === 'copy' ? 'object' : 'string',
    }));
    const copying = (values: unknown) => ({
      typeVersion: 3.4,
      parameters: { assignments: { assignments: values } } as never,
    });
    const flow = workflow()
      .node(text, webhook, { parameters: { path: 'a' } })
      .node('Read', setNode, copying(assignments))
      .node('Read again', setNode, copying([{ name: 'all', value: `={{ $('Read').first().json }}`, type: 'object' }]))
      .wire(`${text} > Read > Read again`);
    const run = await runWorkflowForTest(flow, {
      start: { kind: 'trigger', payload: { kind: 'webhook', request: { ...request, body: sent } } },
    });
    expect(run.error).toBeUndefined();
    expect(run.lastItems[0]?.json.all).toEqual({ copy: sent, again: text, name: text });
  });
});

describe('Webhook: what is served', () => {
  it('is a GET that is answered at once, if nothing else is said', () => {
    expect(specs({ path: '/orders/' })).toEqual([{ method: 'GET', path: 'orders', responseMode: 'onReceived' }]);
  });

  it('is one address a method', () => {
    const served = specs({ path: 'a', multipleMethods: true, httpMethod: ['GET', 'POST'] });
    expect(served.map(({ method }) => method)).toEqual(['GET', 'POST']);
    expect(specs({ path: 'a', multipleMethods: true }).map(({ method }) => method)).toEqual(['GET', 'POST']);
  });

  it('is the node’s own id where the path is empty', () => {
    const webhookId = '0b0c7b5e';
    expect(specs({ path: 'orders' }, { webhookId })[0]?.path).toBe('orders');
    expect(specs({ path: '' }, { webhookId })[0]?.path).toBe('0b0c7b5e');
  });

  it('answers with what the last node gives, as the options say', () => {
    const options = {
      responsePropertyName: 'answer.text',
      responseContentType: 'application/xml',
      responseCode: { values: { responseCode: 'customCode', customCode: 418 } },
      responseHeaders: { entries: [{ name: 'X-Kind', value: 'tea' }] },
    };
    expect(specs({ path: 'a', responseMode: 'lastNode', options })).toEqual([
      {
        method: 'GET',
        path: 'a',
        responseMode: 'lastNode',
        responseData: 'firstEntryJson',
        responsePropertyName: 'answer.text',
        responseCode: 418,
        responseHeaders: { 'x-kind': 'tea', 'content-type': 'application/xml' },
      },
    ]);
    expect(specs({ path: 'a', responseMode: 'lastNode', responseData: 'firstEntryBinary' })[0]).toMatchObject({
      responseData: 'firstEntryBinary',
      responseBinaryPropertyName: 'data',
    });
  });

  it('reads the status where version 1 has it', () => {
    expect(specs({ path: 'a', responseCode: 202 }, { typeVersion: 1 })[0]?.responseCode).toBe(202);
    expect(specs({ path: 'a' }, { typeVersion: 1.1 })[0]?.responseCode).toBe(200);
    expect(specs({ path: 'a', responseMode: 'responseNode' }, { typeVersion: 1 })[0]?.responseCode).toBeUndefined();
    const options = { responseCode: { values: { responseCode: 201 } } };
    expect(specs({ path: 'a', options })[0]?.responseCode).toBe(201);
  });

  it('takes over the options of the call', () => {
    const options = {
      rawBody: true,
      ignoreBots: true,
      ipWhitelist: '10.0.0.0/8',
      allowedOrigins: 'https://a.example',
      binaryPropertyName: 'upload',
      responseData: 'thanks',
    };
    expect(specs({ path: 'a', options })[0]).toMatchObject({
      rawBody: true,
      ignoreBots: true,
      ipAllowList: '10.0.0.0/8',
      allowedOrigins: 'https://a.example',
      binaryPropertyName: 'upload',
      responseText: 'thanks',
    });
    expect(specs({ path: 'a', options: { noResponseBody: true } })[0]?.responseText).toBe('');
    const v1 = { typeVersion: 1 };
    expect(specs({ path: 'a', options: { binaryData: true } }, v1)[0]?.binaryPropertyName).toBe('data');
    expect(specs({ path: 'a', options: { binaryPropertyName: 'x' } }, v1)[0]?.binaryPropertyName).toBeUndefined();
  });

  it.each([
    ['basicAuth', 'httpBasicAuth'],
    ['headerAuth', 'httpHeaderAuth'],
    ['jwtAuth', 'jwtAuth'],
  ])('callers are asked for the credential of %s', (authentication, type) => {
    expect(specs({ path: 'a', authentication })[0]).toMatchObject({ authentication: type });
  });

  it('no other authentication is taken for none', () => {
    expect(() => specs({ path: 'a', authentication: 'toString' })).toThrow('cannot be asked for "toString"');
  });

  it.each([
    [{ path: '' }, 'There is no path'],
    [{ path: 'a/../b' }, '"a/../b" cannot be the path of an address'],
    [{ path: 'a//b' }, '"a//b" cannot be the path of an address'],
    [{ path: 'a?b' }, '"a?b" cannot be the path of an address'],
    [{ path: 'a#b' }, '"a#b" cannot be the path of an address'],
    [{ path: 'a\0b' }, '"a\\u0000b" cannot be the path of an address'],
    [{ path: 'a', responseMode: 'constructor' }, 'cannot respond in the mode "constructor"'],
    [{ path: 'a', multipleMethods: true, httpMethod: [] }, 'needs at least one method'],
    [{ path: 'a', options: { responseHeaders: { entries: [{ name: 'X', value: 'a\r\nb: c' }] } } }, 'line break'],
    [
      { path: 'a', options: { responseHeaders: { entries: [{ name: 'X Y', value: 'a' }] } } },
      'not a valid header name',
    ],
    [
      { path: 'a', options: { responseCode: { values: { responseCode: 'customCode', customCode: 42 } } } },
      '42 is not a status',
    ],
  ])('%j is refused', (parameters, message) => {
    expect(() => specs(parameters)).toThrow(message);
  });

  it('a bad path is said to be that of its field', () => {
    expect(() => specs({ path: 'a//b' })).toThrow(expect.objectContaining({ context: { parameter: 'path' } }));
  });
});

describe('Webhook: what the editor shows', () => {
  it.each([
    ['orders', 'orders'],
    ['orders/:id', 'orders/:id'],
    ['/orders/', 'orders'],
    ['', '0b0c7b5e'],
  ])('is the address that is served for %j', (path, served) => {
    expect(specs({ path }, { webhookId: '0b0c7b5e' })[0]?.path).toBe(served);
  });

  it('is an output for each method', () => {
    const parameters = { multipleMethods: true, httpMethod: ['GET', 'PUT'] };
    const ports = (given: Record<string, unknown>) =>
      resolvePorts(webhook, { name: 'Hook', typeVersion: 2, parameters: given as never }, evaluateTypeText).outputs;
    expect(ports(parameters).map(({ displayName }) => displayName)).toEqual(['GET', 'PUT']);
    expect(ports({})).toHaveLength(1);
  });
});
