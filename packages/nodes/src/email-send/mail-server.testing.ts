import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';
import { serverCertificate } from '../connections/certificates.testing.ts';

export interface ReceivedMail extends Email {
  /** Of the envelope. */
  recipients: string[];
}

/** A real mail server of the loopback, with a certificate that nobody has reason to trust; `ada` may sign in with `secret`. Connections are counted. */
export const startMailServer = async (options: SMTPServerOptions = {}) => {
  const mails: ReceivedMail[] = [];
  let connections = 0;
  const server = new SMTPServer({
    ...serverCertificate,
    authOptional: true,
    disableReverseLookup: true,
    // Nothing of a test waits for a client that says goodbye late.
    closeTimeout: 1,
    onAuth: ({ username, password }, _session, done) =>
      username === 'ada' && password === 'secret'
        ? done(null, { user: 'ada' })
        : done(new Error('Invalid username or password')),
    onConnect(_session, done) {
      connections++;
      done();
    },
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('nobody') ? Object.assign(new Error('No such user'), { responseCode: 550 }) : null),
    onData(stream, session, done) {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(pieces)).then((mail) => {
          mails.push({ ...mail, recipients: session.envelope.rcptTo.map(({ address }) => address) });
          done();
        });
      });
    },
    ...options,
  });
  // A client that hangs up is no failure of the test.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return {
    mails,
    connections: () => connections,
    credential: { host: '127.0.0.1', port, secure: options.secure === true, user: 'ada', password: 'secret' },
  };
};
