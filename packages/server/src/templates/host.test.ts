import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { templateHostAnswers } from '@millrace/contract';
import { describe, expect, test } from 'vitest';
import { createTestApp } from '../app.testing.ts';
import { forEachDatabase, type OpenTestDatabase, temporaryFolder } from '../db/testing.ts';

const texts = [
  { id: 101, name: 'Clean up contacts', categories: [1, 3], description: 'Finds **invoices** of customers.' },
  { id: 102, name: 'Send an invoice by mail', categories: [2], description: 'Every week.' },
  { id: 103, name: 'Überwachung', categories: [], description: 'Watches a page.' },
];

const workflow = {
  nodes: [
    { name: 'Note', type: 'core.stickyNote', position: [0, 0] },
    { name: 'A', type: 'test.set', position: [0, 0] },
    { name: 'B', type: 'test.set', position: [200, 0] },
    { name: 'C', type: 'other.thing', position: [400, 0] },
  ],
  connections: {},
};

const writeCatalog = async (): Promise<URL> => {
  const folder = await temporaryFolder();
  const write = (name: string, content: unknown) =>
    writeFile(path.join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  await mkdir(path.join(folder, 'workflows'));
  await write('categories.json', [
    { id: 1, name: 'Sales' },
    { id: 2, name: 'Finance' },
    { id: 3, name: 'Security' },
  ]);
  await write('collections.json', [
    { id: 1, name: 'First steps', description: 'Begin.', workflows: [102, 101], createdAt: '2026-01-01T00:00:00Z' },
    { id: 2, name: 'Watch', description: 'Pages.', workflows: [103], createdAt: '2026-02-01T00:00:00Z' },
  ]);
  await write('texts.de.json', {
    categories: { 1: 'Vertrieb' },
    collections: { 1: { name: 'Erste Schritte', description: 'Beginne.' } },
    templates: { 101: { name: 'Kontakte aufräumen', description: 'Findet Rechnungen.' } },
  });
  for (const { id, description, ...rest } of texts) {
    const createdAt = `2026-01-0${id - 100}T00:00:00Z`;
    await write(`workflows/${id}-one.json`, { ...rest, createdAt, workflow });
    await write(`workflows/${id}-one.md`, `${description}\n`);
    await write(`workflows/${id}-one.trial.json`, {});
  }
  return pathToFileURL(`${folder}/`);
};

const open = async (openDatabase?: OpenTestDatabase) => {
  const { app, templateViews, db } = await createTestApp({ templatesFolder: await writeCatalog(), openDatabase });
  const get = async (url: string) => {
    const response = await app.inject(`/catalog${url}`);
    return { status: response.statusCode, body: response.json(), headers: response.headers };
  };
  const find = async (query: string): Promise<number[]> => {
    const { body } = await get(`/templates/workflows?${query}`);
    return body.workflows.map(({ id }: { id: number }) => id);
  };
  return { app, db, get, find, templateViews };
};

describe('the host of the bundled templates', () => {
  test('answers in the shapes of hosts of templates, without an envelope', async () => {
    const { get } = await open();
    expect((await get('/health')).body).toEqual({ status: 'ok' });
    const { categories } = templateHostAnswers.categories.parse((await get('/templates/categories')).body);
    expect(categories).toHaveLength(3);
    const list = (await get('/templates/workflows')).body;
    expect(templateHostAnswers.workflows.parse(list)).toEqual(list);
    expect(list).toMatchObject({
      totalWorkflows: 3,
      workflows: [
        { id: 103 },
        { id: 102 },
        { id: 101, totalViews: 0, description: 'Finds **invoices** of customers.', user: { username: 'Millrace' } },
      ],
    });
    expect(list.workflows[0].nodes).toEqual([
      { name: 'test.set', displayName: 'test.set', icon: 'file:test.set' },
      { name: 'other.thing', displayName: 'thing' },
    ]);
    const detail = (await get('/templates/workflows/101')).body;
    expect(detail).toMatchObject({ workflow: { id: 101, full: true, categories: [{ id: 1 }, { id: 3 }], workflow } });
    expect((await get('/workflows/templates/101')).body).toEqual({ id: 101, name: 'Clean up contacts', workflow });
    expect((await get('/templates/collections')).body).toMatchObject({
      collections: [{ id: 2 }, { id: 1, workflows: [{ id: 102 }, { id: 101 }] }],
    });
    expect((await get('/templates/collections/1')).body).toMatchObject({
      collection: { id: 1, description: 'Begin.', workflows: [{ id: 102 }, { id: 101 }] },
    });
  });

  test('a search finds names before descriptions, whatever the case, the accents and the order of words', async () => {
    const { find } = await open();
    expect(await find('search=invoice')).toEqual([102, 101]);
    expect(await find('search=Invoices')).toEqual([102, 101]);
    expect(await find('search=MAIL%20invoice')).toEqual([102]);
    expect(await find('search=uberwachung')).toEqual([103]);
    expect(await find('search=sales')).toEqual([101]);
    expect(await find('search=thing')).toEqual([103, 102, 101]);
    expect(await find('search=zzzz')).toEqual([]);
    expect(await find('search=invioce')).toEqual([102, 101]);
    expect(await find('search=contcts')).toEqual([101]);
    expect(await find('search=bill')).toEqual([102, 101]);
    expect(await find('search=%20')).toEqual([103, 102, 101]);
  });

  test('in another language texts are in that language where they are, and a search finds both', async () => {
    const { find, get } = await open();
    expect((await get('/templates/categories?language=de')).body.categories[0]).toEqual({ id: 1, name: 'Vertrieb' });
    expect((await get('/templates/collections/1?language=de')).body.collection).toMatchObject({
      name: 'Erste Schritte',
      description: 'Beginne.',
      workflows: [{ name: 'Send an invoice by mail' }, { name: 'Kontakte aufräumen' }],
    });
    expect((await get('/templates/collections?language=de')).body.collections[1].name).toBe('Erste Schritte');
    expect((await get('/templates/workflows?language=de&category=1')).body.workflows).toMatchObject([
      { name: 'Kontakte aufräumen', description: 'Findet Rechnungen.' },
    ]);
    expect((await get('/templates/workflows/101?language=de')).body.workflow).toMatchObject({
      name: 'Kontakte aufräumen',
      description: 'Finds **invoices** of customers.',
      categories: [{ name: 'Vertrieb' }, { name: 'Security' }],
    });
    expect((await get('/workflows/templates/101?language=de')).body.name).toBe('Kontakte aufräumen');
    expect(await find('language=de&search=kontakte')).toEqual([101]);
    expect(await find('language=de&search=contacts')).toEqual([101]);
    expect(await find('language=xx&search=kontakte')).toEqual([]);
  });

  test('categories are ids, of which a template needs one', async () => {
    const { find, get } = await open();
    expect(await find('category=1')).toEqual([101]);
    expect(await find('category=1,2')).toEqual([102, 101]);
    expect(await find('category=99')).toEqual([]);
    expect(await find('category=')).toHaveLength(3);
    expect(await find('category=1,2&search=invoice')).toEqual([102, 101]);
    expect((await get('/templates/collections?category=2')).body.collections).toMatchObject([{ id: 1 }]);
    expect((await get('/templates/collections?search=watch')).body.collections).toMatchObject([{ id: 2 }]);
  });

  test('pages have the number of all', async () => {
    const { find, get } = await open();
    expect(await find('skip=1&rows=1')).toEqual([102]);
    expect(await find('skip=5&rows=1')).toEqual([]);
    expect((await get('/templates/workflows?skip=2&rows=10')).body).toMatchObject({ totalWorkflows: 3 });
  });

  test.each([
    '/templates/workflows?rows=0',
    '/templates/workflows?rows=101',
    '/templates/workflows?skip=-1',
    '/templates/workflows?skip=x',
    '/templates/workflows?category=a',
    '/templates/workflows?category=1,,2',
    '/templates/workflows?rows=1&rows=2',
    `/templates/workflows?search=${'x'.repeat(201)}`,
    '/templates/workflows/abc',
    '/workflows/templates/-1',
  ])('%s is refused', async (url) => {
    const { get } = await open();
    expect(await get(url)).toMatchObject({ status: 400, body: { error: 'badRequest' } });
  });

  test.each([
    ['/templates/workflows/9', 'templateNotFound'],
    ['/workflows/templates/9', 'templateNotFound'],
    ['/templates/collections/9', 'templateCollectionNotFound'],
    ['/templates/other', 'notFound'],
    ['/', 'notFound'],
  ])('%s is not there', async (url, error) => {
    const { get } = await open();
    expect(await get(url)).toMatchObject({ status: 404, body: { error } });
  });

  test('pages of other instances may read it, and say which version they are', async () => {
    const { app, get } = await open();
    const open_ = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };
    expect((await get('/health')).headers).toMatchObject(open_);
    expect((await get('/templates/workflows/9')).headers).toMatchObject(open_);
    const preflight = await app.inject({
      method: 'OPTIONS',
      url: '/catalog/templates/workflows',
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'x-instance-version',
      },
    });
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers).toMatchObject({ ...open_, 'access-control-allow-headers': '*' });
    expect((await app.inject({ method: 'POST', url: '/catalog/templates/workflows' })).statusCode).toBe(404);
  });

  test('who has an answer already is told so', async () => {
    const { app, get } = await open();
    const { headers } = await get('/templates/workflows');
    const again = { url: '/catalog/templates/workflows', headers: { 'if-none-match': `${headers.etag}` } };
    expect(await app.inject(again)).toMatchObject({ statusCode: 304, body: '' });
  });

  test('templates that cannot be read are tried again', async () => {
    const folder = pathToFileURL(`${await temporaryFolder()}/none/`);
    const { app } = await createTestApp({ templatesFolder: folder });
    expect((await app.inject('/catalog/templates/workflows')).statusCode).toBe(500);
    expect((await app.inject('/catalog/health')).statusCode).toBe(200);
    const { rename } = await import('node:fs/promises');
    await rename(await writeCatalog(), folder);
    expect((await app.inject('/catalog/templates/workflows')).statusCode).toBe(200);
  });
});

forEachDatabase('views of templates', (openDatabase) => {
  test('count whoever opens one, and nobody who lists or imports', async () => {
    const { get, templateViews, app, db } = await open(openDatabase);
    const viewsOf = async (id: number) => {
      await templateViews.settled();
      const { body } = await get('/templates/workflows?rows=100');
      return body.workflows.find((one: { id: number }) => one.id === id).totalViews;
    };
    await Promise.all([
      get('/templates/workflows/101'),
      get('/templates/workflows/101'),
      get('/templates/workflows/102'),
    ]);
    await app.inject({ method: 'HEAD', url: '/catalog/templates/workflows/101' });
    await get('/workflows/templates/101');
    expect(await viewsOf(101)).toBe(2);
    await get('/templates/workflows/101');
    expect(await viewsOf(101)).toBe(3);
    expect(await viewsOf(103)).toBe(0);
    expect((await get('/templates/workflows/101')).body.workflow.totalViews).toBe(3);
    await db.updateTable('template_views').set({ views: 12_345 }).where('template_id', '=', 102).execute();
    expect(await viewsOf(102)).toBe(12_345);
  });
});
