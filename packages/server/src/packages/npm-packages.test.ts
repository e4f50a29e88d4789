import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { namedSchemas } from '@millrace/contract';
import type { HostRequest } from '@millrace/engine/node-api';
import { runNode } from '@millrace/engine/testing';
import { openLibrary } from '@millrace/nodes';
import { openPackage } from '@millrace/nodes/packages';
import { expect, test, vi } from 'vitest';
import { createSignedRequests } from '../credentials/signed-requests.testing.ts';
import { temporaryFolder } from '../db/testing.ts';
import { serve } from '../platform/http/http.testing.ts';
import { describeLibrary } from './describing/describe.ts';

vi.setConfig({ testTimeout: 60_000 });

/** Packages from a registry, unchanged as they were published, against servers that behave like those that they are for. */

const fromNodes = createRequire(new URL('../../../nodes/package.json', import.meta.url));
const folderOf = (name: string): string => path.dirname(fromNodes.resolve(`${name}/package.json`));

const firecrawl = '@mendable/n8n-nodes-firecrawl';
const evolution = 'n8n-nodes-evolution-api';
const datastore = 'n8n-nodes-datastore';
const mcp = 'n8n-nodes-mcp';

const typesOf = { [firecrawl]: 'firecrawl', [evolution]: 'evolutionApi', [datastore]: 'datastore', [mcp]: 'mcpClient' };

/** Runs its node, with requests that a real outbound process makes and signs. */
const run = async (name: string, parameters: object, credentials: Record<string, object> = {}) => {
  const { nodeFiles, credentialFiles, loadNodes, loadCredential } = openPackage(folderOf(name));
  const [definition] = nodeFiles.flatMap(loadNodes);
  const { request, read } = createSignedRequests(
    Object.entries(credentials).map(([type, data]) => ({ type, data: data as never })),
    { definitions: credentialFiles.map(loadCredential) },
  );
  const read_ = await Promise.all(Object.keys(credentials).map(async (type) => [type, await read(type, 'Database')]));
  return runNode(definition!, {
    parameters: parameters as never,
    credentials: Object.fromEntries(Object.keys(credentials).map((type) => [type, { id: '1', name: 'Mine' }])),
    host: {
      credentials: Object.fromEntries(read_),
      http: ({ credential: use, body, streamed: _, ...what }: HostRequest) =>
        request({ ...what, body: body as string }, { type: use?.type }),
    },
  });
};

test.each(Object.entries(typesOf))('%s is described, with its picture, as the API gives it', async (name, type) => {
  const catalogue = await temporaryFolder();
  await describeLibrary(
    { kind: 'package', catalogue, code: folderOf(name) },
    { heapMegabytes: 256, milliseconds: 30_000 },
  );
  const { catalogue: files, iconOf } = openLibrary({ kind: 'package', catalogue, code: folderOf(name) });
  const types = JSON.parse(files.list('whole')) as object[];
  for (const described of types)
    expect(namedSchemas.NodeTypeDescription.safeParse(described).error?.issues).toBeUndefined();
  const [entry] = files.index().nodes;
  expect(entry).toMatchObject({ name: `${name}.${type}` });
  const icon = iconOf(entry!);
  // One is a letter of an icon font, which packages may name.
  if (name === datastore) expect(icon).toBeUndefined();
  else expect(readFileSync(icon!, 'utf8')).toContain('<svg');
});

test('Datastore keeps values and gives them back', async () => {
  const set = await run(datastore, {
    operation: 'set',
    keyName: 'city',
    valueDataType: 'json',
    valueJson: '{"name":"Oslo"}',
    outputForSetClear: 'status',
  });
  expect(set.json).toEqual([{ success: true, operation: 'set', key: 'city' }]);
  const get = await run(datastore, { operation: 'get', keyName: 'city' });
  expect(get.json).toEqual([{ key: 'city', value: { name: 'Oslo' }, found: true }]);
  const failed = await run(datastore, { operation: 'get', keyName: '' });
  expect(failed.error?.message).toContain('Key Name is required');
});

