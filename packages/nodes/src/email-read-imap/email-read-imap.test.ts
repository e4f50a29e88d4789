import { setUpNode } from '@millrace/engine/testing';
import type { ImapFlow } from 'imapflow';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listenWith } from '../connections/listening.testing.ts';
import { describeWith } from '../with-program.testing.ts';
import { startDovecot } from './dovecot.testing.ts';
import { emailReadImap } from './email-read-imap.node.ts';
import { readSearchRules } from './search.ts';

const plain = (subject: string, text = 'Hi') =>
  `From: Ada <ada@example.com>\r\nTo: Bob <bob@example.com>\r\nSubject: ${subject}\r\nMessage-ID: <${subject}@example.com>\r\nDate: Fri, 2 Jan 2026 03:04:05 +0100\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}\r\n`;

const withFiles = [
  'From: =?utf-8?Q?J=C3=BCrg?= <j@example.com>',
  'To: bob@example.com, "C, D" <cd@example.com>',
  'Cc: e@example.com',
  'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=',
  'Message-ID: <1@example.com>',
  'In-Reply-To: <0@example.com>',
  'Date: Fri, 2 Jan 2026 03:04:05 +0100',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  'Content-Type: multipart/alternative; boundary=a',
  '',
  '--a',
  'Content-Type: text/plain',
  '',
  'One',
  '--a',
  'Content-Type: text/html',
  '',
  '<p>One</p>',
  '--a--',
  '--b',
  'Content-Type: image/png',
  'Content-Disposition: inline; filename=logo.png',
  'Content-Transfer-Encoding: base64',
  '',
  'UE5H',
  '--b',
  'Content-Type: text/csv',
  'Content-Disposition: attachment; filename=list.csv',
  '',
  'a,b',
  '--b--',
  '',
].join('\r\n');

