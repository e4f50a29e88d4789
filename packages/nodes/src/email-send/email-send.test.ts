import { type FakeHostOptions, type RunNodeOptions, runNode, setUpNode } from '@millrace/engine/testing';
import { describe, expect, it, test } from 'vitest';
import { emailSend } from './email-send.node.ts';
import { emailSendV1 } from './email-send-v1.node.ts';
import { startMailServer } from './mail-server.testing.ts';

const credentials = { smtp: { id: '1', name: 'Mail' } };
const lenient = { allowUnauthorizedCerts: true };

/** Runs the node against a server of its own. */
const start = async (options: Parameters<typeof startMailServer>[0] = {}) => {
  const server = await startMailServer(options);
  type Options = Omit<RunNodeOptions, 'host'> & { host?: FakeHostOptions; typeVersion?: number };
  const run = (parameters: Record<string, unknown>, { host, typeVersion = 2.1, ...more }: Options = {}) =>
    runNode(typeVersion < 2 ? emailSendV1 : emailSend, {
      typeVersion,
      parameters: {
        fromEmail: 'Ada <ada@example.com>',
        toEmail: 'bob@example.com',
        subject: 'Hello',
        options: lenient,
        ...parameters,
      } as never,
      credentials,
      host: { credentials: { smtp: server.credential }, ...host },
      ...more,
    });
  return { ...server, run };
};

