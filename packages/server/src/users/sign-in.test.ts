import { describe, expect, test } from 'vitest';
import { createTestApp } from '../app.testing.ts';
import { addMember, createBrowser, setUpOwner, testPassword } from './accounts.testing.ts';
import { attemptWindow } from './attempts.ts';
import { createSignIn } from './sign-in.ts';

const wrong = 'Wrong-password-1';
const email = 'olga@example.com';

const createOwned = async (options: Parameters<typeof createTestApp>[0] = {}) => {
  const test = await createTestApp(options);
  const owner = await setUpOwner(test.app);
  const newBrowser = (remoteAddress?: string, host?: string) => createBrowser(test.app, { remoteAddress, host });
  return { ...test, owner, newBrowser };
};

describe('signing in', () => {
  test('sets a cookie that scripts and other sites do not get', async () => {
    const { newBrowser } = await createOwned();
    const browser = newBrowser();
    const { body, headers } = await browser.post('/login', { email: 'OLGA@example.com', password: testPassword });
    expect(body.data).toMatchObject({ email: 'Olga@example.com', firstName: 'Olga' });
    expect(headers['set-cookie']).toMatch(
      /^millrace_session=[\w-]{43}; Max-Age=604800; Path=\/rest; HttpOnly; SameSite=Lax$/,
    );
    expect((await browser.get('/login')).body.data).toEqual(body.data);
  });

  test.each([
    ['https://flows.example', /; Path=\/rest; HttpOnly; SameSite=Lax; Secure$/],
    ['https://flows.example/base', /; Path=\/base\/rest; HttpOnly; SameSite=Lax; Secure$/],
    ['http://localhost:5680/base', /; Path=\/base\/rest; HttpOnly; SameSite=Lax$/],
  ])('under %s the cookie belongs to that address', async (baseUrl, pattern) => {
    const { app, services } = await createTestApp({ config: { baseUrl } });
    const setupToken = await services.accounts.setup.tokenForOthers();
    const owner = { email, firstName: 'O', lastName: 'O', password: testPassword, setupToken };
    const { headers } = await createBrowser(app).post('/owner', owner);
    expect(headers['set-cookie']).toMatch(pattern);
  });

  test('says the same for a wrong password, an unknown address and someone who has not signed up', async () => {
    const { newBrowser, owner } = await createOwned();
    await owner.browser.post('/users?sendMail=false', [{ email: 'pending@example.com' }]);
    const answers = [];
    for (const who of [email, 'nobody@example.com', 'pending@example.com'])
      answers.push((await newBrowser().post('/login', { email: who, password: wrong })).text);
    expect(new Set(answers).size).toBe(1);
    expect(JSON.parse(answers[0]!)).toMatchObject({
      error: 'signInFailed',
      message: 'Wrong username or password. Do you have caps lock on?',
    });
  });

  test('begins another session, and ends the one from before', async () => {
    const { owner, newBrowser } = await createOwned();
    const old = owner.browser.cookie();
    await owner.browser.post('/login', { email, password: testPassword });
    expect(owner.browser.cookie()).not.toBe(old);
    const thief = newBrowser();
    thief.useCookie(old);
    expect((await thief.get('/me')).status).toBe(401);
    expect((await owner.browser.get('/me')).status).toBe(200);
  });

  test('takes no session that the browser was given before', async () => {
    const { newBrowser } = await createOwned();
    const browser = newBrowser();
    const planted = `millrace_session=${'a'.repeat(43)}`;
    browser.useCookie(planted);
    await browser.post('/login', { email, password: testPassword });
    expect(browser.cookie()).not.toBe(planted);
    const attacker = newBrowser();
    attacker.useCookie(planted);
    expect((await attacker.get('/me')).status).toBe(401);
  });

  test.each([
    ['no address', { password: testPassword }],
    ['no password', { email }],
    ['a megabyte of password', { email, password: 'x'.repeat(1_000_000) }],
    ['more than is asked for', { email, password: testPassword, role: 'owner' }],
    ['an address with a NUL', { email: 'a\u0000@example.com', password: testPassword }],
  ])('is refused with %s', async (_, body) => {
    const { newBrowser } = await createOwned();
    expect((await newBrowser().post('/login', body)).body).toMatchObject({ error: 'badRequest' });
  });

  test('takes a password with a NUL for another one', async () => {
    const { newBrowser } = await createOwned();
    expect((await newBrowser().post('/login', { email, password: `${testPassword}\u0000` })).status).toBe(401);
  });
});

