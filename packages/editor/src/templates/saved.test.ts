import { firstSavedTemplate } from '@millrace/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../api/queries.ts';
import { fakeServer } from '../api/server-for-test.ts';
import { templateQuery, workflowsQuery } from './queries.ts';
import { isSaved, savedCategory, withSavedCategory } from './saved.ts';

const host = 'https://templates.example';
const settings = { data: { versionCli: '1.2.3', templates: { enabled: true, host } } };
const list = `GET ${host}/templates/workflows`;
const listing = (id: number) => ({ id, name: `T${id}`, createdAt: '2026-01-01T00:00:00Z', nodes: [] });
const own = listing(firstSavedTemplate + 1);
const saved = { data: { totalWorkflows: 1, workflows: [own] } };

const pageOf = (path: string, total: number) => {
  const query = new URL(path).searchParams;
  const [skip, rows] = [Number(query.get('skip')), Number(query.get('rows'))];
  const ids = Array.from({ length: total }, (_, index) => index + 1).slice(skip, skip + rows);
  return { body: { totalWorkflows: total, workflows: ids.map(listing) } };
};

beforeEach(() => queryClient.clear());
afterEach(() => vi.unstubAllGlobals());

test('what is saved here comes before what the host has, once, and counts', async () => {
  fakeServer({ 'GET /settings': settings, 'GET /templates': saved, [list]: ({ path }) => pageOf(path, 23) });
  const { pages } = await queryClient.fetchInfiniteQuery({
    ...workflowsQuery({ search: '', categories: [] }),
    pages: 9,
  });
  expect(pages.map(({ workflows }) => workflows.length)).toEqual([11, 10, 3]);
  expect(pages[0]?.workflows[0]).toEqual(own);
  expect(pages.map(({ totalWorkflows }) => totalWorkflows)).toEqual([24, 24, 24]);
});

test('the category of saved ones alone asks no host', async () => {
  const server = fakeServer({ 'GET /settings': settings, 'GET /templates': saved });
  const { pages } = await queryClient.fetchInfiniteQuery(workflowsQuery({ search: '', categories: [savedCategory] }));
  expect(pages.map(({ workflows }) => workflows)).toEqual([[own]]);
  expect(server.callsTo(list)).toEqual([]);
});

test('beside other categories it means all that are saved', async () => {
  const server = fakeServer({
    'GET /settings': settings,
    'GET /templates': saved,
    [list]: ({ path }) => pageOf(path, 1),
  });
  await queryClient.fetchInfiniteQuery(workflowsQuery({ search: 'a', categories: [savedCategory, 8] }));
  expect(server.callsTo('GET /templates')[0]?.path).toMatch(/search=a&category=&rows=100$/);
  expect(server.callsTo(list)[0]?.path).toMatch(/category=8$/);
});

test('where they cannot be read, those of the host are there all the same', async () => {
  fakeServer({
    'GET /settings': settings,
    'GET /templates': { status: 500, body: { message: 'no' } },
    [list]: ({ path }) => pageOf(path, 1),
  });
  const { pages } = await queryClient.fetchInfiniteQuery(workflowsQuery({ search: '', categories: [] }));
  expect(pages[0]?.workflows).toHaveLength(1);
});

test('one that is not there any more is missing as one of a host is', async () => {
  fakeServer({ 'GET /settings': settings, [`GET /templates/${own.id}`]: { status: 404, body: { message: 'gone' } } });
  await expect(queryClient.fetchQuery(templateQuery(String(own.id)))).rejects.toMatchObject({
    name: 'TemplateHostError',
    status: 404,
  });
});

test('their category stands first where there are some', () => {
  const others = [{ id: 1, name: 'Sales' }];
  expect(withSavedCategory(others, [])).toEqual(others);
  expect(withSavedCategory(others, [own])?.map(({ id }) => id)).toEqual([savedCategory, 1]);
  expect(withSavedCategory(undefined, [own])).toBeUndefined();
  expect(isSaved(own.id)).toBe(true);
  expect(isSaved('101')).toBe(false);
});
