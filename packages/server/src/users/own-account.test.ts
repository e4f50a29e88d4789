import { describe, expect, test } from 'vitest';
import { createTestApp } from '../app.testing.ts';
import { addMember, createBrowser, setUpOwner, testPassword } from './accounts.testing.ts';

const createTwo = async () => {
  const test = await createTestApp();
  const owner = await setUpOwner(test.app);
  const mia = await addMember(test.app, owner.browser, 'mia@example.com');
  return { ...test, owner, mia };
};

describe('the own name and address', () => {
  test('are changed', async () => {
    const { mia } = await createTwo();
    const { body } = await mia.browser.patch('/me', { id: mia.user.id, firstName: ' Mina ', lastName: 'Muster' });
    expect(body.data).toMatchObject({ id: mia.user.id, firstName: 'Mina', lastName: 'Muster', email: mia.email });
    expect((await mia.browser.get('/login')).body.data).toEqual(body.data);
  });

  test.each<[string, object]>([
    ['the id of another user', { id: 'someone', firstName: 'A' }],
    ['a role', { firstName: 'A', role: 'owner' }],
    ['a global role', { firstName: 'A', globalRole: { id: 1, name: 'owner' } }],
    ['isOwner', { firstName: 'A', isOwner: true }],
    ['a password', { firstName: 'A', password: 'Millrace2' }],
    ['a date', { firstName: 'A', createdAt: '2020-01-01T00:00:00.000Z' }],
    ['33 characters', { firstName: 'x'.repeat(33) }],
    ['nothing', { lastName: '' }],
    ['a line break', { lastName: 'A\r\nBcc: b' }],
    ['no address', { email: 'a@' }],
  ])('are not changed by %s', async (_, change) => {
    const { mia } = await createTwo();
    const before = (await mia.browser.get('/me')).body;
    expect((await mia.browser.patch('/me', change)).body).toMatchObject({ error: 'badRequest' });
    expect((await mia.browser.get('/me')).body).toEqual(before);
  });

  test('another address needs the password, and belongs to nobody else', async () => {
    const { app, mia } = await createTwo();
    const change = (email: string, currentPassword?: string) =>
      mia.browser.patch('/me', { email, ...(currentPassword ? { currentPassword } : {}) });
    expect((await change('mina@example.com')).body).toMatchObject({ error: 'wrongPassword' });
    expect((await change('mina@example.com', 'Millrace2')).body).toMatchObject({ error: 'wrongPassword' });
    expect((await change('OLGA@Example.com', testPassword)).body).toMatchObject({ error: 'emailTaken' });
    expect((await change('Mina@example.com', testPassword)).body.data).toMatchObject({ email: 'Mina@example.com' });
    const browser = createBrowser(app);
    const signIn = (email: string) => browser.post('/login', { email, password: testPassword });
    expect((await signIn('mia@example.com')).status).toBe(401);
    expect((await signIn('mina@example.com')).status).toBe(200);
  });

  test('twins of an address are the same address', async () => {
    const { mia } = await createTwo();
    for (const twin of ['OLGA@EXAMPLE.COM', 'olga@ｅxample.com'])
      expect((await mia.browser.patch('/me', { email: twin, currentPassword: testPassword })).body).toMatchObject({
        error: 'emailTaken',
      });
  });
});

describe('the own password', () => {
  test('is changed by whoever knows it, and ends the other sessions', async () => {
    const { app, mia } = await createTwo();
    const phone = createBrowser(app);
    await phone.post('/login', { email: mia.email, password: testPassword });
    const change = (currentPassword: string, newPassword: string) =>
      mia.browser.patch('/me/password', { currentPassword, newPassword });
    expect((await change('Millrace2', 'Millrace3')).body).toMatchObject({
      error: 'wrongPassword',
      message: 'Provided current password is incorrect.',
    });
    for (const weak of ['Abcdef1', 'abcdefg1', 'Abcdefgh', `A1${'x'.repeat(63)}`])
      expect((await change(testPassword, weak)).body).toMatchObject({ error: 'badRequest' });
    const before = mia.browser.cookie();
    expect((await change(testPassword, 'Millrace3')).body).toEqual({ data: { success: true } });
    expect(mia.browser.cookie()).not.toBe(before);
    expect((await mia.browser.get('/me')).status).toBe(200);
    expect((await phone.get('/me')).status).toBe(401);
    const kept = createBrowser(app);
    kept.useCookie(before);
    expect((await kept.get('/me')).status).toBe(401);
    expect((await phone.post('/login', { email: mia.email, password: testPassword })).status).toBe(401);
    expect((await phone.post('/login', { email: mia.email, password: 'Millrace3' })).status).toBe(200);
  });

  test('cannot be guessed with a session that was left open', async () => {
    const { mia } = await createTwo();
    const statuses = [];
    for (let i = 0; i < 6; i += 1)
      statuses.push(
        (await mia.browser.patch('/me/password', { currentPassword: `Wrong-${i}`, newPassword: 'Millrace3' })).status,
      );
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  });
});

test('theme, language and answers are each their own', async () => {
  const { owner, mia } = await createTwo();
  expect((await mia.browser.patch('/me/settings', { theme: 'dark' })).body.data).toEqual({ theme: 'dark' });
  expect((await mia.browser.patch('/me/settings', { language: 'de' })).body.data).toEqual({
    theme: 'dark',
    language: 'de',
  });
  expect((await mia.browser.patch('/me/settings', { theme: 'pink' })).status).toBe(400);
  expect((await mia.browser.patch('/me/settings', { role: 'owner' })).status).toBe(400);
  const answers = { workArea: ['finance', 'product'], codingSkill: '3' };
  expect((await mia.browser.post('/me/survey', answers)).body).toEqual({ data: { success: true } });
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`answer${index}`, 'x']));
  expect((await mia.browser.post('/me/survey', many)).status).toBe(400);
  expect((await mia.browser.get('/me')).body.data).toMatchObject({
    settings: { theme: 'dark', language: 'de' },
    personalizationAnswers: answers,
  });
  expect((await owner.browser.get('/me')).body.data).toMatchObject({ settings: {}, personalizationAnswers: null });
  const listed = (await owner.browser.get('/users')).text;
  expect(listed).not.toMatch(/personalization|argon2|password/i);
});

test('the default user has settings and no account', async () => {
  const { app } = await createTestApp();
  const browser = createBrowser(app);
  expect((await browser.patch('/me/settings', { theme: 'light' })).status).toBe(200);
  expect((await browser.patch('/me', { firstName: 'A' })).body).toMatchObject({ error: 'notSetUp' });
  expect((await browser.patch('/me/password', { currentPassword: 'x', newPassword: testPassword })).body).toMatchObject(
    { error: 'notSetUp' },
  );
});
