import { type Access, api, apiScopeNames, type Endpoint, type ShareRole } from '@millrace/contract';
import { expect, test } from 'vitest';
import { createTestApp } from '../app.testing.ts';
import { forEachDatabase, type OpenTestDatabase } from '../db/testing.ts';
import { replaceShares } from '../shares/store.ts';
import { setUpOwner } from '../users/accounts.testing.ts';
import { type Method, type Route, routesOf } from './routes.testing.ts';
import type { SharedResource } from './rows.ts';

/*
 * Every address of the API and everyone who may call it, made from what is registered. What has no expectation here fails: whoever adds an endpoint
 * says here for whom it is, and what of whose it touches.
 */

/** For these nobody has to sign in. */
const forAnyone = [
  'GET /rest/login',
  'GET /rest/settings',
  'GET /rest/resolve-signup-token',
  'GET /rest/resolve-password-token',
  'GET /rest/oauth1-credential/callback',
  'GET /rest/oauth2-credential/callback',
  'GET /rest/page-pass',
  'GET /rest/node-icon/*',
  'GET /rest/credential-icon/*',
  'POST /rest/login',
  'POST /rest/logout',
  'POST /rest/owner',
  'POST /rest/owner/skip-setup',
  'POST /rest/users/:id',
  'POST /rest/forgot-password',
  'POST /rest/change-password',
];

/** These are for whoever runs the instance. */
const forOwner = [
  'GET /rest/audit-events',
  'GET /rest/prompt-answers',
  'GET /rest/prompt-answers/csv',
  'GET /rest/packages',
  'POST /rest/packages',
  'PATCH /rest/packages',
  'DELETE /rest/packages',
  'GET /rest/users',
  'POST /rest/users',
  'POST /rest/users/:id/reinvite',
  'POST /rest/users/:id/invite-link',
  'POST /rest/users/:id/password-link',
  'GET /rest/users/:id/belongings',
  'DELETE /rest/users/:id',
  'DELETE /rest/tags/:id',
  'POST /rest/templates',
  'PATCH /rest/templates/:id',
  'DELETE /rest/templates/:id',
];

/** These are for everyone who is signed in: they touch nobody's rows, only own ones, or list those that the caller may see. */
const forUsers = [
  'GET /rest/me',
  'PATCH /rest/me',
  'PATCH /rest/me/password',
  'PATCH /rest/me/settings',
  'POST /rest/me/survey',
  'GET /rest/me/sessions',
  'DELETE /rest/me/sessions/:id',
  'POST /rest/me/sign-out-everywhere',
  'GET /rest/users/names',
  'GET /rest/api-keys',
  'POST /rest/api-keys',
  'PATCH /rest/api-keys/:id',
  'DELETE /rest/api-keys/:id',
  'GET /rest/options/timezones',
  'GET /rest/version-feed',
  'GET /rest/prompts',
  'POST /rest/prompt',
  'POST /rest/value-survey',
  'POST /rest/telemetry-events',
  'GET /rest/node-types',
  'POST /rest/node-types',
  'GET /rest/node-actions',
  'GET /rest/node-texts',
  'GET /rest/node-translation-headers',
  'GET /rest/credential-types',
  'GET /rest/credential-translation',
  'GET /rest/workflows',
  'GET /rest/workflows/search',
  'GET /rest/tags',
  'POST /rest/tags',
  'PATCH /rest/tags/:id',
  'GET /rest/folders',
  'POST /rest/folders',
  'GET /rest/workflows/new',
  'GET /rest/workflows/from-url',
  'POST /rest/workflows',
  'GET /rest/drafts',
  'GET /rest/drafts/:id',
  'PUT /rest/drafts/:id',
  'DELETE /rest/drafts/:id',
  'GET /rest/active',
  'GET /rest/executions',
  'GET /rest/executions-current',
  'GET /rest/credentials',
  'GET /rest/credentials/new',
  'GET /rest/data-tables',
  'POST /rest/data-tables',
  'POST /rest/credentials',
  'POST /rest/credentials/test',
  'GET /rest/oauth1-credential/auth',
  'GET /rest/oauth2-credential/auth',
  'GET /rest/node-parameter-options',
  'POST /rest/node-parameter-options',
  'POST /rest/node-parameter-search',
  'POST /rest/node-parameter-mapping',
  'POST /rest/node-parameter-action',
  'POST /rest/node-webhooks',
  'POST /rest/node-schedule',
  'GET /rest/templates',
  'GET /rest/templates/:id',
  'GET /rest/templates/:id/workflow',
  'GET /rest/push',
  'GET /rest/openapi.json',
  'GET /rest/docs',
  'GET /rest/documentation',
  'GET /rest/documentation-images/:name',
  'GET /rest/docs/*',
  'GET /types/nodes.json',
  'GET /types/credentials.json',
];

