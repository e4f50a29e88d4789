import { describe, expect, test } from 'vitest';
import { defaultConfig } from '../config.ts';
import { silentLog } from '../platform/log.ts';
import { startMailServer } from './mail-server.testing.ts';
import { createMailer } from './mailer.ts';
import { inviteMail, resetPasswordMail } from './templates.ts';

const link = 'https://flows.example/signup?inviterId=1&inviteeId=2';
const mail = inviteMail({ inviter: 'Olga Owner', link });

test('there is none where no mail server is named', () => {
  expect(createMailer(defaultConfig(), silentLog)).toBeUndefined();
});

describe('a mail', () => {
  test('arrives as text and as HTML, from the sender of the settings', async () => {
    const server = await startMailServer();
    await createMailer(server.config, silentLog)!.send('mia@example.com', mail);
    const [received] = server.mails;
    expect(received).toMatchObject({
      from: 'millrace@example.com',
      to: ['mia@example.com'],
      subject: 'Olga Owner has invited you to Millrace',
    });
    expect(received!.link.href).toBe(link);
    expect(received!.html).toContain(`href="${link.replace('&', '&amp;')}"`);
  });

  test('goes to one mailbox, whatever its address looks like', async () => {
    const server = await startMailServer();
    await createMailer(server.config, silentLog)!.send('mia@example.com', {
      ...mail,
      subject: 'A\r\nBcc: eve@example.com',
    });
    expect(server.mails[0]!.to).toEqual(['mia@example.com']);
  });

  test('is sent by whom the mail server knows', async () => {
    const server = await startMailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) =>
        username === 'me' && password === 'canary' ? done(null, { user: 'me' }) : done(new Error('Wrong')),
    });
    const config = { ...server.config, smtpUser: 'me', smtpPassword: 'canary' };
    await createMailer(config, silentLog)!.verify();
    await createMailer(config, silentLog)!.send('mia@example.com', mail);
    expect(server.mails).toHaveLength(1);
    const logged: unknown[] = [];
    const log = { ...silentLog, error: (details: object) => void logged.push(details) };
    const wrong = createMailer({ ...config, smtpPassword: 'canary-2' }, log)!;
    await expect(wrong.verify()).rejects.toMatchObject({ error: 'mailFailed' });
    expect(logged).toHaveLength(1);
    expect(JSON.stringify(logged)).not.toContain('canary');
  });

  test.each(['tls', 'starttls'] as const)(
    'goes to no mail server whose certificate does not hold (%s)',
    async (smtpTls) => {
      const server = await startMailServer({ secure: smtpTls === 'tls', disabledCommands: [] });
      const encrypted = createMailer({ ...server.config, smtpTls }, silentLog)!;
      await expect(encrypted.send('mia@example.com', mail)).rejects.toMatchObject({
        error: 'mailFailed',
        cause: expect.objectContaining({ message: expect.stringMatching(/certificate/) }),
      });
      expect(server.mails).toEqual([]);
    },
  );

  test('goes to this machine as it is, also where that offers encryption', async () => {
    const server = await startMailServer({ disabledCommands: [] });
    await createMailer(server.config, silentLog)!.send('mia@example.com', mail);
    expect(server.mails).toHaveLength(1);
  });

  test('fails plainly where the mail server is away, or has no encryption that is needed', async () => {
    const server = await startMailServer();
    const encrypted = createMailer({ ...server.config, smtpTls: 'starttls' }, silentLog)!;
    await expect(encrypted.send('mia@example.com', mail)).rejects.toMatchObject({ error: 'mailFailed' });
    expect(server.mails).toEqual([]);
    await server.close();
    await expect(createMailer(server.config, silentLog)!.verify()).rejects.toThrow(
      'SMTP error, contact administrator.',
    );
  });
});

test('names of people are text in HTML', () => {
  const evil = '<img src=x onerror=alert(1)>&"';
  for (const { html, text } of [
    inviteMail({ inviter: evil, link }),
    resetPasswordMail({ firstName: evil, link: `${link}"><script>` }),
  ]) {
    expect(html).not.toMatch(/<img|<script/);
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;&amp;&quot;');
    expect(text).toContain(evil);
  }
});
