import { type RunNodeOptions, runNode } from '@millrace/engine/testing';
import { describe, expect, it } from 'vitest';
import { runService } from '../service/run-service.testing.ts';
import { localService, type Routes, reply } from '../service/service.testing.ts';
import { github } from './github.node.ts';

const origin = 'https://api.github.com';
const where = {
  owner: 'ada',
  repository: { __rl: true, mode: 'url', value: 'https://github.com/ada/engine.js/issues' },
};
const repo = '/repos/ada/engine.js';

/** A repository that gives 250 issues by pages, has one file, and knows what a pull request is. */
const routes = (): Routes => ({
  'GET /repos/:owner/:repo/issues': ({ query }: { query: URLSearchParams }) => {
    const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 30)];
    const all = Array.from({ length: 250 }, (_, index) => ({ number: index + 1 }));
    const next = page * size < 250 ? `<${origin}${repo}/issues?per_page=${size}&page=${page + 1}>; rel="next"` : '';
    const link = `<${origin}/x>; rel="first"${next && `, ${next}`}`;
    return reply(200, all.slice((page - 1) * size, page * size), { link });
  },
  [`GET ${repo}/contents/docs/a%20b.md`]: ({ headers }: { headers: Record<string, string> }) =>
    headers.accept?.includes('raw')
      ? 'LARGE'
      : { sha: 'abc', path: 'docs/a b.md', encoding: 'base64', content: Buffer.from('Hello').toString('base64') },
  [`GET ${repo}/contents/docs`]: [{ name: 'a b.md' }],
  [`GET ${repo}/contents/big.bin`]: ({ headers }: { headers: Record<string, string> }) =>
    headers.accept?.includes('raw') ? 'LARGE' : { sha: 'big', path: 'big.bin', encoding: 'none', content: '' },
  'GET /search/repositories': { total_count: 1, items: [{ name: 'engine' }] },
  'DELETE /repos/:owner/:repo/releases/:id': reply(204),
  'PUT /repos/:owner/:repo/issues/:number/lock': reply(204),
  'PUT /repos/:owner/:repo/actions/workflows/:id/:what': reply(204),
  'POST /repos/:owner/:repo/actions/workflows/:id/dispatches': reply(204),
  ...Object.fromEntries(
    [
      'POST /repos/:owner/:repo/issues',
      'POST /repos/:owner/:repo/issues/:number/comments',
      'PATCH /repos/:owner/:repo/issues/:number',
      'GET /repos/:owner/:repo/issues/:number',
      'POST /repos/:owner/:repo/releases',
      'PATCH /repos/:owner/:repo/releases/:id',
      'GET /repos/:owner/:repo/releases/:id',
      'GET /repos/:owner/:repo/releases',
      'GET /repos/:owner/:repo',
      'GET /repos/:owner/:repo/license',
      'GET /repos/:owner/:repo/community/profile',
      'GET /repos/:owner/:repo/pulls',
      'GET /repos/:owner/:repo/traffic/popular/paths',
      'GET /repos/:owner/:repo/traffic/popular/referrers',
      'POST /repos/:owner/:repo/pulls/:number/reviews',
      'GET /repos/:owner/:repo/pulls/:number/reviews',
      'GET /repos/:owner/:repo/pulls/:number/reviews/:id',
      'PUT /repos/:owner/:repo/pulls/:number/reviews/:id',
      'GET /users/:user/repos',
      'GET /orgs/:org/repos',
      'GET /issues',
      'POST /orgs/:org/invitations',
      'GET /repos/:owner/:repo/actions/workflows',
      'GET /repos/:owner/:repo/actions/workflows/:id',
      'GET /repos/:owner/:repo/actions/workflows/:id/timing',
      'PUT /repos/:owner/:repo/contents/:path',
    ].map((route) => [route, { ok: true }]),
  ),
  [`PUT ${repo}/contents/docs/a%20b.md`]: { ok: true },
  [`DELETE ${repo}/contents/docs/a%20b.md`]: { ok: true },
});

const run = (parameters: object, more: RunNodeOptions = {}, other: Routes = {}) =>
  runService(
    github,
    { origin, credential: 'githubApi', routes: { ...other, ...routes() } },
    { ...where, ...parameters },
    { typeVersion: 1.1, ...more },
  );

type Case = [resource: string, operation: string, parameters: object, line: string, body?: object];

const file = { filePath: 'docs/a b.md', commitMessage: 'Say more' };
const review = { pullRequestNumber: 3 };
const hello = Buffer.from('Hello').toString('base64');

