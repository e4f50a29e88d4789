import { limits } from '@millrace/contract';
import { describe, expect, test } from 'vitest';
import { createTestApp } from '../app.testing.ts';
import type { Config } from '../config.ts';
import { startMailServer } from '../mail/mail-server.testing.ts';
import { addMember, createBrowser, setUpOwner, testPassword } from './accounts.testing.ts';

const createWithMail = async (config: Partial<Config> = {}) => {
  const mail = await startMailServer();
  const test = await createTestApp({ config: { ...mail.config, ...config } });
  const owner = await setUpOwner(test.app);
  const mia = await addMember(test.app, owner.browser, 'mia@example.com');
  const stranger = createBrowser(test.app);
  const forgot = (email: string) => stranger.post('/forgot-password', { email });
  /** All that is done after the answers. */
  const settled = () => test.services.accounts.passwordReset.close();
  const resetOf = ({ link }: { link: URL }) => ({
    userId: link.searchParams.get('userId')!,
    token: link.searchParams.get('token')!,
  });
  return { ...test, mail, owner, mia, stranger, forgot, settled, resetOf };
};

describe('a forgotten password', () => {
  test('is replaced by the link of a mail, once, and all sessions end', async () => {
    const { app, mail, mia, stranger, forgot, settled, resetOf } = await createWithMail();
    expect((await forgot('MIA@example.com')).body).toEqual({});
    await settled();
    const [received] = mail.mails;
    expect(received).toMatchObject({ to: ['mia@example.com'], subject: 'Choose a new password for Millrace' });
    expect(received!.link.pathname).toBe('/change-password');
    const reset = resetOf(received!);
    const address = `/resolve-password-token?${new URLSearchParams(reset)}`;
    expect((await stranger.get(address)).body).toEqual({});
    expect((await stranger.post('/change-password', { ...reset, password: 'weak' })).status).toBe(400);
    const browser = createBrowser(app);
    expect((await browser.post('/change-password', { ...reset, password: 'Millrace2' })).body).toEqual({});
    expect((await browser.get('/me')).body.data).toMatchObject({ id: mia.user.id });
    expect((await mia.browser.get('/me')).status).toBe(401);
    expect((await stranger.get(address)).body).toMatchObject({ error: 'resetNotValid' });
    expect((await stranger.post('/change-password', { ...reset, password: 'Millrace3' })).status).toBe(404);
    const signIn = (password: string) => stranger.post('/login', { email: mia.email, password });
    expect((await signIn(testPassword)).status).toBe(401);
    expect((await signIn('Millrace2')).status).toBe(200);
  });

  test('has a link that works for an hour', async () => {
    const { clock, mail, stranger, forgot, settled, resetOf } = await createWithMail();
    await forgot('mia@example.com');
    await settled();
    const reset = resetOf(mail.mails[0]!);
    clock.time += limits.passwordResetLifetime;
    expect((await stranger.get(`/resolve-password-token?${new URLSearchParams(reset)}`)).status).toBe(404);
    expect((await stranger.post('/change-password', { ...reset, password: 'Millrace2' })).status).toBe(404);
  });

  test('has one link that works: the last one', async () => {
    const { mail, stranger, forgot, settled, resetOf } = await createWithMail();
    for (let i = 0; i < 2; i += 1) {
      await forgot('mia@example.com');
      await settled();
    }
    const [first, last] = mail.mails.map(resetOf);
    expect((await stranger.post('/change-password', { ...first, password: 'Millrace2' })).status).toBe(404);
    expect((await stranger.post('/change-password', { ...last, password: 'Millrace2' })).status).toBe(200);
  });

  test('is nobody else’s, and has one new owner of the link, whoever is quicker', async () => {
    const { app, mail, owner, stranger, forgot, settled, resetOf } = await createWithMail();
    await forgot('mia@example.com');
    await settled();
    const reset = resetOf(mail.mails[0]!);
    const password = 'Millrace2';
    expect((await stranger.post('/change-password', { ...reset, userId: owner.user.id, password })).status).toBe(404);
    const query = new URLSearchParams({ ...reset, userId: owner.user.id });
    expect((await stranger.get(`/resolve-password-token?${query}`)).status).toBe(404);
    const all = await Promise.all(
      Array.from({ length: 4 }, (_, i) =>
        createBrowser(app).post('/change-password', { ...reset, password: `Millrace${i}` }),
      ),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
  });

  test('of an address that nobody has is answered in the same way', async () => {
    const { mail, owner, forgot, settled } = await createWithMail();
    await owner.browser.post('/users?sendMail=false', [{ email: 'pending@example.com' }]);
    const answers = [];
    for (const email of ['mia@example.com', 'nobody@example.com', 'pending@example.com', 'mıa@example.com'])
      answers.push(await forgot(email));
    expect(new Set(answers.map(({ text, status }) => `${status} ${text}`))).toEqual(new Set(['200 {}']));
    await settled();
    expect(mail.mails.map(({ to }) => to)).toEqual([['mia@example.com']]);
  });

  test('sends its mail to the stored address, not to a twin that was typed', async () => {
    const { mail, forgot, settled } = await createWithMail();
    await forgot('ＭＩＡ@example.com');
    await settled();
    expect(mail.mails.map(({ to }) => to)).toEqual([['mia@example.com']]);
  });

  test('can be asked for five times in a quarter of an hour', async () => {
    const { mail, forgot, settled } = await createWithMail();
    for (const email of ['mia@example.com', 'nobody@example.com']) {
      const statuses = [];
      for (let i = 0; i < 7; i += 1) statuses.push((await forgot(email)).status);
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    }
    await settled();
    expect(mail.mails).toHaveLength(5);
  });

  test('links to the configured address, whatever the request calls the server', async () => {
    const { app, mail, settled } = await createWithMail({ host: '0.0.0.0' });
    const forgot = (headers: Record<string, string>) =>
      app.inject({ method: 'POST', url: '/rest/forgot-password', headers, payload: { email: 'mia@example.com' } });
    expect((await forgot({ host: 'evil.example' })).statusCode).toBe(403);
    expect((await forgot({ host: '203.0.113.9', 'x-forwarded-host': 'evil.example' })).statusCode).toBe(200);
    await settled();
    expect(mail.mails[0]!.link.host).toBe('localhost:5680');
    expect(mail.mails[0]!.html).not.toMatch(/evil|203\.0/);
  });

  test('says where the mail server fails, for every address', async () => {
    const { mail, forgot } = await createWithMail();
    await mail.close();
    for (const email of ['mia@example.com', 'nobody@example.com'])
      expect((await forgot(email)).body).toMatchObject({
        error: 'mailFailed',
        message: 'SMTP error, contact administrator.',
      });
  });

  test('another password or address ends the link', async () => {
    const { mail, mia, stranger, forgot, settled, resetOf } = await createWithMail();
    await forgot('mia@example.com');
    await settled();
    await mia.browser.patch('/me', { email: 'mina@example.com', currentPassword: testPassword });
    await forgot('mina@example.com');
    await settled();
    await mia.browser.patch('/me/password', { currentPassword: testPassword, newPassword: 'Millrace2' });
    for (const received of mail.mails)
      expect((await stranger.post('/change-password', { ...resetOf(received), password: 'Millrace3' })).status).toBe(
        404,
      );
    expect(mail.mails).toHaveLength(2);
  });
});

test('the owner makes a link for somebody who gets no mail: it is listed, and ends earlier ones', async () => {
  const { app, owner, mia, stranger, resetOf } = await createWithMail();
  const make = (id: string) => owner.browser.post(`/users/${id}/password-link`);
  const first = resetOf({ link: new URL((await make(mia.user.id)).body.data.link) });
  const second = resetOf({ link: new URL((await make(mia.user.id)).body.data.link) });
  expect((await stranger.post('/change-password', { ...first, password: 'Millrace2' })).status).toBe(404);
  const browser = createBrowser(app);
  expect((await browser.post('/change-password', { ...second, password: 'Millrace2' })).status).toBe(200);
  expect((await browser.get('/me')).body.data).toMatchObject({ id: mia.user.id });
  const { data } = (await owner.browser.get('/audit-events')).body;
  expect(data).toContainEqual(expect.objectContaining({ action: 'user.passwordLinkMade', resourceId: mia.user.id }));
  expect((await make('nobody')).status).toBe(404);
  const { body } = await owner.browser.post('/users', [{ email: 'new@example.com' }]);
  expect((await make(body.data[0].user.id)).status).toBe(400);
  expect((await browser.post(`/users/${owner.user.id}/password-link`)).status).toBe(403);
});
