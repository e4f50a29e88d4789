import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createTestApp } from '../app.testing.ts';
import { defaultConfig } from '../config.ts';
import { forEachDatabase } from '../db/testing.ts';
import { silentLog } from '../platform/log.ts';
import { createTestInstance } from '../processes/processes.testing.ts';
import { createEventStreams } from '../push/event-streams.ts';
import { addMember, setUpOwner, type TestBrowser, testPassword } from '../users/accounts.testing.ts';
import { createAccounts } from '../users/accounts.ts';
import { createAttempts } from '../users/attempts.ts';

const client = { address: '192.0.2.1', network: '192.0.2.1', userAgent: 'test', isLocal: true };
const urls = () => ({ editor: 'http://localhost', webhook: 'http://localhost/' });
const owner = { email: 'olga@example.com', firstName: 'Olga', lastName: 'Owner' };

const tokenOf = (cookie: string): string => /millrace_session=([^;]+)/.exec(cookie)![1]!;

forEachDatabase('accounts', (open) => {
  const create = async (db: Awaited<ReturnType<typeof open>>['db']) => {
    const ended: string[] = [];
    const clock = { time: 1_000_000, now: () => clock.time };
    const accounts = await createAccounts({
      db,
      clock,
      log: silentLog,
      config: defaultConfig(),
      urls,
      audit: { record: async () => {} },
      belongings: [],
      endStreams: (owners) => void ended.push(...owners),
    });
    return { ...accounts, clock, ended };
  };

  test('several processes that start at once make one first user', async () => {
    const { db } = await open();
    const all = await Promise.all(Array.from({ length: 4 }, () => create(db)));
    expect(new Set(all.map(({ users }) => users.defaultUser.id)).size).toBe(1);
    expect(await all[0]!.users.list()).toHaveLength(1);
  });

  test('a session that one process has begun is known to another, and ended in both at once', async () => {
    const { db } = await open();
    const [one, two] = [await create(db), await create(db)];
    const passwordHash = await one.passwords.hash(testPassword);
    const { id } = await one.setup.createOwner({ ...owner, passwordHash });
    expect((await two.setup.state()).kind).toBe('owned');
    const { cookie } = await two.signIn.signIn({ email: 'OLGA@example.com', password: testPassword }, client);
    const session = (await one.sessions.find(tokenOf(cookie)))!;
    expect(session.user.id).toBe(id);
    expect(await one.sessions.end({ id: session.id })).toBe(1);
    expect(await two.sessions.find(tokenOf(cookie))).toBeUndefined();
    expect(one.ended).toEqual(['open', `session:${session.id}`]);
  });

  test('only hashes of what opens an account are stored', async () => {
    const { db } = await open();
    const { setup, passwords, sessions, invitations, passwordReset } = await create(db);
    const user = await setup.createOwner({ ...owner, passwordHash: await passwords.hash('Canary-1') });
    const { cookie } = await sessions.begin(user.id, client);
    const [invited] = await invitations.invite(user, ['mia@example.com'], { sendMail: false });
    const invite = await invitations.makeLink(user, invited!.user.id);
    const reset = await passwordReset.makeLink(user.id);
    const secrets = [
      'Canary-1',
      tokenOf(cookie),
      new URL(invite.link).searchParams.get('inviteeId')!,
      new URL(reset.link).searchParams.get('token')!,
    ];
    const rows = [];
    for (const table of ['users', 'sessions', 'user_tokens', 'attempts', 'instance'] as const)
      rows.push(...(await db.selectFrom(table).selectAll().execute()));
    for (const secret of secrets) expect(JSON.stringify(rows)).not.toContain(secret);
    expect(new Set(secrets).size).toBe(4);
  });

  test('addresses are compared without case, and belong to one user', async () => {
    const { db } = await open();
    const { setup, invitations, users } = await create(db);
    const user = await setup.createOwner({ ...owner, passwordHash: null });
    const invited = await Promise.all(
      ['mia@example.com', 'MIA@example.com', 'mia@EXAMPLE.com'].map((email) =>
        invitations.invite(user, [email], { sendMail: false }),
      ),
    );
    expect(new Set(invited.flat().map((one) => one.user.id)).size).toBe(1);
    expect(await users.list()).toHaveLength(2);
  });

  test('attempts of all processes count together, and begin anew after a while', async () => {
    const { db } = await open();
    const clock = { time: 5_000_000, now: () => clock.time };
    const [one, two] = [createAttempts({ db, clock }), createAttempts({ db, clock })];
    const counted = { key: ['signIn', 'a', 'b'], limit: 5 };
    const all = await Promise.allSettled(Array.from({ length: 8 }, (_, i) => (i % 2 ? one : two).count(counted)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    await expect(one.count(counted)).rejects.toMatchObject({ error: 'tooManyAttempts' });
    await one.forget(counted);
    await one.count(counted);
    clock.time += 15 * 60_000;
    await one.count({ key: ['other'], limit: 1 });
    expect(await db.selectFrom('attempts').selectAll().execute()).toHaveLength(1);
  });
});

describe('an event stream', () => {
  const serve = async () => {
    const test = await createTestApp();
    await test.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = test.app.server.address() as { port: number };
    const open = async (tab: string, browser?: TestBrowser) => {
      const cookie = browser?.cookie();
      const path = `/rest/push?sessionId=${tab}`;
      const request = get({ port, host: '127.0.0.1', path, headers: cookie ? { cookie } : {} });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      response.on('error', () => {});
      response.resume();
      onTestFinished(() => void request.destroy());
      const closed = new Promise<void>((resolve) => void response.on('close', () => resolve()));
      return { status: response.statusCode, closed };
    };
    return { ...test, open };
  };

  test('needs someone who is signed in', async () => {
    const { app, open } = await serve();
    const { browser } = await setUpOwner(app);
    expect((await open('tab1')).status).toBe(401);
    expect((await open('tab1', browser)).status).toBe(200);
  });

  test.each<[string, (browser: TestBrowser) => Promise<unknown>]>([
    ['signing out', (browser) => browser.post('/logout')],
    ['signing out everywhere', (browser) => browser.post('/me/sign-out-everywhere')],
    [
      'another password',
      (browser) => browser.patch('/me/password', { currentPassword: testPassword, newPassword: 'Millrace2' }),
    ],
    [
      'another sign-in of the browser',
      (browser) => browser.post('/login', { email: owner.email, password: testPassword }),
    ],
  ])('ends with %s', async (_, end) => {
    const { app, open } = await serve();
    const { browser } = await setUpOwner(app);
    const { browser: mia } = await addMember(app, browser, 'mia@example.com');
    const own = await open('tab1', browser);
    const other = await open('tab2', mia);
    let isOtherOpen = true;
    void other.closed.then(() => {
      isOtherOpen = false;
    });
    await end(browser);
    await own.closed;
    expect(isOtherOpen).toBe(true);
  });

  test('ends with the user', async () => {
    const { app, open } = await serve();
    const { browser } = await setUpOwner(app);
    const { browser: mia, user } = await addMember(app, browser, 'mia@example.com');
    const stream = await open('tab1', mia);
    await browser.delete(`/users/${user.id}`);
    await stream.closed;
  });

  test('of an instance without an owner ends when it gets one', async () => {
    const { app, open } = await serve();
    const stream = await open('tab1');
    expect(stream.status).toBe(200);
    await setUpOwner(app);
    await stream.closed;
  });
});

test('streams in another process end with their session too', async () => {
  const instance = await createTestInstance();
  const [one, two] = await Promise.all([instance.join('web'), instance.join('web')]);
  const [here, there] = [createEventStreams({ bus: one.bus }), createEventStreams({ bus: two.bus })];
  onTestFinished(() => {
    here.close();
    there.close();
  });
  const response = {
    destroyed: false,
    writableLength: 0,
    write: () => true,
    writeHead: () => {},
    on: () => {},
    end: () => {},
    destroy: () => {},
  };
  const open = (sessionId: string, belongsTo: string) =>
    there.open({ sessionId, user: { id: 'u', role: 'member' }, belongsTo, response: response as never, headers: {} });
  open('tab1', 'session:1');
  open('tab2', 'session:2');
  here.endOf(['session:1']);
  await vi.waitFor(() => expect(there.isConnected({ userId: 'u', sessionId: 'tab1' })).toBe(false));
  expect(there.isConnected({ userId: 'u', sessionId: 'tab2' })).toBe(true);
});