const cases: Case[] = [
  [
    'issue',
    'create',
    { title: 'T', body: 'B', labels: [{ label: 'bug' }, { label: '' }], assignees: [] },
    `POST ${repo}/issues`,
    { title: 'T', body: 'B', labels: ['bug'] },
  ],
  ['issue', 'createComment', { issueNumber: 7, body: 'Yes' }, `POST ${repo}/issues/7/comments`, { body: 'Yes' }],
  [
    'issue',
    'edit',
    { issueNumber: 7, editFields: { state: 'closed', labels: [{ label: 'x' }] } },
    `PATCH ${repo}/issues/7`,
    { state: 'closed', labels: ['x'] },
  ],
  ['issue', 'get', { issueNumber: 7 }, `GET ${repo}/issues/7`],
  ['issue', 'lock', { issueNumber: 7 }, `PUT ${repo}/issues/7/lock`, { lock_reason: 'resolved' }],
  [
    'file',
    'create',
    { ...file, fileContent: 'Hello!' },
    `PUT ${repo}/contents/docs/a%20b.md`,
    { message: 'Say more', content: Buffer.from('Hello!').toString('base64') },
  ],
  [
    'file',
    'edit',
    {
      ...file,
      fileContent: hello,
      additionalParameters: { branch: { branch: 'dev' }, author: { name: 'A', email: 'a@b.c' } },
    },
    `PUT ${repo}/contents/docs/a%20b.md`,
    { message: 'Say more', content: hello, sha: 'abc', branch: 'dev', author: { name: 'A', email: 'a@b.c' } },
  ],
  ['file', 'delete', file, `DELETE ${repo}/contents/docs/a%20b.md`, { message: 'Say more', sha: 'abc' }],
  ['file', 'list', { filePath: 'docs' }, `GET ${repo}/contents/docs`],
  [
    'release',
    'create',
    { releaseTag: 'v1', additionalFields: { draft: true, name: 'One' } },
    `POST ${repo}/releases`,
    { tag_name: 'v1', draft: true, name: 'One' },
  ],
  ['release', 'delete', { release_id: '5' }, `DELETE ${repo}/releases/5`],
  ['release', 'get', { release_id: '5' }, `GET ${repo}/releases/5`],
  ['release', 'getAll', { limit: 5 }, `GET ${repo}/releases?per_page=5`],
  [
    'release',
    'update',
    { release_id: '5', additionalFields: { tag_name: 'v2' } },
    `PATCH ${repo}/releases/5`,
    { tag_name: 'v2' },
  ],
  ['repository', 'get', {}, `GET ${repo}`],
  ['repository', 'getLicense', {}, `GET ${repo}/license`],
  ['repository', 'getProfile', {}, `GET ${repo}/community/profile`],
  [
    'repository',
    'getPullRequests',
    { limit: 1, getRepositoryPullRequestsFilters: { state: 'all' } },
    `GET ${repo}/pulls?state=all&per_page=1`,
  ],
  ['repository', 'listPopularPaths', {}, `GET ${repo}/traffic/popular/paths`],
  ['repository', 'listReferrers', {}, `GET ${repo}/traffic/popular/referrers`],
  [
    'review',
    'create',
    { ...review, event: 'requestChanges', body: 'No', additionalFields: { commitId: 'c' } },
    `POST ${repo}/pulls/3/reviews`,
    { event: 'REQUEST_CHANGES', body: 'No', commit_id: 'c' },
  ],
  ['review', 'create', { ...review, body: 'unseen' }, `POST ${repo}/pulls/3/reviews`, { event: 'APPROVE' }],
  ['review', 'get', { ...review, reviewId: '9' }, `GET ${repo}/pulls/3/reviews/9`],
  ['review', 'getAll', { ...review, limit: 2 }, `GET ${repo}/pulls/3/reviews?per_page=2`],
  [
    'review',
    'update',
    { ...review, reviewId: '9', body: 'Better' },
    `PUT ${repo}/pulls/3/reviews/9`,
    { body: 'Better' },
  ],
  ['user', 'getRepositories', { limit: 3 }, 'GET /users/ada/repos?per_page=3'],
  [
    'user',
    'getUserIssues',
    { limit: 3, getUserIssuesFilters: { since: '2026-01-01' } },
    'GET /issues?since=2026-01-01T00:00:00.000Z&per_page=3',
  ],
  ['user', 'invite', { organization: 'org', email: 'a@b.c' }, 'POST /orgs/org/invitations', { email: 'a@b.c' }],
  ['organization', 'getRepositories', { returnAll: true }, 'GET /orgs/ada/repos?per_page=100'],
  [
    'search',
    'searchRepositories',
    { query: 'stars:>1', sort: 'stars' },
    'GET /search/repositories?q=stars:>1&sort=stars&order=desc&per_page=30',
  ],
  ['workflow', 'list', {}, `GET ${repo}/actions/workflows`],
  ['workflow', 'get', { workflowId: 'ci.yml' }, `GET ${repo}/actions/workflows/ci.yml`],
  ['workflow', 'getUsage', { workflowId: '1' }, `GET ${repo}/actions/workflows/1/timing`],
  ['workflow', 'enable', { workflowId: '1' }, `PUT ${repo}/actions/workflows/1/enable`],
  ['workflow', 'disable', { workflowId: '1' }, `PUT ${repo}/actions/workflows/1/disable`],
  [
    'workflow',
    'dispatch',
    { workflowId: '1', ref: 'dev', inputs: '{"a":1}' },
    `POST ${repo}/actions/workflows/1/dispatches`,
    { ref: 'dev', inputs: { a: 1 } },
  ],
];