describeWith('dovecot', 'Email Trigger (IMAP)', (path) => {
  let server: Awaited<ReturnType<typeof startDovecot>>;
  let count = 0;
  let user: string;
  let box: ImapFlow;
  beforeAll(async () => {
    server = await startDovecot(path);
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    user = `user${++count}`;
    box = await server.connect(user);
  });
  afterEach(() => box.close());

  const deliver = async (...mails: string[]) => {
    for (const mail of mails) await box.append('INBOX', mail);
  };
  const listen = (
    parameters: Record<string, unknown> = {},
    more: Parameters<typeof listenWith>[1] & { place?: Record<string, unknown> } = {},
  ) =>
    listenWith(emailReadImap, {
      typeVersion: 2.1,
      parameters,
      credentials: { imap: { id: '1', name: 'Mail' } },
      host: { credentials: { imap: server.credentialOf(user) } },
      ...more,
      ...(more.place && { staticData: { 'node:Node': more.place } }),
    });
  const subjectsOf = (listener: ReturnType<typeof listen>) =>
    listener.events.map(({ items }) => items.map(({ json }) => json.subject));
  const unseen = async () => {
    // What others have changed is told with the answer.
    await box.noop();
    return (await box.search({ seen: false }, { uid: true })) as number[];
  };

  it('starts with the unseen mails that are there, then with each that comes, and marks them as read', async () => {
    await deliver(plain('one'), plain('two'));
    const listener = listen();
    await listener.heard(1);
    await deliver(plain('three'));
    await listener.heard(2);
    await deliver(plain('four'));
    await listener.heard(3);
    await listener.end();
    expect(subjectsOf(listener)).toEqual([['one', 'two'], ['three'], ['four']]);
    // The last is marked when its execution is stored: by whoever listens next, if not by this one.
    expect((await unseen()).every((uid) => uid === 4)).toBe(true);
    const { items } = listener.events[0]!;
    expect(items[0]?.json).toEqual({
      textPlain: 'Hi\n',
      textHtml: '',
      from: 'Ada <ada@example.com>',
      to: 'Bob <bob@example.com>',
      subject: 'one',
      date: 'Fri, 2 Jan 2026 03:04:05 +0100',
      attributes: { uid: 1 },
      metadata: { 'message-id': '<one@example.com>', 'content-type': 'text/plain; charset=utf-8' },
    });
  });

  it('gives nothing twice and loses nothing, wherever it dies', async () => {
    await deliver(plain('one'));
    // It dies after the execution was stored, and before the mail was marked.
    let stored: Record<string, unknown> = {};
    const dying = listen(
      {},
      {
        onEmit: ({ staticData }) => {
          stored = staticData;
        },
      },
    );
    await dying.heard(1);
    await dying.end();
    expect(stored).toMatchObject({ lastMessageUid: 1, uidValidity: expect.any(String), unmarked: [1] });
    await box.messageFlagsRemove('1', ['\\Seen'], { uid: true });
    await deliver(plain('two'));

    // The next goes on behind it and makes up for the mark; what it cannot store comes again.
    const refused = listen({}, { place: stored, onEmit: () => Promise.reject(new Error('The database is away')) });
    expect(await refused.ended).toMatchObject({ message: 'The database is away' });
    expect(await unseen()).toEqual([2]);
    const next = listen({}, { place: stored });
    const [event] = await next.heard(1);
    expect(subjectsOf(next)).toEqual([['two']]);
    expect(event?.options.key).toBe(`INBOX ${stored.uidValidity} 2`);
    expect(event?.staticData.lastMessageUid).toBe(2);
  });

  it('begins anew where the mailbox does, and goes on from the place that a public workflow brings', async () => {
    await deliver(plain('one'), plain('two'));
    const anew = listen({ postProcessAction: 'nothing' }, { place: { lastMessageUid: 99, uidValidity: '1' } });
    await anew.heard(1);
    expect(subjectsOf(anew)).toEqual([['one', 'two']]);
    const brought = listen({ postProcessAction: 'nothing' }, { place: { lastMessageUid: 1 } });
    await brought.heard(1);
    expect(subjectsOf(brought)).toEqual([['two']]);
    expect(await unseen()).toEqual([1, 2]);
  });

  it('gives mails in batches of twenty, and all at once before version 2.1', async () => {
    await deliver(...Array.from({ length: 23 }, (_, n) => plain(`m${n}`)));
    const listener = listen({ postProcessAction: 'nothing' });
    await listener.heard(2);
    expect(listener.events.map(({ items }) => items.length)).toEqual([20, 3]);
    const old = listen({ postProcessAction: 'nothing' }, { typeVersion: 2 });
    expect((await old.heard(1))[0]?.items).toHaveLength(23);
  });

  it('reads mails by rules, and again what it has read, where that is wanted', async () => {
    await deliver(plain('order 1'), plain('other'), plain('order 2'));
    await box.messageFlagsAdd('3', ['\\Flagged'], { uid: true });
    const options = { customEmailConfig: '["UNSEEN", ["SUBJECT", "order"], "!FLAGGED"]' };
    const listener = listen({ postProcessAction: 'nothing', options });
    await listener.heard(1);
    expect(subjectsOf(listener)).toEqual([['order 1']]);
    const again = { ...options, trackLastMessageId: false };
    const repeating = listen({ postProcessAction: 'nothing', options: again }, { place: { lastMessageUid: 3 } });
    await repeating.heard(1);
    expect(repeating.events[0]).toMatchObject({ options: {}, items: [{ json: { subject: 'order 1' } }] });
    const wrong = listen({ options: { customEmailConfig: '["NONSENSE"]' } });
    expect(await wrong.ended).toMatchObject({ message: expect.stringContaining('cannot be understood') });
  });

  it('gives a mail as a whole, with all its files', async () => {
    await deliver(withFiles);
    const listener = listen({ format: 'resolved', dataPropertyAttachmentsPrefixName: 'file' });
    const [event] = await listener.heard(1);
    const [item] = event!.items;
    expect(item?.json).toMatchObject({
      subject: 'Grüße',
      text: expect.stringContaining('One'),
      html: expect.stringContaining('<p>One</p>'),
      textAsHtml: '<p>One</p>',
      date: '2026-01-02T02:04:05.000Z',
      messageId: '<1@example.com>',
      inReplyTo: '<0@example.com>',
      from: { value: [{ address: 'j@example.com', name: 'Jürg' }], text: '"Jürg" <j@example.com>' },
      to: {
        value: [
          { address: 'bob@example.com', name: '' },
          { address: 'cd@example.com', name: 'C, D' },
        ],
      },
      cc: { text: 'e@example.com' },
      headers: { subject: 'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=' },
      attributes: { uid: 1 },
    });
    expect(item?.binary).toMatchObject({
      file0: { fileName: 'logo.png', mimeType: 'image/png', fileSize: 3 },
      file1: { fileName: 'list.csv', mimeType: 'text/csv' },
    });
  });

  it('gives the text and the head with attachments on request, or the body as it came', async () => {
    await deliver(withFiles);
    const bare = listen({ postProcessAction: 'nothing' });
    expect((await bare.heard(1))[0]?.items[0]).toMatchObject({
      json: { from: 'Jürg <j@example.com>', subject: 'Grüße', textPlain: expect.stringMatching(/^One\s*$/) },
    });
    expect(bare.events[0]?.items[0]?.binary).toBeUndefined();
    const withAttachments = listen({ postProcessAction: 'nothing', downloadAttachments: true });
    expect((await withAttachments.heard(1))[0]?.items[0]?.binary).toEqual({
      attachment_0: expect.objectContaining({ fileName: 'list.csv' }),
    });
    const raw = listen({ postProcessAction: 'nothing', format: 'raw' });
    const body = (await raw.heard(1))[0]?.items[0]?.json.raw;
    expect(body).toMatch(/^--b\r\nContent-Type: multipart\/alternative/);
  });

  it('says what is wrong, and that a connection has ended', async () => {
    const away = listen({ mailbox: 'Nowhere' });
    expect(await away.ended).toMatchObject({ message: expect.stringContaining('The mail server answered: Mailbox') });
    const listener = listen();
    await listener.connected();
    await listener.end();
    expect(await listener.ended).toBeUndefined();
  });

  it('tests its credential', async () => {
    const check = (data: Record<string, unknown>) =>
      emailReadImap.methods?.credentialTest?.imapConnectionTest?.(setUpNode(emailReadImap).context, data as never);
    const credential = server.credentialOf(user);
    expect(await check(credential)).toEqual({ status: 'OK', message: 'Connection successful!' });
    expect(await check({ ...credential, password: 'wrong' })).toMatchObject({
      status: 'Error',
      message: expect.stringMatching(/^The mail server did not accept the user name and password/),
    });
    expect(await check({ ...credential, port: 1 })).toMatchObject({
      message: expect.stringMatching(/^The mail server 127\.0\.0\.1:1 refused the connection/),
    });
    expect(await check({ ...credential, allowUnauthorizedCerts: false })).toMatchObject({
      message: expect.stringMatching(/^The certificate of the mail server 127\.0\.0\.1:\d+ was not accepted/),
    });
    expect(await check({ ...credential, secure: true })).toMatchObject({
      message: expect.stringMatching(/does not speak SSL\/TLS at this port/),
    });
  });
});

describe('email rules', () => {
  it.each([
    ['["UNSEEN"]', [{ seen: false }]],
    ['["!seen", ["FROM", "ada"], ["larger", 10]]', [{ not: { seen: true } }, { from: 'ada' }, { larger: 10 }]],
    ['[["SINCE", "May 20, 2010"], ["UID", "5:*"]]', [{ since: '2010-05-20' }, { uid: '5:*' }]],
    ['[["OR", "FLAGGED", ["HEADER", "X-A", "b"]]]', [{ or: [{ flagged: true }, { header: { 'X-A': 'b' } }] }]],
  ])('%s', (text, rules) => expect(readSearchRules(text)).toEqual(rules));

  it.each([
    'nonsense',
    '{}',
    '[]',
    '[1]',
    '["NONSENSE"]',
    '[["FROM"]]',
    '[["SINCE", "someday"]]',
    '[["OR", "SEEN"]]',
    '[["LARGER", "x"]]',
  ])('%s is none', (text) => expect(() => readSearchRules(text)).toThrow(/^The email rule/));
});