describe('guessing', () => {
  test('ends after five attempts for 15 minutes, for one address of the network and one mail address', async () => {
    const { newBrowser, clock } = await createOwned();
    const local = newBrowser();
    const tryOnce = async (who: string, password: string) => local.post('/login', { email: who, password });
    for (let i = 0; i < 5; i += 1) expect((await tryOnce(i % 2 ? email : 'OLGA@example.com', wrong)).status).toBe(401);
    const refused = await tryOnce(email, testPassword);
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ error: 'tooManyAttempts' });
    expect(refused.headers['retry-after']).toBe(String(attemptWindow / 1000));
    expect((await tryOnce('nobody@example.com', wrong)).status).toBe(401);
    clock.time += attemptWindow;
    expect((await tryOnce(email, testPassword)).status).toBe(200);
  });

  test('counts attempts that come at the same moment', async () => {
    const { newBrowser } = await createOwned();
    const all = await Promise.all(
      Array.from({ length: 12 }, () => newBrowser().post('/login', { email, password: wrong })),
    );
    expect(all.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(all.filter(({ status }) => status === 429)).toHaveLength(7);
  });

  test('says nothing about who exists', async () => {
    const { newBrowser } = await createOwned();
    for (const who of [email, 'nobody@example.com']) {
      const statuses = [];
      for (let i = 0; i < 7; i += 1)
        statuses.push((await newBrowser().post('/login', { email: who, password: wrong })).status);
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    }
  });

  test('of one address of the network hinders nobody at another one', async () => {
    const { app } = await createOwned({ config: { proxyHops: 1 } });
    const from = async (forwarded: string, password: string) =>
      (
        await app.inject({
          method: 'POST',
          url: '/rest/login',
          headers: { 'x-forwarded-for': forwarded },
          payload: { email, password },
        })
      ).statusCode;
    for (let i = 0; i < 5; i += 1) expect(await from('203.0.113.9', wrong)).toBe(401);
    expect(await from('203.0.113.9', testPassword)).toBe(429);
    // What the sender itself has put into the header does not count.
    expect(await from('192.0.2.7, 203.0.113.9', testPassword)).toBe(429);
    expect(await from('192.0.2.7', testPassword)).toBe(200);
  });

  test('of many passwords for many addresses ends too, and signing in does not count', async () => {
    const { newBrowser } = await createOwned();
    for (let i = 0; i < 3; i += 1)
      expect((await newBrowser().post('/login', { email, password: testPassword })).status).toBe(200);
    const statuses = await Promise.all(
      Array.from(
        { length: 102 },
        async (_, i) => (await newBrowser().post('/login', { email: `user${i}@example.com`, password: wrong })).status,
      ),
    );
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(2);
    expect((await newBrowser().post('/login', { email, password: testPassword })).status).toBe(429);
  }, 30_000);
});

test('for an address that nobody has, a password is compared as for one that somebody has', async () => {
  const { db, services } = await createOwned();
  const compared: boolean[] = [];
  const { signIn } = createSignIn({
    ...services.accounts,
    db,
    passwords: {
      ...services.accounts.passwords,
      verify: async (_password, hash) => {
        compared.push(typeof hash === 'string');
        return false;
      },
    },
  });
  const client = { address: '', network: '', userAgent: '', isLocal: true };
  for (const who of [email, 'nobody@example.com'])
    await expect(signIn({ email: who, password: wrong }, client)).rejects.toMatchObject({ error: 'signInFailed' });
  expect(compared).toEqual([true, false]);
});