it.each(cases)('%s: %s', async (resource, operation, parameters, line, body) => {
  const { heard, lines, error, items } = await run({ resource, operation, ...parameters });
  expect(error).toBeUndefined();
  expect(lines.at(-1)).toBe(line);
  expect(heard.at(-1)?.body).toEqual(body);
  expect(heard.every(({ headers }) => headers['x-signed-by'] === 'githubApi')).toBe(true);
  expect(items).toHaveLength(1);
});

describe('lists', () => {
  it('go by the links that GitHub gives', async () => {
    const { json, lines } = await run({ resource: 'repository', operation: 'getIssues', returnAll: true });
    expect(json).toHaveLength(250);
    expect(lines[2]).toBe(`GET ${repo}/issues?per_page=100&page=3`);
  });

  it('end with the limit', async () => {
    expect((await run({ resource: 'repository', operation: 'getIssues', limit: 3 })).json).toHaveLength(3);
  });
});

describe('files', () => {
  const get = (parameters: object) =>
    run({ resource: 'file', operation: 'get', filePath: 'docs/a b.md', ...parameters });

  it('come as files, beside what the item has', async () => {
    const { items, host } = await get({});
    const stored = items[0]!.binary!.data!;
    expect(stored.fileName).toBe('a b.md');
    expect(new TextDecoder().decode(await host.binary.read(stored))).toBe('Hello');
  });

  it('come as what GitHub says, where the user asks for that', async () => {
    const { json } = await get({ asBinaryProperty: false, additionalParameters: { reference: 'dev' } });
    expect(json[0]).toMatchObject({ sha: 'abc' });
  });

  it('that are large are downloaded', async () => {
    const { items, host } = await get({ filePath: 'big.bin' });
    expect(new TextDecoder().decode(await host.binary.read(items[0]!.binary!.data!))).toBe('LARGE');
  });

  it('that are folders are none', async () => {
    expect((await get({ filePath: 'docs' })).error?.message).toMatch(/folder/);
  });
});

describe('limits and failures', () => {
  it('the reset of the rate limit is waited for', async () => {
    const now = Date.UTC(2026, 0, 1);
    let calls = 0;
    const service = await localService(
      origin,
      {
        'GET /repos/:owner/:repo': () =>
          ++calls === 1
            ? reply(
                403,
                { message: 'API rate limit exceeded' },
                {
                  'x-ratelimit-remaining': '0',
                  'x-ratelimit-reset': String(now / 1000 + 20),
                },
              )
            : { id: 1 },
      },
      { now, credentials: { githubApi: {} } },
    );
    const { json } = await runNode(github, {
      parameters: { ...where, resource: 'repository', operation: 'get' } as never,
      credentials: { githubApi: { id: '1', name: 'GitHub' } },
      host: service.host,
    });
    expect([json, service.host.sleeps]).toEqual([[{ id: 1 }], [20_000]]);
  });

  it('what is forbidden is not tried again', async () => {
    const { error, heard } = await run(
      { resource: 'repository', operation: 'get' },
      {},
      {
        [`GET ${repo}`]: reply(403, { message: 'Resource not accessible' }),
      },
    );
    expect(error?.message).toBe('Resource not accessible');
    expect(heard).toHaveLength(1);
  });

  it('the service says what is wrong', async () => {
    const { error } = await run(
      { operation: 'create', title: 'x' },
      {},
      {
        [`POST ${repo}/issues`]: reply(422, {
          message: 'Validation Failed',
          errors: [{ message: 'title is too short' }],
        }),
      },
    );
    expect(error).toMatchObject({ message: 'title is too short', httpCode: '422' });
  });
});

describe('Dispatch and wait for completion', () => {
  const parameters = {
    resource: 'workflow',
    operation: 'dispatchAndWait',
    workflowId: '1',
    ref: 'main',
    inputs: '{"a":1}',
  };

  it('hands its address over and waits', async () => {
    const { run: whole, heard } = await run(parameters, { request: { resumeUrl: 'https://m.example/resume/1' } });
    expect(heard[0]?.body).toEqual({ ref: 'main', inputs: { a: 1, resumeUrl: 'https://m.example/resume/1' } });
    expect(whole.status).toBe('waiting');
  });
});
