import { firstSavedTemplate } from '@millrace/contract';
import { expect, test } from 'vitest';
import { createTestApp } from '../../app.testing.ts';
import { forEachDatabase, type OpenTestDatabase } from '../../db/testing.ts';
import { addMember, createBrowser, setUpOwner } from '../../users/accounts.testing.ts';

const workflow = {
  nodes: [
    { name: 'Note', type: 'core.stickyNote', position: [0, 0], parameters: { content: 'Set the address.' } },
    {
      name: 'Call',
      type: 'test.set',
      position: [200, 0],
      webhookId: 'w',
      credentials: { httpHeaderAuth: { id: '1', name: 'Mine' } },
      parameters: { url: 'https://example.com' },
    },
  ],
  connections: {},
  settings: { timezone: 'Europe/Berlin', errorWorkflow: '7' },
  pinData: { Call: [{ json: { private: true } }] },
  staticData: { last: 5 },
};
const about = { name: 'Ask the stock', description: 'How **many** there are.', categories: [{ id: 80, name: 'Data' }] };

const open = async (openDatabase: OpenTestDatabase) => {
  const { app, templateViews, db } = await createTestApp({ openDatabase });
  const call = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) => {
    const response = await app.inject({ method, url: `/rest/templates${path}`, payload });
    return { status: response.statusCode, body: response.json() };
  };
  const save = async (more: object = {}) => (await call('POST', '', { ...about, workflow, ...more })).body.data;
  return { app, call, save, templateViews, db };
};

forEachDatabase('templates that are saved', (openDatabase) => {
  test('hold the workflow without what is for nobody else, in the shapes of a host', async () => {
    const { call, save } = await open(openDatabase);
    const { template, removed } = await save();
    expect(removed).toEqual([]);
    const { nodes, connections } = workflow;
    const [note, { credentials: _, webhookId: __, ...node }] = nodes as [object, Record<string, unknown>];
    const graph = { nodes: [{ ...note }, node], connections, settings: { timezone: 'Europe/Berlin' } };
    expect(template).toMatchObject({ id: firstSavedTemplate + 1, ...about, totalViews: 0, workflow: graph });
    expect(template.workflow).toEqual(graph);
    expect(template.nodes).toEqual([{ name: 'test.set', displayName: 'test.set', icon: 'file:test.set' }]);
    expect((await call('GET', `/${template.id}/workflow`)).body.data).toEqual({
      id: template.id,
      name: about.name,
      workflow: graph,
    });
  });

  test('know categories by their ids: names are those that the host has, and kept where it knows none', async () => {
    const { call, save } = await open(openDatabase);
    const categories = [
      { id: 8, name: 'Daten und Berichte' },
      { id: 80, name: 'Of another host' },
    ];
    const { template } = await save({ categories });
    const told = [
      { id: 8, name: 'Data and reporting' },
      { id: 80, name: 'Of another host' },
    ];
    expect(template.categories).toEqual(told);
    expect((await call('GET', '?search=reporting')).body.data.workflows).toMatchObject([{ categories: told }]);
  });

  test('are listed, searched, changed and deleted', async () => {
    const { call, save, templateViews } = await open(openDatabase);
    expect((await call('GET', '')).body.data).toEqual({ totalWorkflows: 0, workflows: [] });
    const { template: first } = await save();
    const { template: second } = await save({ name: 'Tell the shop', categories: [], description: '' });
    const ids = async (query: string) =>
      (await call('GET', `?${query}`)).body.data.workflows.map(({ id }: { id: number }) => id);
    expect(await ids('')).toEqual([second.id, first.id]);
    expect(await ids('rows=1&skip=1')).toEqual([first.id]);
    expect(await ids('search=STOCKS')).toEqual([first.id]);
    expect(await ids('category=80,9')).toEqual([first.id]);
    expect((await call('GET', '?category=80')).body.data.workflows[0]).not.toHaveProperty('workflow');

    await call('GET', `/${first.id}`);
    await templateViews.settled();
    const change = { name: 'Ask for stocks', workflow: { nodes: [], connections: {} } };
    const changed = (await call('PATCH', `/${first.id}`, change)).body.data.template;
    expect(changed).toMatchObject({ ...about, ...change, nodes: [], totalViews: 1 });

    expect((await call('DELETE', `/${first.id}`)).body).toEqual({ data: true });
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/workflow'],
      ['PATCH', ''],
      ['DELETE', ''],
    ] as const)
      expect(await call(method, `/${first.id}${path}`, method === 'PATCH' ? {} : undefined)).toMatchObject({
        status: 404,
        body: { error: 'templateNotFound' },
      });
    expect(await call('GET', '/101')).toMatchObject({ status: 400 });
  });

  test('name who has saved them, and are for everyone who is signed in', async () => {
    const { app } = await open(openDatabase);
    const { browser } = await setUpOwner(app);
    const { data } = (await browser.post('/templates', { ...about, workflow })).body;
    expect(data.template.user).toEqual({ username: 'Olga Owner' });
    const { browser: member } = await addMember(app, browser, 'mia@example.com');
    expect((await member.get('/templates')).body.data.workflows).toMatchObject([{ id: data.template.id }]);
    expect((await member.get(`/templates/${data.template.id}/workflow`)).status).toBe(200);
    expect((await member.post('/templates', { ...about, workflow })).status).toBe(403);
    expect((await createBrowser(app).get('/templates')).status).toBe(401);
  });

  test.each([
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(129) }],
    ['description', { description: 'x'.repeat(20_001) }],
    ['categories', { categories: Array.from({ length: 6 }, (_, id) => ({ id, name: 'x' })) }],
    ['workflow', { workflow: { nodes: [] } }],
  ])('need a sound %s', async (_, more) => {
    const { call } = await open(openDatabase);
    expect(await call('POST', '', { ...about, workflow, ...more })).toMatchObject({ status: 400 });
  });
});