type Person = 'ada' | 'other' | 'view' | 'use' | 'edit' | 'owner';
const people: readonly Person[] = ['ada', 'other', 'view', 'use', 'edit', 'owner'];

const graph = { nodes: [{ name: 'A', type: 'test.set', position: [0, 0] }], connections: {} };
const credential = { type: 'httpHeaderAuth', data: { name: 'X', value: 'secret' } };

type Ids = Record<'folder' | 'workflow' | 'execution' | 'running' | 'credential' | 'table' | 'column', string>;

interface RowRule {
  call: (ids: Ids) => [string, object?];
  /** Statuses of: a member with nothing, the shares, the owner of the row, the owner of the instance. */
  other: number;
  view: number;
  use: number;
  edit: number;
  ada: number;
  owner: number;
}

const rule = (call: RowRule['call'], [other, view, use, edit, ada, owner]: number[]): RowRule =>
  ({ call, other, view, use, edit, ada, owner }) as RowRule;

const firstRow = { conditions: [{ column: 'id', condition: 'eq', value: 1 }] };

const read = [404, 200, 200, 200, 200, 200];
const run = [404, 403, 200, 200, 200, 200];
const change = [404, 403, 403, 200, 200, 200];
const own = [404, 403, 403, 403, 200, 200];
const ofOwner = [404, 404, 404, 404, 200, 200];