describe('Send Email', () => {
  it('sends HTML by default, says what the server said, and that a workflow has sent it', async () => {
    const { run, mails } = await start();
    const { json, error } = await run({ html: '<p>Hi <b>there</b></p>' });
    expect(error).toBeUndefined();
    expect(json).toEqual([
      expect.objectContaining({
        accepted: ['bob@example.com'],
        rejected: [],
        response: expect.stringContaining('250'),
        messageId: expect.stringContaining('@example.com'),
        envelope: { from: 'ada@example.com', to: ['bob@example.com'] },
      }),
    ]);
    expect(mails).toMatchObject([
      {
        from: { name: 'Ada', address: 'ada@example.com' },
        subject: 'Hello',
        html: expect.stringMatching(/<b>there<\/b>.*sent automatically with Millrace/s),
      },
    ]);
    expect(mails[0]?.text).toBeUndefined();
  });

  it.each([
    [2.1, { emailFormat: 'text', text: 'Hi' }, 'Hi\n\n---\nThis email was sent automatically with Millrace', undefined],
    [2.1, { emailFormat: 'text', text: 'Hi', options: { ...lenient, appendAttribution: false } }, 'Hi', undefined],
    [2, { text: 'Hi' }, 'Hi', undefined],
    [2, { emailFormat: 'html', html: '<p>Hi</p>' }, undefined, '<p>Hi</p>'],
    [2, { emailFormat: 'both', text: 'Hi', html: '<p>Hi</p>' }, 'Hi', '<p>Hi</p>'],
    [1, { text: 'Hi', html: '<p>Hi</p>' }, 'Hi', '<p>Hi</p>'],
    [1, { text: 'Hi' }, 'Hi', undefined],
  ])('version %s with %j', async (typeVersion, parameters, text, html) => {
    const { run, mails } = await start();
    expect((await run(parameters, { typeVersion })).error).toBeUndefined();
    expect([mails[0]?.text?.trim(), mails[0]?.html?.trim()]).toEqual([text, html]);
  });

  it('has copies, blind copies and an address for answers', async () => {
    const { run, mails } = await start();
    const options = {
      ...lenient,
      ccEmail: 'c1@example.com, C Two <c2@example.com>',
      bccEmail: 'blind@example.com',
      replyTo: 'answers@example.com',
    };
    await run({ html: 'x', options });
    await run(
      { text: 'x', ccEmail: options.ccEmail, bccEmail: options.bccEmail, options: { ...lenient, replyTo: 'a@b.c' } },
      { typeVersion: 1 },
    );
    const recipients = ['bob@example.com', 'c1@example.com', 'c2@example.com', 'blind@example.com'];
    expect(mails.map((mail) => mail.recipients)).toEqual([recipients, recipients]);
    expect(mails.map(({ replyTo }) => replyTo?.[0]?.address)).toEqual(['answers@example.com', 'a@b.c']);
    expect(mails[0]?.cc?.map(({ address }) => address)).toEqual(['c1@example.com', 'c2@example.com']);
    expect(mails[0]?.bcc).toBeUndefined();
  });

  it('sends files along, which HTML can show', async () => {
    const { run, mails } = await start();
    const data = btoa('PNG');
    const binary = { logo: { data, mimeType: 'image/png', fileName: 'ü.png' }, note: { data, mimeType: 'text/plain' } };
    const items = [{ json: {}, binary }] as never;
    await run({ html: '<img src="cid:logo">', options: { ...lenient, attachments: 'logo, note' } }, { items });
    await run({ text: 'x', attachments: 'missing,note' }, { items, typeVersion: 1 });
    const seen = mails.map(({ attachments }) =>
      attachments.map(({ filename, mimeType, contentId, content }) => [
        filename,
        mimeType,
        contentId,
        new TextDecoder().decode(content as ArrayBuffer),
      ]),
    );
    expect(seen).toEqual([
      [
        ['ü.png', 'image/png', '<logo>', 'PNG'],
        ['unknown', 'text/plain', '<note>', 'PNG'],
      ],
      [['unknown', 'text/plain', '<note>', 'PNG']],
    ]);
    const missing = await run({ html: 'x', options: { ...lenient, attachments: 'other' } }, { items });
    expect(missing.error?.message).toBe('The item has no file in "other"');
    expect(missing.error?.description).toBe('It has: logo, note.');
  });

  it('sends a mail for each item over one connection, in order, and links them', async () => {
    const { run, mails, connections } = await start();
    const items = Array.from({ length: 12 }, (_, n) => ({ n }));
    const { items: output } = await run({ subject: '=No. {{ $json.n }}', html: 'x' }, { items });
    expect(mails.map(({ subject }) => subject)).toEqual(items.map(({ n }) => `No. ${n}`));
    expect(output.map(({ pairedItem }) => pairedItem)).toEqual(items.map(({ n }) => n));
    expect(connections()).toBe(1);
  });

  it('does nothing for no items', async () => {
    const { run, connections } = await start();
    expect((await run({}, { items: [] })).error).toBeUndefined();
    expect(connections()).toBe(0);
  });

  it('goes on after the failure of one item', async () => {
    const { run, mails } = await start();
    const items = [{ to: 'a@example.com' }, { to: 'nobody@example.com' }, { to: 'c@example.com' }];
    const send = (onError?: 'continueRegularOutput' | 'continueErrorOutput') =>
      run({ toEmail: '={{ $json.to }}', html: 'x' }, { items, onError });
    const { error } = await send();
    expect(error).toMatchObject({
      message: 'The mail server did not accept the sender or the recipients',
      description: expect.stringContaining('No such user'),
      itemIndex: 1,
    });
    mails.length = 0;
    const { outputs } = await send('continueErrorOutput');
    expect(outputs.map((list) => list?.map(({ pairedItem }) => pairedItem))).toEqual([[0, 2], [1]]);
    expect(mails).toHaveLength(2);
  });

  it('sends nothing but what was written: no headers by line breaks, no files by objects', async () => {
    const { run, mails } = await start();
    await run(
      { subject: '={{ $json.subject }}', html: '={{ $json.html }}' },
      { items: [{ subject: 'x\r\nBcc: evil@example.com', html: { path: '/etc/passwd' } }] },
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]?.recipients).toEqual(['bob@example.com']);
    expect(mails[0]?.html).not.toContain('root:');
    const nobody = await run({ toEmail: '', html: 'x' });
    expect(nobody.error?.message).toBe('The mail has no recipient');
  });

  it('connects to the address that the instance allows, under the name of the server', async () => {
    const { run, credential, mails } = await start();
    const smtp = { ...credential, host: 'mail.example.com' };
    const reach = () => '127.0.0.1';
    const { host } = await run({ html: 'x' }, { host: { credentials: { smtp }, reach } });
    expect(host.reached).toMatchObject([
      { host: 'mail.example.com', port: smtp.port, credential: { type: 'smtp', id: '1', readsSecrets: true } },
    ]);
    expect(mails).toHaveLength(1);
    // Its own certificate speaks of another machine.
    const strict = await run({ html: 'x', options: {} }, { host: { credentials: { smtp }, reach } });
    expect(strict.error?.message).toMatch(
      /^The certificate of the mail server mail\.example\.com:\d+ was not accepted$/,
    );
    expect(mails).toHaveLength(1);
  });
});

