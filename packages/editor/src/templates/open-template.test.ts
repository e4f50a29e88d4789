import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../api/queries.ts';
import { fakeServer } from '../api/server-for-test.ts';
import { isDirty } from '../workflow/history.ts';
import { type Notice, onNotice } from '../workflow/notices.ts';
import { openTemplate } from './open-template.ts';

const host = 'https://templates.example';
const template = `GET ${host}/workflows/templates/7`;

const node = (name: string, more: object = {}) => ({
  id: `id of ${name}`,
  name,
  type: 'core.set',
  typeVersion: 1,
  position: [0, 0],
  parameters: {},
  ...more,
});
const workflow = {
  nodes: [node('Hook', { webhookId: 'of the template' }), node('Set')],
  connections: { Hook: { main: [[{ node: 'Set', type: 'main', index: 0 }]] } },
  pinData: { Hook: [{ json: { a: 1 } }] },
};

let notices: Notice[];
let end: () => void;
const serve = (answers: Parameters<typeof fakeServer>[0]) =>
  fakeServer({
    'GET /settings': { data: { versionCli: '1.2.3', templates: { enabled: true, host } } },
    'GET /node-types': { data: [] },
    ...answers,
  });
const open = () => openTemplate('7', new AbortController().signal);

beforeEach(() => {
  queryClient.clear();
  notices = [];
  end = onNotice((notice) => notices.push(notice));
});
afterEach(() => {
  end();
  vi.unstubAllGlobals();
});

test('a template is a new workflow of its name that is not saved, with ids of its own', async () => {
  const server = serve({
    [template]: { body: { id: 7, name: 'Greet', workflow } },
    'GET /workflows/new': { data: { name: 'Greet 2' } },
  });
  const session = await open();
  if (typeof session !== 'object') throw new Error(session);
  const { document, id, past } = session.state();
  expect(server.callsTo('GET /workflows/new')[0]?.path).toBe('/workflows/new?name=Greet');
  expect([id, document.name, isDirty(session.state()), past]).toEqual([null, 'Greet 2', true, []]);
  const nodes = Object.values(document.nodes).map(({ data }) => data);
  expect(nodes.map(({ name }) => name)).toEqual(['Hook', 'Set']);
  expect(nodes.some(({ id: own }) => own?.startsWith('id of'))).toBe(false);
  expect(nodes[0]?.webhookId).toMatch(/^[0-9a-f-]{36}$/);
  expect(Object.keys(document.wires)).toHaveLength(1);
  expect(Object.values(document.pinData)).toEqual([[{ json: { a: 1 } }]]);
  session.dispose();
});

test('without a server that knows a free name it has that of the template', async () => {
  serve({ [template]: { body: { id: 7, name: 'Greet', workflow } } });
  const session = await open();
  expect(typeof session === 'object' && session.state().document.name).toBe('Greet');
});

test.each([
  ['is not there', { status: 404, body: {} }, 'Workflow could not be found'],
  ['cannot be had', { status: 500, body: {} }, 'The template could not be loaded'],
  [
    'is no workflow',
    { body: { id: 7, name: 'A', workflow: { nodes: [], connections: {} } } },
    'The template could not be loaded',
  ],
])('a template that %s is told of', async (_, answer, title) => {
  serve({ [template]: answer });
  expect(await open()).toBe('notFound');
  expect(notices).toMatchObject([{ kind: 'error', title }]);
});
