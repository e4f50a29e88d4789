import { limits } from '@millrace/contract';
import { describe, expect, test } from 'vitest';
import { createTestApp } from '../app.testing.ts';
import { startMailServer } from '../mail/mail-server.testing.ts';
import { addMember, createBrowser, setUpOwner, testPassword } from './accounts.testing.ts';

const account = { firstName: 'Mia', lastName: 'Member', password: testPassword };

const createWithMail = async () => {
  const mail = await startMailServer();
  const test = await createTestApp({ config: { ...mail.config, baseUrl: 'https://flows.example/base' } });
  const { userManagement } = (await test.app.inject('/rest/settings')).json().data;
  expect(userManagement.smtpSetup).toBe(true);
  // The address of the settings is that of everyone else: the token is needed.
  const setupToken = await test.services.accounts.setup.tokenForOthers();
  const browser = createBrowser(test.app, { host: 'flows.example' });
  const owner = { ...account, firstName: 'Olga', email: 'olga@example.com', setupToken };
  expect((await browser.post('/owner', owner)).status).toBe(200);
  return { ...test, mail, browser, newBrowser: () => createBrowser(test.app, { host: 'flows.example' }) };
};

/** What the link of an invitation holds. */
const queryOf = (link: URL) => ({
  inviterId: link.searchParams.get('inviterId')!,
  inviteeId: link.searchParams.get('inviteeId')!,
});

describe('someone who is invited', () => {
  test('gets a mail whose link signs up once', async () => {
    const { mail, browser, newBrowser } = await createWithMail();
    const invited = await browser.post('/users', [{ email: 'Mia@example.com' }, { email: 'ben@example.com' }]);
    expect(invited.body.data).toMatchObject([
      { user: { email: 'Mia@example.com' } },
      { user: { email: 'ben@example.com' } },
    ]);
    expect(mail.mails).toHaveLength(2);
    const [{ link, subject, to }] = mail.mails as [(typeof mail.mails)[0]];
    expect({ subject, to }).toEqual({ subject: 'Olga Member has invited you to Millrace', to: ['Mia@example.com'] });
    expect(link.href).toMatch(/^https:\/\/flows\.example\/base\/signup\?inviterId=.+&inviteeId=[\w-]{43}$/);
    const { inviterId, inviteeId } = queryOf(link);
    const mia = newBrowser();
    expect((await mia.get(`/resolve-signup-token?inviterId=${inviterId}&inviteeId=${inviteeId}`)).body.data).toEqual({
      inviter: { firstName: 'Olga', lastName: 'Member' },
      invitee: { email: 'Mia@example.com' },
    });
    const signedUp = await mia.post(`/users/${inviteeId}`, { ...account, inviterId });
    expect(signedUp.body.data).toMatchObject({ firstName: 'Mia', isPending: false, globalRole: { name: 'member' } });
    expect((await mia.get('/me')).body.data).toMatchObject({ email: 'Mia@example.com' });
    expect((await newBrowser().post(`/users/${inviteeId}`, { ...account, inviterId })).body).toMatchObject({
      error: 'inviteNotValid',
    });
  });

  test('is listed as pending until then, and can be invited again', async () => {
    const { mail, browser, newBrowser } = await createWithMail();
    const [{ user }] = (await browser.post('/users', [{ email: 'mia@example.com' }])).body.data;
    const listed = (await browser.get('/users')).body.data;
    expect(listed).toMatchObject([{ isPending: false }, { id: user.id, isPending: true, firstName: null }]);
    expect((await browser.get('/users/names')).body.data).toHaveLength(1);
    expect((await browser.post('/users', [{ email: 'MIA@example.com' }])).body.data).toEqual([{ user }]);
    expect((await browser.post(`/users/${user.id}/reinvite`)).body).toEqual({ data: { success: true } });
    const { inviterId, inviteeId } = queryOf((await mail.received(3))[2]!.link);
    expect((await newBrowser().post(`/users/${inviteeId}`, { ...account, inviterId })).status).toBe(200);
    expect((await browser.post(`/users/${user.id}/reinvite`)).body).toMatchObject({ error: 'notPending' });
    expect((await browser.post('/users', [{ email: 'mia@example.com' }])).body.data).toEqual([
      { user, error: 'mia@example.com has an account already.' },
    ]);
    expect((await browser.post('/users/nobody/reinvite')).body).toMatchObject({ error: 'userNotFound' });
  });

  test('stays invited where the mail cannot be sent', async () => {
    const { mail, browser } = await createWithMail();
    await mail.close();
    const { body } = await browser.post('/users', [{ email: 'mia@example.com' }]);
    expect(body.data).toMatchObject([{ error: 'SMTP error, contact administrator.' }]);
    expect((await browser.post(`/users/${body.data[0].user.id}/reinvite`)).body).toMatchObject({ error: 'mailFailed' });
    expect((await browser.get('/users')).body.data).toHaveLength(2);
  });
});