/** These touch a row of someone: Ada's, which is shared with some. */
const ofRows: Record<string, RowRule> = {
  'GET /rest/workflows/:id': rule(({ workflow }) => [`/workflows/${workflow}`], read),
  'PATCH /rest/workflows/:id': rule(({ workflow }) => [`/workflows/${workflow}`, { name: 'X' }], change),
  'POST /rest/workflows/:id/patches': rule(
    ({ workflow }) => [
      `/workflows/${workflow}/patches`,
      { revision: 1, patches: [{ op: 'replace', path: '/name', value: 'X' }] },
    ],
    change,
  ),
  'POST /rest/workflows/move': rule(({ workflow }) => ['/workflows/move', { ids: [workflow], folderId: null }], own),
  'POST /rest/workflows/tag': rule(({ workflow }) => ['/workflows/tag', { ids: [workflow] }], change),
  // Folders are not shared.
  'PATCH /rest/folders/:id': rule(({ folder }) => [`/folders/${folder}`, { name: `X ${folder}` }], ofOwner),
  'DELETE /rest/folders/:id': rule(({ folder }) => [`/folders/${folder}`], ofOwner),
  // One that is not active has nothing to publish.
  'POST /rest/workflows/:id/publish': rule(
    ({ workflow }) => [`/workflows/${workflow}/publish`, { revision: 1 }],
    [404, 403, 403, 400, 400, 400],
  ),
  'GET /rest/workflows/:id/versions': rule(({ workflow }) => [`/workflows/${workflow}/versions`], change),
  'GET /rest/workflows/:id/versions/:revision': rule(({ workflow }) => [`/workflows/${workflow}/versions/1`], change),
  'PATCH /rest/workflows/:id/versions/:revision': rule(
    ({ workflow }) => [`/workflows/${workflow}/versions/1`, { name: 'X' }],
    change,
  ),
  'DELETE /rest/workflows/:id': rule(({ workflow }) => [`/workflows/${workflow}`], own),
  'POST /rest/workflows/run': rule(
    ({ workflow }) => ['/workflows/run', { workflowData: { ...graph, id: workflow } }],
    run,
  ),
  'GET /rest/active/error/:id': rule(({ workflow }) => [`/active/error/${workflow}`], read),
  'GET /rest/active/triggers/:id': rule(({ workflow }) => [`/active/triggers/${workflow}`], read),
  'DELETE /rest/test-webhook/:id': rule(({ workflow }) => [`/test-webhook/${workflow}`], run),
  'GET /rest/workflows/:id/shares': rule(({ workflow }) => [`/workflows/${workflow}/shares`], read),
  'PUT /rest/workflows/:id/shares': rule(({ workflow }) => [`/workflows/${workflow}/shares`, []], own),
  'GET /rest/executions/:id/nodes': rule(({ execution }) => [`/executions/${execution}/nodes`], read),
  // One that there is, without the node run that is asked for, is 404 to everyone.
  'GET /rest/executions/:id/nodes/:position/items': rule(
    ({ execution }) => [`/executions/${execution}/nodes/0/items`],
    read,
  ),
  'POST /rest/executions/:id/retry': rule(({ execution }) => [`/executions/${execution}/retry`], run),
  'POST /rest/executions-current/:id/stop': rule(({ running }) => [`/executions-current/${running}/stop`], run),
  'GET /rest/credentials/:id': rule(({ credential: id }) => [`/credentials/${id}`], read),
  'PATCH /rest/credentials/:id': rule(
    ({ credential: id }) => [`/credentials/${id}`, { name: 'X' }],
    [404, 403, 403, 200, 200, 403],
  ),
  'DELETE /rest/credentials/:id': rule(({ credential: id }) => [`/credentials/${id}`], own),
  'GET /rest/credentials/:id/uses': rule(({ credential: id }) => [`/credentials/${id}/uses`], read),
  'GET /rest/credentials/:id/shares': rule(({ credential: id }) => [`/credentials/${id}/shares`], read),
  'PUT /rest/credentials/:id/shares': rule(({ credential: id }) => [`/credentials/${id}/shares`, []], own),
  'GET /rest/data-tables/:id': rule(({ table }) => [`/data-tables/${table}`], read),
  'PATCH /rest/data-tables/:id': rule(({ table }) => [`/data-tables/${table}`, { name: `X ${table}` }], change),
  'DELETE /rest/data-tables/:id': rule(({ table }) => [`/data-tables/${table}`], own),
  'GET /rest/data-tables/:id/shares': rule(({ table }) => [`/data-tables/${table}/shares`], read),
  'PUT /rest/data-tables/:id/shares': rule(({ table }) => [`/data-tables/${table}/shares`, []], own),
  'POST /rest/data-tables/:id/columns': rule(
    ({ table }) => [`/data-tables/${table}/columns`, { name: 'b', type: 'string' }],
    change,
  ),
  'PATCH /rest/data-tables/:id/columns/:columnId': rule(
    ({ table, column }) => [`/data-tables/${table}/columns/${column}`, { name: 'b' }],
    change,
  ),
  'DELETE /rest/data-tables/:id/columns/:columnId': rule(
    ({ table, column }) => [`/data-tables/${table}/columns/${column}`],
    change,
  ),
  'GET /rest/data-tables/:id/rows': rule(({ table }) => [`/data-tables/${table}/rows`], read),
  'GET /rest/data-tables/:id/csv': rule(({ table }) => [`/data-tables/${table}/csv`], read),
  'POST /rest/data-tables/:id/rows': rule(({ table }) => [`/data-tables/${table}/rows`, { rows: [{ a: '1' }] }], run),
  'PATCH /rest/data-tables/:id/rows': rule(
    ({ table }) => [`/data-tables/${table}/rows`, { filter: firstRow, data: { a: '2' } }],
    run,
  ),
  'POST /rest/data-tables/:id/rows/upsert': rule(
    ({ table }) => [`/data-tables/${table}/rows/upsert`, { filter: firstRow, data: { a: '2' } }],
    run,
  ),
  'POST /rest/data-tables/:id/rows/delete': rule(
    ({ table }) => [`/data-tables/${table}/rows/delete`, { filter: firstRow }],
    run,
  ),
};

/** Tested where they are, since they answer 200 to everyone and differ in what they hold: `shares.test.ts`, `binary-data-routes.test.ts`. */
const byContent = [
  'POST /rest/data-tables/:id/csv',
  'GET /rest/executions/:id',
  'POST /rest/executions/delete',
  'GET /rest/data/*',
];

