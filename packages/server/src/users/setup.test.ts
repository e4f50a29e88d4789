import { describe, expect, test } from 'vitest';
import { createTestApp } from '../app.testing.ts';
import { createBrowser, setUpOwner, testPassword } from './accounts.testing.ts';

const owner = { email: 'olga@example.com', firstName: 'Olga', lastName: 'Owner', password: testPassword };
const workflow = { name: 'Mine', nodes: [], connections: {} };
const elsewhere = { remoteAddress: '203.0.113.9', host: '198.51.100.1' };

describe('before there is an owner', () => {
  test('whoever comes from this machine is the default user', async () => {
    const { app } = await createTestApp();
    const browser = createBrowser(app);
    expect((await browser.get('/login')).body.data).toMatchObject({ email: null, isPending: true });
    expect((await browser.post('/workflows', workflow)).status).toBe(200);
    const { userManagement } = (await browser.get('/settings')).body.data;
    expect(userManagement).toMatchObject({ enabled: true, showSetupOnFirstLoad: true, setupTokenNeeded: false });
  });

  test.each([
    ['from another machine', {}, elsewhere],
    ['by a proxy on this machine', { baseUrl: 'https://flows.example' }, { host: 'flows.example' }],
    ['by a proxy that does not say so', { baseUrl: 'https://flows.example' }, { host: 'localhost' }],
  ])('%s nothing but settings, sign-in and set-up answers', async (_, config, from) => {
    const { app, services } = await createTestApp({ config: { host: '0.0.0.0', ...config } });
    const browser = createBrowser(app, from);
    expect((await browser.get('/settings')).body.data.userManagement).toMatchObject({ setupTokenNeeded: true });
    expect((await browser.get('/login')).status).toBe(200);
    for (const path of ['/me', '/workflows', '/users', '/executions', '/node-types'])
      expect((await browser.get(path)).body).toMatchObject({ error: 'notSignedIn' });
    expect((await browser.post('/owner', owner)).body).toMatchObject({ error: 'setupTokenNeeded' });
    expect((await browser.post('/owner/skip-setup')).body).toMatchObject({ error: 'setupTokenNeeded' });
    expect((await browser.post('/owner', { ...owner, setupToken: 'guessed' })).status).toBe(403);
    const setupToken = await services.accounts.setup.tokenForOthers();
    expect((await browser.post('/owner', { ...owner, setupToken })).status).toBe(200);
    expect(await services.accounts.setup.tokenForOthers()).toBeUndefined();
  });

  test('a header of a proxy makes a caller one from elsewhere', async () => {
    const { app } = await createTestApp();
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    expect((await app.inject({ url: '/rest/workflows', headers })).statusCode).toBe(401);
    expect((await app.inject({ url: '/rest/workflows' })).statusCode).toBe(200);
  });

  test('the token of the operator is needed on this machine too', async () => {
    const { app } = await createTestApp({ config: { setupToken: 'from-the-operator' } });
    const browser = createBrowser(app);
    expect((await browser.post('/owner', owner)).body).toMatchObject({ error: 'setupTokenNeeded' });
    expect((await browser.post('/owner', { ...owner, setupToken: 'from-the-operator' })).status).toBe(200);
  });
});

test('the default user becomes the owner and keeps what it has made', async () => {
  const { app } = await createTestApp();
  const before = createBrowser(app);
  const made = (await before.post('/workflows', workflow)).body.data;
  const { id } = (await before.get('/login')).body.data;
  const { browser, user } = await setUpOwner(app);
  expect(user).toMatchObject({ id, email: 'Olga@example.com', isPending: false, globalRole: { name: 'owner' } });
  expect((await browser.get(`/workflows/${made.id}`)).body.data).toMatchObject({ name: 'Mine' });
  expect((await before.get('/login')).body).toMatchObject({ error: 'notSignedIn', message: 'Not logged in' });
  expect((await before.get('/workflows')).status).toBe(401);
  expect((await before.get('/settings')).body.data.userManagement.showSetupOnFirstLoad).toBe(false);
});