test('Firecrawl maps a site: its parameters make the request, and the host signs it', async () => {
  const seen: object[] = [];
  const baseUrl = await serve(async (request, response) => {
    const body = (await json(request)) as { url?: string };
    seen.push({ at: `${request.method} ${request.url}`, authorization: request.headers.authorization, body });
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ success: true, links: [{ url: `${body.url}/about` }] }));
  });
  const { error, json: given } = await run(
    firecrawl,
    { resource: 'MapSearch', operation: 'map', url: 'https://site.example', limit: 7 },
    { firecrawlApi: { baseUrl: `${baseUrl}/v2`, apiKey: 'fc-canary' } },
  );
  expect(error).toBeUndefined();
  expect(given).toEqual([{ success: true, links: [{ url: 'https://site.example/about' }] }]);
  expect(seen).toEqual([
    {
      at: 'POST /v2/map',
      authorization: 'Bearer fc-canary',
      body: expect.objectContaining({ url: 'https://site.example', limit: 7, integration: 'n8n' }),
    },
  ]);
});

test('Evolution API lists instances with the key of its credential, and tells what its server refuses', async () => {
  const baseUrl = await serve((request, response) => {
    const isRight = request.headers.apikey === 'ev-canary';
    response.writeHead(isRight ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isRight ? [{ name: 'shop', at: request.url }] : { message: 'Unauthorized' }));
  });
  const list = (apikey: string) =>
    run(
      evolution,
      { resource: 'instances-api', operation: 'fetch-instances', instanceName: 'shop' },
      { evolutionApi: { 'server-url': baseUrl, apikey } },
    );
  const { error, json: given } = await list('ev-canary');
  expect(error).toBeUndefined();
  expect(given).toEqual([
    { success: true, data: [{ name: 'shop', at: '/instance/fetchInstances?instanceName=shop' }] },
  ]);
  expect((await list('wrong')).error?.description).toContain('Unauthorized');
});

/** A server of the protocol that the package is a client of, over the library that it brings. */
const mcpServer = `
const { createRequire } = require('node:module');
const from = createRequire(process.argv[2]);
const { Server } = from('@modelcontextprotocol/sdk/server/index.js');
const { StdioServerTransport } = from('@modelcontextprotocol/sdk/server/stdio.js');
const { CallToolRequestSchema, ListToolsRequestSchema } = from('@modelcontextprotocol/sdk/types.js');
const server = new Server({ name: 'test', version: '1.0.0' }, { capabilities: { tools: {} } });
const inputSchema = { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } };
server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [{ name: 'add', description: 'Adds', inputSchema }] }));
server.setRequestHandler(CallToolRequestSchema, async ({ params }) => ({
  content: [{ type: 'text', text: String(params.arguments.a + params.arguments.b) + ' ' + process.env.UNIT }],
}));
server.connect(new StdioServerTransport());
`;

test('MCP Client starts a server, lists its tools and calls one', async () => {
  const script = path.join(await temporaryFolder(), 'server.cjs');
  writeFileSync(script, mcpServer);
  const credentials = {
    mcpClientApi: {
      command: process.execPath,
      args: `${script} ${path.join(folderOf(mcp), 'package.json')}`,
      environments: 'UNIT=apples',
    },
  };
  const listed = await run(mcp, { connectionType: 'cmd', operation: 'listTools' }, credentials);
  expect(listed.error).toBeUndefined();
  expect(JSON.stringify(listed.json)).toContain('"name":"add"');
  const called = await run(
    mcp,
    { connectionType: 'cmd', operation: 'executeTool', toolName: 'add', toolParameters: '{"a":2,"b":3}' },
    credentials,
  );
  expect(called.error).toBeUndefined();
  expect(called.json).toEqual([{ result: { content: [{ type: 'text', text: '5 apples' }] } }]);
});
