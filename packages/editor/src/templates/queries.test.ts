import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../api/queries.ts';
import { fakeServer } from '../api/server-for-test.ts';
import { categoriesQuery, templateQuery, workflowsQuery } from './queries.ts';

const host = 'https://templates.example';
const settings = { data: { versionCli: '1.2.3', templates: { enabled: true, host } } };
const list = `GET ${host}/templates/workflows`;

const listing = (id: number) => ({ id, name: `T${id}`, createdAt: '2026-01-01T00:00:00Z', nodes: [] });
/** @param path of a call */
const pageOf = (path: string, total: number) => {
  const query = new URL(path).searchParams;
  const [skip, rows] = [Number(query.get('skip')), Number(query.get('rows'))];
  const ids = Array.from({ length: total }, (_, index) => index + 1).slice(skip, skip + rows);
  return { body: { totalWorkflows: total, workflows: ids.map(listing) } };
};

beforeEach(() => queryClient.clear());
afterEach(() => vi.unstubAllGlobals());

test('a search that was made is not made again, in whatever order its categories were chosen', async () => {
  const server = fakeServer({ 'GET /settings': settings, [list]: ({ path }) => pageOf(path, 3) });
  await queryClient.fetchInfiniteQuery(workflowsQuery({ search: 'a', categories: [10, 2] }));
  await queryClient.fetchInfiniteQuery(workflowsQuery({ search: 'a', categories: [2, 10] }));
  await queryClient.fetchInfiniteQuery(workflowsQuery({ search: 'b', categories: [2, 10] }));
  expect(server.callsTo(list).map(({ path }) => path)).toEqual([
    `${host}/templates/workflows?skip=0&rows=10&search=a&category=2%2C10`,
    `${host}/templates/workflows?skip=0&rows=10&search=b&category=2%2C10`,
  ]);
});

test('ten come at a time, until as many are there as there are', async () => {
  fakeServer({ 'GET /settings': settings, [list]: ({ path }) => pageOf(path, 23) });
  const { pages } = await queryClient.fetchInfiniteQuery({
    ...workflowsQuery({ search: '', categories: [] }),
    pages: 9,
  });
  expect(pages.map(({ workflows }) => workflows.length)).toEqual([10, 10, 3]);
});

test('a host that says that there is more and gives nothing is not asked for ever', async () => {
  fakeServer({ 'GET /settings': settings, [list]: { body: { totalWorkflows: 5, workflows: [] } } });
  const { pages } = await queryClient.fetchInfiniteQuery({
    ...workflowsQuery({ search: '', categories: [] }),
    pages: 9,
  });
  expect(pages).toHaveLength(1);
});

test('the host hears the version of the instance, and not who asks', async () => {
  const server = fakeServer({
    'GET /settings': settings,
    [`GET ${host}/templates/categories`]: { body: { categories: [] } },
  });
  const fetched = vi.spyOn(globalThis, 'fetch');
  await queryClient.fetchQuery(categoriesQuery);
  const [call] = server.callsTo(`GET ${host}/templates/categories`);
  expect([...(call?.headers.entries() ?? [])]).toEqual([['x-instance-version', '1.2.3']]);
  expect(fetched.mock.lastCall?.[1]).toMatchObject({ credentials: 'omit' });
});

test.each([
  ['no answer', () => Promise.reject(new TypeError('fetch failed')), 0, 'no answer'],
  ['a refusal', () => ({ status: 503, body: 'busy' }), 503, 'status 503'],
  ['no JSON', () => ({ body: '<html>' }), 200, 'an answer that cannot be read'],
  ['another shape', () => ({ body: { workflow: { id: 'x' } } }), 200, 'an answer that cannot be read'],
])('%s of the host is a failure that says what it was', async (_, answer, status, message) => {
  fakeServer({ 'GET /settings': settings, [`GET ${host}/templates/workflows/5`]: answer });
  await expect(queryClient.fetchQuery(templateQuery('5'))).rejects.toMatchObject({ status, message });
});
