import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createTestApp } from '../app.testing.ts';
import { addMember, createBrowser, setUpOwner, testPassword } from './accounts.testing.ts';

type App = Awaited<ReturnType<typeof createTestApp>>;

const graph = {
  nodes: [{ name: 'T', type: 'test.trigger', typeVersion: 1, position: [0, 0], parameters: {} }],
  connections: {},
};

const createThree = async () => {
  const test = await createTestApp();
  const owner = await setUpOwner(test.app);
  const mia = await addMember(test.app, owner.browser, 'mia@example.com');
  const ben = await addMember(test.app, owner.browser, 'ben@example.com');
  return { ...test, owner, mia, ben };
};

/** An execution of a workflow, or of none. */
const addExecution = async ({ db }: App, execution: { owner: string; workflow?: string; status: string }) => {
  const { id: version } = await db
    .insertInto('workflow_versions')
    .values({
      workflow_id: execution.workflow ? Number(execution.workflow) : null,
      name: 'W',
      graph: '{}',
      digest: `${Math.random()}`,
      created_at: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('executions')
    .values({
      workflow_id: execution.workflow ? Number(execution.workflow) : null,
      workflow_version_id: version,
      owner_id: execution.owner,
      mode: 'trigger',
      status: execution.status,
      started_at: 1,
      stopped_at: execution.status === 'running' ? null : 2,
      wait_till: null,
      retry_of: null,
      retry_success_id: null,
      start: '{}',
      error: null,
      last_node: null,
      process_id: null,
      origin: null,
      session_id: null,
      in_flight: null,
      wait: null,
      resumption: null,
      progress: null,
      custom_data: null,
      idempotency_key: null,
      parent_id: null,
      parent_node: null,
      call_result: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Mia has two workflows, of which one is active, and executions. */
const withBelongings = async () => {
  const test = await createThree();
  const { mia } = test;
  const create = async (name: string, active: boolean) =>
    (await mia.browser.post('/workflows', { name, active, ...graph })).body.data.id as string;
  const active = await create('Active', true);
  const other = await create('Other', false);
  const running = await addExecution(test, { owner: mia.user.id, workflow: active, status: 'running' });
  const ended = await addExecution(test, { owner: mia.user.id, workflow: other, status: 'success' });
  const { id: credential } = await test.db
    .insertInto('credentials')
    .values({
      owner_id: mia.user.id,
      name: 'Key',
      type: 'httpHeaderAuth',
      data: '',
      key_id: '',
      nodes_access: null,
      created_at: 1,
      updated_at: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await test.db
    .insertInto('credential_shares')
    .values({ credential_id: credential, user_id: test.ben.user.id, role: 'use' })
    .execute();
  const unsaved = await addExecution(test, { owner: mia.user.id, status: 'running' });
  return { ...test, active, other, running, ended, unsaved };
};

test('what a user has is counted before it goes', async () => {
  const { owner, mia, ben } = await withBelongings();
  expect((await owner.browser.get(`/users/${mia.user.id}/belongings`)).body.data).toEqual({
    workflows: 2,
    activeWorkflows: 1,
    unfinishedExecutions: 2,
    credentials: 1,
    dataTables: 0,
  });
  expect((await owner.browser.get(`/users/${ben.user.id}/belongings`)).body.data).toMatchObject({ workflows: 0 });
  expect((await owner.browser.get('/users/nobody/belongings')).body).toMatchObject({ error: 'userNotFound' });
});

test('a user who leaves everything to someone is gone, and everything goes on', async () => {
  const { db, owner, mia, ben, active, other, stopped, triggers } = await withBelongings();
  await db
    .insertInto('workflow_shares')
    .values({ workflow_id: Number(other), user_id: ben.user.id, role: 'view' })
    .execute();
  const answer = await owner.browser.delete(`/users/${mia.user.id}?transferId=${ben.user.id}`);
  expect(answer.body).toEqual({ data: { success: true } });
  expect((await mia.browser.get('/login')).status).toBe(401);
  expect((await ben.browser.get(`/workflows/${active}`)).body.data).toMatchObject({ name: 'Active', active: true });
  expect((await ben.browser.get(`/workflows/${other}`)).status).toBe(200);
  expect((await ben.browser.get('/executions?limit=10')).body.data.count).toBe(1);
  expect(triggers.written.get(Number(active))).not.toBeNull();
  expect(stopped).toEqual([]);
  expect(await db.selectFrom('workflow_shares').selectAll().execute()).toEqual([]);
  expect(await db.selectFrom('credential_shares').selectAll().execute()).toEqual([]);
  expect(await db.selectFrom('credentials').select('owner_id').execute()).toEqual([{ owner_id: ben.user.id }]);
});

test('a user who leaves nothing takes everything along, and what runs ends', async () => {
  const { db, owner, mia, active, other, running, unsaved, ended, stopped, triggers } = await withBelongings();
  expect((await owner.browser.delete(`/users/${mia.user.id}`)).body).toEqual({ data: { success: true } });
  for (const id of [active, other]) expect((await owner.browser.get(`/workflows/${id}`)).status).toBe(404);
  expect(triggers.written.get(Number(active))).toBeNull();
  expect(stopped.sort()).toEqual([running, unsaved].sort());
  expect((await owner.browser.get('/users')).body.data.map(({ email }: { email: string }) => email)).toEqual([
    'Olga@example.com',
    'ben@example.com',
  ]);
  expect(await db.selectFrom('sessions').selectAll().where('user_id', '=', mia.user.id).execute()).toEqual([]);
  expect(await db.selectFrom('credentials').selectAll().execute()).toEqual([]);
  expect(await db.selectFrom('credential_shares').selectAll().execute()).toEqual([]);
  const left = await db.selectFrom('executions').select('id').where('owner_id', '=', mia.user.id).execute();
  expect(left.map(({ id }) => id)).not.toContain(ended);
});

describe('is refused, and nothing changes:', () => {
  test.each<[string, (people: Awaited<ReturnType<typeof createThree>>) => [id: string, transferId?: string], string]>([
    ['to delete oneself, who is the last owner', ({ owner }) => [owner.user.id], 'userNotRemovable'],
    ['to delete nobody', () => ['nobody'], 'userNotFound'],
    ['to leave everything to the one who goes', ({ mia }) => [mia.user.id, mia.user.id], 'badRequest'],
    ['to leave everything to nobody', ({ mia }) => [mia.user.id, 'nobody'], 'badRequest'],
  ])('%s', async (_, choose, error) => {
    const people = await createThree();
    const [id, transferId] = choose(people);
    const query = transferId === undefined ? '' : `?transferId=${transferId}`;
    expect((await people.owner.browser.delete(`/users/${id}${query}`)).body).toMatchObject({ error });
    expect((await people.owner.browser.get('/users')).body.data).toHaveLength(3);
    expect((await people.mia.browser.get('/me')).status).toBe(200);
  });

  test('to leave everything to someone who has not signed up', async () => {
    const { owner, mia } = await createThree();
    const [{ user }] = (await owner.browser.post('/users?sendMail=false', [{ email: 'late@example.com' }])).body.data;
    expect((await owner.browser.delete(`/users/${mia.user.id}?transferId=${user.id}`)).body).toMatchObject({
      error: 'badRequest',
    });
    expect((await mia.browser.get('/me')).status).toBe(200);
    expect((await owner.browser.delete(`/users/${user.id}`)).status).toBe(200);
  });

  test('what fails half-way', async () => {
    const { db, owner, mia, active } = await withBelongings();
    // The workflows have gone by then; the user cannot.
    await db.schema
      .createTable('holds')
      .addColumn('user_id', 'text', (c) => c.references('users.id'))
      .execute();
    await sql`insert into holds values (${mia.user.id})`.execute(db);
    expect((await owner.browser.delete(`/users/${mia.user.id}`)).status).toBe(500);
    expect((await mia.browser.get(`/workflows/${active}`)).body.data).toMatchObject({ active: true });
  });
});

test('the last link of someone who was deleted opens nothing', async () => {
  const { app, owner } = await createThree();
  const [{ user }] = (await owner.browser.post('/users?sendMail=false', [{ email: 'late@example.com' }])).body.data;
  const { link } = (await owner.browser.post(`/users/${user.id}/invite-link`)).body.data;
  await owner.browser.delete(`/users/${user.id}`);
  const query = new URL(link).searchParams;
  const account = { firstName: 'L', lastName: 'L', password: testPassword, inviterId: query.get('inviterId') };
  expect((await createBrowser(app).post(`/users/${query.get('inviteeId')}`, account)).body).toMatchObject({
    error: 'inviteNotValid',
  });
});