test('asks a person and goes on with the answer', async () => {
  const { run, mails } = await start({ disabledCommands: ['STARTTLS'] });
  const approvalOptions = { values: { approvalType: 'double', approveLabel: 'Ship' } };
  const parameters = { operation: 'sendAndWait', message: 'Ship <it>?\nNow', approvalOptions, options: {} };
  const request = { resumeUrl: 'https://flow.example/r', resumeFormUrl: 'https://flow.example/f' } as never;
  const { run: whole } = await run(parameters, { request });
  expect(whole.error).toBeUndefined();
  expect(whole.status).toBe('waiting');
  expect(mails).toMatchObject([{ subject: 'Hello', recipients: ['bob@example.com'] }]);
  expect(mails[0]?.html).toContain('Ship &#60;it&#62;?<br>Now');
  expect(mails[0]?.html).toMatch(/href="https:\/\/flow\.example\/r\?approved=true"[^>]*>Ship</);
  expect(mails[0]?.html).toMatch(/href="https:\/\/flow\.example\/r\?approved=false"[^>]*>Decline</);
  expect(mails[0]?.text).toContain('Ship: https://flow.example/r?approved=true');
});

describe('test of the credential', () => {
  const check = (data: Record<string, unknown>, host = {}) =>
    emailSend.methods?.credentialTest?.smtpConnection?.(setUpNode(emailSend, { host }).context, data as never);

  it('says that it works', async () => {
    const { credential } = await startMailServer({ disabledCommands: ['STARTTLS'] });
    expect(await check(credential)).toEqual({ status: 'OK', message: 'Connection successful!' });
    expect(await check({ ...credential, user: '', password: '' })).toMatchObject({ status: 'OK' });
  });

  it.each([
    [
      'a wrong password',
      { password: 'wrong' },
      /^The mail server did not accept the user name and password\. .*Invalid/,
    ],
    ['a port where nobody listens', { port: 1 }, /^The mail server 127\.0\.0\.1:1 refused the connection\. /],
    ['SSL/TLS where the server speaks plainly', { secure: true }, /does not speak SSL\/TLS at this port/],
    ['no host', { host: '' }, /There is no host to connect to/],
  ])('says what is wrong: %s', async (_, change, message) => {
    const { credential } = await startMailServer({ disabledCommands: ['STARTTLS'] });
    const { NodeError } = await import('@millrace/engine/node-api');
    const reach = ({ host }: { host: string }) => {
      if (host === '') throw new NodeError('There is no host to connect to');
      return host;
    };
    const result = await check({ ...credential, ...change }, { reach });
    expect(result).toMatchObject({ status: 'Error', message: expect.stringMatching(message) });
  });

  it('verifies certificates', async () => {
    const { credential } = await startMailServer({ secure: true });
    expect(await check(credential)).toMatchObject({
      status: 'Error',
      message: expect.stringMatching(/^The certificate of the mail server 127\.0\.0\.1:\d+ was not accepted/),
    });
  });
});
