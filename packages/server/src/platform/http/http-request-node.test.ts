/** The HTTP Request node on the real layers: sockets on loopback, files on disk. */

import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNodeTypeRegistry, type RunOutcome, runWorkflow } from '@millrace/engine';
import { createHttpResponse } from '@millrace/engine/node-api';
import { loadNodeTypes } from '@millrace/nodes';
import { afterEach, expect, it } from 'vitest';
import { openBody } from '../../executions/outbound/request-body.ts';
import { createBinaryStore } from '../binary/index.ts';
import { createFileServices } from '../files/index.ts';
import { createHttpClient } from './client.ts';
import type { ClientRequest } from './exchange.ts';

const noPieces = { onTaken: () => {}, onPieces: () => {} };
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const run = async (nodes: [name: string, type: string, parameters: Record<string, unknown>][]): Promise<RunOutcome> => {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-node-'));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  const binary = createBinaryStore(folder);
  const http = createHttpClient({ allowPrivateNetworks: true });
  closers.push(http.close);
  return runWorkflow({
    workflow: {
      id: '1',
      name: 'Test',
      active: false,
      nodes: nodes.map(([name, type, parameters], index) => ({
        name,
        type,
        parameters: parameters as never,
        position: [index * 100, 0],
        ...(type === 'core.httpRequest' && { typeVersion: 4.2 }),
      })),
      connections: Object.fromEntries(
        nodes.slice(1).map(([name], index) => [nodes[index]![0], { main: [[{ node: name, type: 'main', index: 0 }]] }]),
      ),
    },
    executionId: '1',
    mode: 'manual',
    start: { kind: 'trigger', payload: { kind: 'manual' } },
    nodeTypes: createNodeTypeRegistry(await loadNodeTypes(['core.manualTrigger', 'core.httpRequest'])),
    host: {
      now: Date.now,
      random: Math.random,
      sleep: async () => {},
      files: createFileServices({ open: [], closed: [] }),
      http: async (request) => {
        const { body: sent } = request;
        const isStored = typeof sent === 'object' && ('file' in sent || 'parts' in sent);
        const store = async () => binary;
        const opened = isStored ? await openBody(sent, Buffer.alloc(0), { store, ...noPieces }) : sent;
        const { body, ...head } = await http({ ...request, body: opened } as ClientRequest);
        return createHttpResponse(head, body);
      },
      reach: ({ host, port }) => http.reach(host, port),
      binary: {
        write: (bytes, about) => binary.write('1', bytes, about),
        read: (data) => binary.read(data),
        open: (data) => binary.stream(data),
      },
    },
    timezone: 'UTC',
    signal: new AbortController().signal,
  });
};

it('downloads a file and sends it on in a form', async () => {
  const image = Uint8Array.from({ length: 300_000 }, (_, index) => index % 251);
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'image/png' }).end(image);
      return;
    }
    const body = Buffer.concat(await request.toArray());
    const form = await new Response(body, {
      headers: { 'content-type': request.headers['content-type'] ?? '' },
    }).formData();
    const file = form.get('upload') as File;
    const isSame = Buffer.from(await file.arrayBuffer()).equals(image);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ name: file.name, type: file.type, isSame, note: form.get('note') }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const outcome = await run([
    ['Start', 'core.manualTrigger', {}],
    ['Download', 'core.httpRequest', { url: `${url}/pictures/cat.png` }],
    [
      'Upload',
      'core.httpRequest',
      {
        url,
        method: 'POST',
        sendBody: true,
        contentType: 'multipart-form-data',
        bodyParameters: {
          parameters: [
            { parameterType: 'formBinaryData', name: 'upload', inputDataFieldName: 'data' },
            { name: 'note', value: '={{ $binary.data.fileName }}' },
          ],
        },
      },
    ],
  ]);
  expect(outcome.error).toBeUndefined();
  expect(outcome.lastItems.map((item) => item.json)).toEqual([
    { name: 'cat.png', type: 'image/png', isSame: true, note: 'cat.png' },
  ]);
});

it('names what cannot be reached, without the secrets in its address', async () => {
  const outcome = await run([
    ['Start', 'core.manualTrigger', {}],
    ['Call', 'core.httpRequest', { url: 'http://169.254.169.254/latest?token=abcdef' }],
  ]);
  expect(outcome.error).toMatchObject({
    message: 'Requests to 169.254.169.254 are not allowed',
    node: 'Call',
    itemIndex: 0,
    context: { code: 'refusedAddress', request: { url: 'http://169.254.169.254/latest?token=***' } },
  });
});