describe('an invitation', () => {
  test('needs its secret: what is listed of a user opens nothing', async () => {
    const { app } = await createTestApp();
    const { browser, user: owner } = await setUpOwner(app);
    const [{ user }] = (await browser.post('/users?sendMail=false', [{ email: 'mia@example.com' }])).body.data;
    const { body } = await browser.post(`/users/${user.id}/invite-link`);
    const { inviterId, inviteeId } = queryOf(new URL(body.data.link));
    expect(inviterId).toBe(owner.id);
    const stranger = createBrowser(app);
    const refused = { error: 'inviteNotValid' };
    for (const [inviter, invitee] of [
      [owner.id, user.id],
      [user.id, inviteeId],
      ['', inviteeId],
      [owner.id, inviteeId.slice(1)],
    ]) {
      const query = new URLSearchParams({ inviterId: inviter!, inviteeId: invitee! });
      expect((await stranger.get(`/resolve-signup-token?${query}`)).status).toBe(400);
      expect((await stranger.post(`/users/${invitee}`, { ...account, inviterId: inviter })).status).toBe(400);
    }
    expect((await stranger.post(`/users/${user.id}`, { ...account, inviterId })).body).toMatchObject(refused);
    expect((await stranger.post(`/users/${inviteeId}`, { ...account, inviterId })).status).toBe(200);
  });

  test('works for seven days', async () => {
    const { app, clock } = await createTestApp();
    const { browser } = await setUpOwner(app);
    const [{ user }] = (await browser.post('/users?sendMail=false', [{ email: 'mia@example.com' }])).body.data;
    const { data } = (await browser.post(`/users/${user.id}/invite-link`)).body;
    expect(Date.parse(data.expiresAt)).toBe(clock.time + limits.inviteLifetime);
    const { inviterId, inviteeId } = queryOf(new URL(data.link));
    clock.time += limits.inviteLifetime - 1;
    const stranger = createBrowser(app);
    const address = `/resolve-signup-token?inviterId=${inviterId}&inviteeId=${inviteeId}`;
    expect((await stranger.get(address)).status).toBe(200);
    clock.time += 1;
    expect((await stranger.get(address)).status).toBe(400);
    expect((await stranger.post(`/users/${inviteeId}`, { ...account, inviterId })).status).toBe(400);
  });

  test('makes one user, whoever is quicker', async () => {
    const { app } = await createTestApp();
    const { browser } = await setUpOwner(app);
    const [{ user }] = (await browser.post('/users?sendMail=false', [{ email: 'mia@example.com' }])).body.data;
    const links = [];
    for (let i = 0; i < 2; i += 1)
      links.push(queryOf(new URL((await browser.post(`/users/${user.id}/invite-link`)).body.data.link)));
    const answers = await Promise.all(
      [...links, ...links].map(({ inviterId, inviteeId }, index) =>
        createBrowser(app).post(`/users/${inviteeId}`, { ...account, firstName: `Mia ${index}`, inviterId }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  });

  test('is for members, and of the owner', async () => {
    const { app } = await createTestApp();
    const { browser } = await setUpOwner(app);
    const { browser: mia, user } = await addMember(app, browser, 'mia@example.com');
    for (const answer of [
      await mia.post('/users', [{ email: 'eve@example.com' }]),
      await mia.post(`/users/${user.id}/invite-link`),
      await mia.post(`/users/${user.id}/reinvite`),
      await mia.get('/users'),
      await mia.delete(`/users/${user.id}`),
    ])
      expect(answer.status).toBe(403);
    expect((await mia.get('/users/names')).body.data).toHaveLength(2);
    expect((await browser.post('/users', [{ email: 'a@b.io', role: 'owner' }])).status).toBe(400);
    expect((await browser.post('/users', [{ email: 'a@' }])).status).toBe(400);
    expect((await browser.post('/users', [])).status).toBe(400);
  });
});

test('without a mail server people are invited by links only', async () => {
  const { app } = await createTestApp();
  const { browser } = await setUpOwner(app);
  expect((await browser.get('/settings')).body.data.userManagement.smtpSetup).toBe(false);
  expect((await browser.post('/users', [{ email: 'mia@example.com' }])).body).toMatchObject({ error: 'mailNotSetUp' });
  expect((await browser.get('/users')).body.data).toHaveLength(1);
  expect((await browser.post('/forgot-password', { email: 'olga@example.com' })).body).toMatchObject({
    error: 'mailNotSetUp',
  });
});

test('nobody is invited before there is an owner', async () => {
  const { app } = await createTestApp();
  expect((await createBrowser(app).post('/users', [{ email: 'mia@example.com' }])).body).toMatchObject({
    error: 'notSetUp',
  });
});
