import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';
import { type Config, defaultConfig } from '../config.ts';

export interface ReceivedMail {
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  /** The address in the text. */
  link: URL;
}

const bytesOf = async (stream: AsyncIterable<Buffer>): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
};

/** A real mail server of the loopback that keeps what it gets, until the test ends. */
export const startMailServer = async (options: SMTPServerOptions = {}) => {
  const mails: ReceivedMail[] = [];
  let arrived = () => {};
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    ...options,
    onData(stream, session, done) {
      void bytesOf(stream).then(async (bytes) => {
        const { from, subject = '', text = '', html = '' } = await PostalMime.parse(bytes);
        mails.push({
          from: from?.address ?? '',
          to: session.envelope.rcptTo.map(({ address }) => address),
          subject,
          text,
          html,
          link: new URL(/https?:\S+/.exec(text)?.[0] ?? 'about:blank'),
        });
        arrived();
        done();
      });
    },
  });
  // A client that hangs up is no failure of the test.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  onTestFinished(close);
  const config: Config = {
    ...defaultConfig(),
    smtpHost: '127.0.0.1',
    smtpPort: port,
    smtpSender: 'Millrace <millrace@example.com>',
  };
  return {
    mails,
    /** The settings by which it is used. */
    config,
    close,
    /** The mails, when there are so many. */
    async received(count: number): Promise<ReceivedMail[]> {
      while (mails.length < count)
        await new Promise<void>((resolve) => {
          arrived = resolve;
        });
      return mails;
    },
  };
};
