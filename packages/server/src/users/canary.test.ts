import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createTestApp } from '../app.testing.ts';
import { startMailServer } from '../mail/mail-server.testing.ts';
import { createLog } from '../platform/log.ts';
import { createBrowser } from './accounts.testing.ts';

/** A log whose lines are kept, with all that the strictest setting writes. */
const createKeptLog = () => {
  const lines: string[] = [];
  const destination = new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(line.toString());
      done();
    },
  });
  return { lines, log: createLog({ logLevel: 'debug' }, destination) };
};

test('what opens an account is in no log, no answer and no row, but in its mail, its cookie and the link that was asked for', async () => {
  const mail = await startMailServer();
  const kept = createKeptLog();
  const { app, db, services } = await createTestApp({
    config: { ...mail.config, smtpUser: '', setupToken: 'Canary-setup-token' },
    log: kept.log,
  });
  const answers: string[] = [];
  const watched = (browser: ReturnType<typeof createBrowser>) => {
    const send: typeof browser.send = async (...request) => {
      const answer = await browser.send(...request);
      answers.push(answer.text);
      return answer;
    };
    return send;
  };
  const owner = createBrowser(app);
  const asOwner = watched(owner);
  const account = { firstName: 'Olga', lastName: 'Owner' };
  const password = 'Canary-Password-1';
  await asOwner('POST', '/owner', {
    ...account,
    email: 'olga@example.com',
    password,
    setupToken: 'Canary-setup-token',
  });
  await asOwner('POST', '/login', { email: 'olga@example.com', password: 'Canary-Wrong-1' });
  await asOwner('POST', '/login', { email: 'olga@example.com', password });
  await asOwner('POST', '/users', [{ email: 'mia@example.com' }]);
  const invite = mail.mails[0]!.link.searchParams;
  const mia = createBrowser(app);
  const asMia = watched(mia);
  const query = `inviterId=${invite.get('inviterId')}&inviteeId=${invite.get('inviteeId')}`;
  await asMia('GET', `/resolve-signup-token?${query}`);
  const miaPassword = 'Canary-Password-2';
  await asMia('POST', `/users/${invite.get('inviteeId')}`, {
    ...account,
    inviterId: invite.get('inviterId'),
    password: miaPassword,
  });
  await asMia('POST', '/forgot-password', { email: 'mia@example.com' });
  await services.accounts.passwordReset.close();
  const reset = mail.mails[1]!.link.searchParams;
  const token = { userId: reset.get('userId'), token: reset.get('token') };
  await asMia('POST', '/change-password', { ...token, token: `${token.token}x`, password: 'Canary-Password-3' });
  await asMia('POST', '/change-password', { ...token, password: 'Canary-Password-3' });
  await asMia('PATCH', '/me/password', { currentPassword: 'Canary-Password-3', newPassword: 'Canary-Password-4' });
  await asMia('GET', '/me/sessions');
  await mail.close();
  await asOwner('POST', '/users', [{ email: 'ben@example.com' }]);
  await asOwner('POST', '/forgot-password', { email: 'mia@example.com' });
  await asOwner('GET', '/users');
  await asOwner('GET', '/settings');
  await asOwner('GET', '/audit-events');
  const cookies = [owner, mia].map((browser) => browser.cookie()!.split('=')[1]!);
  const secrets = ['Canary-', ...cookies, invite.get('inviteeId')!, reset.get('token')!];
  const rows: unknown[] = [];
  for (const table of ['users', 'sessions', 'user_tokens', 'attempts', 'audit_events', 'instance'] as const)
    rows.push(await db.selectFrom(table).selectAll().execute());
  expect(kept.lines.length).toBeGreaterThan(0);
  expect(answers.length).toBeGreaterThan(10);
  for (const place of [kept.lines.join(''), answers.join(''), JSON.stringify(rows)])
    for (const secret of secrets) expect(place).not.toContain(secret);
  const actions = JSON.parse(answers.at(-1)!).data.map(({ action }: { action: string }) => action);
  expect(actions.reverse()).toEqual([
    'user.setUp',
    'user.signInFailed',
    'user.signedIn',
    'user.invited',
    'user.signedUp',
    'user.passwordResetAsked',
    'user.passwordChanged',
    'user.passwordChanged',
    'user.invited',
  ]);
});