test('a flood of sign-ins from everywhere is refused before it comes to the database', async () => {
  let counted = 0;
  const { promise: never } = Promise.withResolvers<never>();
  const { signIn } = createSignIn({
    db: undefined as never,
    sessions: { begin: () => never, end: () => never },
    passwords: { hash: () => never, verify: () => never },
    attempts: {
      count: () => {
        counted += 1;
        return never;
      },
      forget: () => never,
      takeBack: () => never,
    },
    audit: { record: () => never },
  });
  const answers = Array.from({ length: 300 }, (_, i) =>
    signIn(
      { email: `user${i}@example.com`, password: wrong },
      { address: `${i}`, network: `${i}`, userAgent: '', isLocal: false },
    ).catch(({ error }) => error as string),
  );
  expect(await Promise.all(answers.slice(104))).toEqual(Array(196).fill('tooManyAttempts'));
  expect(counted).toBe(4);
});

test('signing out ends the session, also where the cookie is kept', async () => {
  const { owner, newBrowser } = await createOwned();
  const kept = owner.browser.cookie();
  const answer = await owner.browser.post('/logout');
  expect(answer.body).toEqual({ data: { loggedOut: true } });
  expect(answer.headers['set-cookie']).toMatch(/^millrace_session=; Max-Age=0; Path=\/rest/);
  const thief = newBrowser();
  thief.useCookie(kept);
  expect((await thief.get('/login')).body).toMatchObject({ error: 'notSignedIn', message: 'Not logged in' });
  expect((await thief.get('/workflows')).status).toBe(401);
  expect((await newBrowser().post('/logout')).status).toBe(200);
});

test('a session ends after seven days without use, and each use prolongs it', async () => {
  const { owner, clock } = await createOwned();
  const day = 24 * 3_600_000;
  clock.time += 6 * day;
  const used = await owner.browser.get('/me');
  expect(used.headers['set-cookie']).toMatch(/^millrace_session=[\w-]{43}; Max-Age=604800; /);
  expect((await owner.browser.get('/me')).headers['set-cookie']).toBeUndefined();
  clock.time += 7 * day - 1;
  expect((await owner.browser.get('/me')).status).toBe(200);
  clock.time += 7 * day;
  expect((await owner.browser.get('/me')).status).toBe(401);
});

test('MILLRACE_SESSION_DAYS says how long', async () => {
  const { owner, clock } = await createOwned({ config: { sessionDays: 1 } });
  clock.time += 24 * 3_600_000;
  expect((await owner.browser.get('/me')).status).toBe(401);
});

test('sessions are listed and ended one by one, or all at once', async () => {
  const { app, owner, newBrowser } = await createOwned();
  const laptop = newBrowser();
  const phone = newBrowser();
  await laptop.post('/login', { email, password: testPassword });
  await phone.post('/login', { email, password: testPassword });
  const { browser: mia } = await addMember(app, owner.browser, 'mia@example.com');
  const listed = (await laptop.get('/me/sessions')).body.data as { id: string; isCurrent: boolean; address: string }[];
  expect(listed).toHaveLength(3);
  expect(listed.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
  expect(listed[0]).toMatchObject({ address: '127.0.0.1', userAgent: 'lightMyRequest' });
  expect(JSON.stringify(listed)).not.toContain(laptop.cookie()!.split('=')[1]!);
  const [own] = (await phone.get('/me/sessions')).body.data.filter(
    ({ isCurrent }: { isCurrent: boolean }) => isCurrent,
  );
  expect((await mia.delete(`/me/sessions/${own.id}`)).body).toMatchObject({ error: 'sessionNotFound' });
  expect((await laptop.delete(`/me/sessions/${own.id}`)).body).toEqual({ data: { success: true } });
  expect((await phone.get('/me')).status).toBe(401);
  expect((await owner.browser.post('/me/sign-out-everywhere')).status).toBe(200);
  expect((await laptop.get('/me')).status).toBe(401);
  expect((await owner.browser.get('/me')).status).toBe(401);
  expect((await mia.get('/me')).status).toBe(200);
});