const open = async (openDatabase: OpenTestDatabase) => {
  const test = await createTestApp({ openDatabase });
  const { app, db, services, clock } = test;
  const { accounts } = services;
  const { browser, user: instanceOwner } = await setUpOwner(app);
  const addUser = async (id: string, isPending = false) => {
    await db
      .insertInto('users')
      .values({
        id,
        email: `${id}@example.com`,
        first_name: isPending ? null : id,
        last_name: isPending ? null : 'X',
        role: 'member',
        created_at: clock.now(),
        updated_at: clock.now(),
      })
      .execute();
    return id;
  };
  const client = { address: '127.0.0.1', network: '127.0.0.1', userAgent: 'test', isLocal: true };
  const cookieOf = async (userId: string) => {
    const { cookie } = await accounts.sessions.begin(userId, client);
    return { cookie: cookie.split(';', 1)[0]! };
  };
  const cookies: Record<string, { cookie: string }> = { owner: { cookie: browser.cookie()! } };
  for (const person of people) if (person !== 'owner') cookies[person] = await cookieOf(await addUser(person));
  const keyOf = async (...scopes: string[]) => {
    const created = await app.inject({
      method: 'POST',
      url: '/rest/api-keys',
      headers: cookies.ada,
      payload: { name: 'K', scopes },
    });
    return { authorization: `Bearer ${created.json().data.secret}` };
  };
  return { ...test, addUser, cookieOf, cookies, keyOf, instanceOwner };
};

