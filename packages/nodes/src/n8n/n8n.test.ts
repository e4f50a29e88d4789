import { expect, it } from 'vitest';
import { runService } from '../service/run-service.testing.ts';
import { reply } from '../service/service.testing.ts';
import { n8n } from './n8n.node.ts';

const workflow = { id: 'w1', name: 'A', nodes: [], connections: {}, settings: {}, active: true };
const routes = {
  'POST /audit': { 'Nodes Risk Report': { risk: 'nodes' } },
  'POST /credentials': { id: 'c1', name: 'Mine' },
  'DELETE /credentials/c1': { id: 'c1' },
  'GET /credentials/schema/githubApi': { type: 'object' },
  'GET /executions': { data: [{ id: 7 }], nextCursor: null },
  'GET /executions/7': { id: 7, finished: true },
  'DELETE /executions/7': { id: 7 },
  'GET /workflows': { data: [workflow], nextCursor: null },
  'POST /workflows': workflow,
  'GET /workflows/w1': workflow,
  'GET /workflows/w1/v2': { versionId: 'v2' },
  'PUT /workflows/w1': workflow,
  'DELETE /workflows/w1': workflow,
  'POST /workflows/w1/activate': { ...workflow, active: true },
  'POST /workflows/w1/deactivate': { ...workflow, active: false },
  'GET /executions/404': reply(404, { message: 'Not Found' }),
};
const service = {
  origin: 'https://flows.example',
  credential: 'n8nApi',
  data: { baseUrl: 'https://flows.example' },
  routes,
};
const byUrl = { __rl: true, mode: 'url', value: 'https://flows.example/workflow/w1' };
const byId = { __rl: true, mode: 'id', value: 'w1' };

it.each<[object, string, object?, unknown?]>([
  [{}, 'GET /workflows?limit=250', { id: 'w1' }],
  [
    { returnAll: false, limit: 5, filters: { activeWorkflows: false, tags: 'a,b', name: '' } },
    'GET /workflows?active=false&tags=a,b&limit=5',
    { id: 'w1' },
  ],
  [{ operation: 'get', workflowId: byUrl }, 'GET /workflows/w1', { name: 'A' }],
  [{ operation: 'getVersion', workflowId: byId, versionId: 'v2' }, 'GET /workflows/w1/v2', { versionId: 'v2' }],
  [{ operation: 'activate', workflowId: byId }, 'POST /workflows/w1/activate', { active: true }],
  [{ operation: 'deactivate', workflowId: byId }, 'POST /workflows/w1/deactivate', { active: false }],
  [{ operation: 'delete', workflowId: 'w1' }, 'DELETE /workflows/w1', { id: 'w1' }],
  [
    { operation: 'create', workflowObject: JSON.stringify({ ...workflow, meta: {} }) },
    'POST /workflows',
    { id: 'w1' },
    { name: 'A', nodes: [], connections: {}, settings: {} },
  ],
  [
    { operation: 'update', workflowId: byId, workflowObject: '={{ { name: "B", nodes: [], tags: [] } }}' },
    'PUT /workflows/w1',
    { id: 'w1' },
    { name: 'B', nodes: [] },
  ],
  [{ resource: 'execution' }, 'GET /executions?limit=100', { id: 7 }],
  [
    {
      resource: 'execution',
      operation: 'getAll',
      limit: 3,
      filters: { workflowId: byId, status: 'error' },
      options: { activeWorkflows: true },
    },
    'GET /executions?workflowId=w1&status=error&includeData=true&limit=3',
    { id: 7 },
  ],
  [{ resource: 'execution', operation: 'get', executionId: '7' }, 'GET /executions/7', { finished: true }],
  [{ resource: 'execution', operation: 'delete', executionId: '7' }, 'DELETE /executions/7', { id: 7 }],
  [
    { resource: 'credential', operation: 'create', name: 'Mine', credentialTypeName: 'githubApi', data: '{"a":1}' },
    'POST /credentials',
    { id: 'c1' },
    { name: 'Mine', type: 'githubApi', data: { a: 1 } },
  ],
  [{ resource: 'credential', operation: 'delete', credentialId: 'c1' }, 'DELETE /credentials/c1', { id: 'c1' }],
  [
    { resource: 'credential', operation: 'getSchema', credentialTypeName: 'githubApi' },
    'GET /credentials/schema/githubApi',
    { type: 'object' },
  ],
  [
    { resource: 'audit', operation: 'generate', additionalOptions: { categories: ['nodes'] } },
    'POST /audit',
    {},
    { additionalOptions: { categories: ['nodes'] } },
  ],
])('%j', async (parameters, line, json = {}, body = undefined) => {
  const run = await runService(n8n, service, parameters);
  expect([run.error, run.lines.at(-1)]).toEqual([undefined, line]);
  expect(run.json[0]).toMatchObject(json);
  if (body !== undefined) expect(run.heard.at(-1)?.body).toEqual(body);
});

it('says what is wrong', async () => {
  const { error } = await runService(n8n, service, { resource: 'execution', operation: 'get', executionId: '404' });
  expect(error).toMatchObject({ message: 'Not Found', httpCode: '404', itemIndex: 0 });
  const broken = await runService(n8n, service, { operation: 'create', workflowObject: '{' });
  expect(broken.error?.message).toBe('The workflow is not valid JSON');
});