test('there is one owner, whoever is quicker', async () => {
  const { app } = await createTestApp();
  const all = await Promise.all(Array.from({ length: 4 }, () => createBrowser(app).post('/owner', owner)));
  expect(all.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  expect((await createBrowser(app).post('/owner', owner)).body).toMatchObject({ error: 'alreadySetUp' });
  expect((await createBrowser(app).post('/owner/skip-setup')).body).toMatchObject({ error: 'alreadySetUp' });
});

test('skipped, the instance is open to whoever reaches it, until it gets an owner', async () => {
  const { app } = await createTestApp({ config: { host: '0.0.0.0' } });
  const far = createBrowser(app, elsewhere);
  expect((await createBrowser(app).post('/owner/skip-setup')).body).toEqual({ data: { success: true } });
  expect((await far.get('/settings')).body.data.userManagement.showSetupOnFirstLoad).toBe(false);
  expect((await far.get('/workflows')).status).toBe(200);
  await setUpOwner(app);
  expect((await far.get('/workflows')).status).toBe(401);
});

test('a user cannot be made of what does not belong to one', async () => {
  const { app } = await createTestApp();
  const browser = createBrowser(app);
  for (const wrong of [
    { role: 'owner' },
    { id: 'x' },
    { email: 'a@' },
    { firstName: 'x'.repeat(33) },
    { lastName: ' ' },
    { password: 'Abcdef1' },
    { password: 'abcdefg1' },
    { password: 'Abcdefgh' },
    { password: `A1${'x'.repeat(63)}` },
  ])
    expect((await browser.post('/owner', { ...owner, ...wrong })).body).toMatchObject({ error: 'badRequest' });
  expect((await browser.post('/owner', { ...owner, password: 'Abcdefg1' })).status).toBe(200);
});

test('without user management there is one user, and all else says that it is off', async () => {
  const { app } = await createTestApp({ config: { userManagement: false } });
  const browser = createBrowser(app);
  expect((await browser.get('/login')).status).toBe(200);
  expect((await browser.get('/settings')).body.data.userManagement).toMatchObject({
    enabled: false,
    showSetupOnFirstLoad: false,
  });
  expect((await browser.get('/me')).status).toBe(200);
  expect((await browser.patch('/me/settings', { theme: 'dark' })).body).toEqual({ data: { theme: 'dark' } });
  const off = { error: 'userManagementOff' };
  const password = testPassword;
  const someone = { firstName: 'A', lastName: 'B', password };
  expect((await browser.post('/owner', owner)).body).toMatchObject(off);
  expect((await browser.post('/owner/skip-setup')).body).toMatchObject(off);
  expect((await browser.post('/login', { email: 'a@b.io', password })).body).toMatchObject(off);
  expect((await browser.get('/users')).body).toMatchObject(off);
  expect((await browser.post('/users', [{ email: 'a@b.io' }])).body).toMatchObject(off);
  expect((await browser.post('/users/x/reinvite')).body).toMatchObject(off);
  expect((await browser.post('/users/x/invite-link')).body).toMatchObject(off);
  expect((await browser.get('/users/x/belongings')).body).toMatchObject(off);
  expect((await browser.delete('/users/x')).body).toMatchObject(off);
  expect((await browser.get('/resolve-signup-token?inviterId=a&inviteeId=b')).body).toMatchObject(off);
  expect((await browser.post('/users/x', { ...someone, inviterId: 'a' })).body).toMatchObject(off);
  expect((await browser.post('/forgot-password', { email: 'a@b.io' })).body).toMatchObject(off);
  expect((await browser.get('/resolve-password-token?userId=a&token=b')).body).toMatchObject(off);
  expect((await browser.post('/change-password', { userId: 'a', token: 'b', password })).body).toMatchObject(off);
  expect((await browser.patch('/me', { firstName: 'A' })).body).toMatchObject(off);
  expect((await browser.patch('/me/password', { currentPassword: 'a', newPassword: password })).body).toMatchObject(
    off,
  );
});