forEachDatabase('the matrix of permissions', (openDatabase) => {
  test('has an expectation for all that is registered', async () => {
    const { services } = await createTestApp({ openDatabase });
    const routes = await routesOf(services);
    const expected = [...forAnyone, ...forOwner, ...forUsers, ...Object.keys(ofRows), ...byContent];
    expect([...new Set(routes.map(({ name }) => name))].sort()).toEqual([...new Set(expected)].sort());
    const named = (who: Access['who']) =>
      routes
        .filter(({ access }) => access.who === who)
        .map(({ name }) => name)
        .sort();
    expect(named('anyone')).toEqual([...forAnyone].sort());
    expect(named('owner')).toEqual([...forOwner].sort());
    const endpoints = Object.values(api).flatMap((resource) => Object.values(resource) as Endpoint[]);
    expect(endpoints.length).toBeLessThanOrEqual(routes.length);
  });

  /** What nobody takes is refused after it was asked who calls, and before anything is done. */
  const nonsense = '?nope=1';

  test('lets in whom each endpoint is for, and nobody else', { timeout: 120_000 }, async () => {
    const { app, db, services, addUser, cookieOf, cookies, keyOf, instanceOwner } = await open(openDatabase);
    const routes = await routesOf(services);
    const gone = await cookieOf(await addUser('gone'));
    await db.deleteFrom('users').where('id', '=', 'gone').execute();
    const pending = await cookieOf(await addUser('pending', true));
    const expired = await cookieOf(await addUser('expired'));
    await db.updateTable('sessions').set({ expires_at: 1 }).where('user_id', '=', 'expired').execute();
    const wrongKey = { authorization: 'Bearer mr_wrong' };
    const keys = Object.fromEntries(
      await Promise.all(apiScopeNames.map(async (scope) => [scope, await keyOf(scope)] as const)),
    );
    let sender = 0;
    const verdict = async ({ method, url }: Route, headers: Record<string, string> | undefined) => {
      // The wrong keys of one sender are limited.
      sender += 1;
      const response = await app.inject({
        method,
        url: `${url.replaceAll(/:\w+|\*/g, '1')}${nonsense}`,
        headers,
        remoteAddress: `10.0.${sender >> 8}.${sender & 255}`,
      });
      const { error } = /json/.test(String(response.headers['content-type'])) ? response.json() : { error: undefined };
      return response.statusCode === 401 || error === 'forbidden' ? response.statusCode : 'in';
    };
    const wrong: string[] = [];
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const forged = `${part({ alg: 'none', typ: 'JWT' })}.${part({ id: instanceOwner.id, role: 'owner' })}.`;
    for (const route of routes) {
      const { access } = route;
      const isOpen = access.who === 'anyone';
      const signedIn = access.who === 'owner' ? 403 : 'in';
      const checks: [string, Record<string, string> | undefined, number | 'in'][] = [
        ['nobody', undefined, isOpen ? 'in' : 401],
        ['an expired session', expired, isOpen ? 'in' : 401],
        ['a deleted user', gone, isOpen ? 'in' : 401],
        ['a pending user', pending, isOpen ? 'in' : 401],
        ['a made-up session', { cookie: `millrace_session=${'x'.repeat(43)}` }, isOpen ? 'in' : 401],
        ['a token that claims a role', { cookie: `millrace_session=${forged}` }, isOpen ? 'in' : 401],
        ['a wrong key', wrongKey, 401],
        ['a key that claims a role', { authorization: `Bearer ${forged}` }, 401],
        ['a member', cookies.ada, isOpen ? 'in' : signedIn],
        ['the owner', cookies.owner, 'in'],
      ];
      for (const scope of apiScopeNames) {
        const may = isOpen || (access.who === 'user' && (access.scope === scope || access.scope === 'any'));
        checks.push([`a key for ${scope}`, keys[scope], may ? 'in' : 403]);
      }
      for (const [who, headers, expected] of checks) {
        const actual = await verdict(route, headers);
        // Without a session there is nobody to sign in as: the endpoint itself says so.
        if (route.name === 'GET /rest/login') continue;
        if (actual !== expected) wrong.push(`${route.name}: ${who} is ${actual}, not ${expected}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('lets the default user do everything until there is an owner', { timeout: 60_000 }, async () => {
    const { app, services } = await createTestApp({ openDatabase });
    const wrong: string[] = [];
    for (const { name, method, url } of await routesOf(services)) {
      const response = await app.inject({ method, url: `${url.replaceAll(/:\w+|\*/g, '1')}${nonsense}` });
      if (response.statusCode === 401 || response.statusCode === 403) wrong.push(`${name}: ${response.body}`);
    }
    expect(wrong).toEqual([]);
  });

  test('gives of each row what the share of it allows', { timeout: 120_000 }, async () => {
    const { app, db, versions, cookies } = await open(openDatabase);
    const call = (person: Person, method: Method, url: string, payload?: object) =>
      app.inject({ method, url: `/rest${url}`, payload, headers: cookies[person] });
    const share = (resource: SharedResource, id: string) =>
      replaceShares(
        db,
        resource,
        Number(id),
        (['view', 'use', 'edit'] as ShareRole[]).map((role) => ({ userId: role, role })),
      );
    /** Ada's, anew for each call. */
    let made = 0;
    const makeRows = async (name: string): Promise<Ids> => {
      const ids: Partial<Ids> = {};
      if (/credentials/.test(name)) {
        const { data } = (await call('ada', 'POST', '/credentials', { ...credential, name: 'C' })).json();
        await share('credential', data.id);
        ids.credential = data.id;
        return ids as Ids;
      }
      if (/folders/.test(name)) {
        made += 1;
        ids.folder = (await call('ada', 'POST', '/folders', { name: `F${made}` })).json().data.id;
        return ids as Ids;
      }
      if (/data-tables/.test(name)) {
        made += 1;
        const table = { name: `T${made}`, columns: [{ name: 'a', type: 'string' }] };
        const { data } = (await call('ada', 'POST', '/data-tables', table)).json();
        await call('ada', 'POST', `/data-tables/${data.id}/rows`, { rows: [{ a: '1' }] });
        await share('dataTable', data.id);
        return { ...ids, table: data.id, column: data.columns[0].id } as Ids;
      }
      const { data } = (await call('ada', 'POST', '/workflows', { ...graph, name: 'W' })).json();
      await share('workflow', data.id);
      ids.workflow = data.id;
      const { versionId } = await versions.ofStored(Number(data.id));
      const about = {
        workflow_version_id: versionId,
        workflow_id: Number(data.id),
        owner_id: '',
        mode: 'trigger',
        start: '{"start":{"kind":"trigger"}}',
        started_at: 1,
      };
      const add = async (row: { status: string; stopped_at?: number }) => {
        const inserted = db.insertInto('executions').values({ ...about, ...row });
        return String((await inserted.returning('id').executeTakeFirstOrThrow()).id);
      };
      ids.execution = await add({ status: 'error', stopped_at: 2 });
      ids.running = await add({ status: 'running' });
      await db
        .insertInto('execution_nodes')
        .values({
          execution_id: Number(ids.execution),
          position: 0,
          node: 'A',
          task: '{"startTime":1,"executionTime":1,"executionStatus":"success","source":[]}',
          outputs: '{"main":[0]}',
          data: '{"main":[[]]}',
        })
        .execute();
      return ids as Ids;
    };
    const wrong: string[] = [];
    for (const [name, { call: request, ...expected }] of Object.entries(ofRows))
      for (const person of people) {
        const [url, payload] = request(await makeRows(name));
        const response = await call(person, name.split(' ', 1)[0] as Method, url, payload);
        if (response.statusCode !== expected[person])
          wrong.push(
            `${name}: ${person} gets ${response.statusCode}, not ${expected[person]}: ${response.body.slice(0, 150)}`,
          );
      }
    expect(wrong).toEqual([]);
  });
});
