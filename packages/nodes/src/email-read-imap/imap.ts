/** Connections to IMAP servers. */
import { type CredentialData, type ExecuteContext, NodeError } from '@millrace/engine/node-api';
import type { ImapFlow } from 'imapflow';
import { connectionFailure, serverOf, textOf } from '../connections/server.ts';
import { tlsOptions } from '../connections/tls.ts';

/** Milliseconds. */
const limits = { connection: 20_000, greeting: 20_000, silence: 300_000, idle: 240_000, rest: 50 };

interface ImapFailure {
  authenticationFailed?: boolean;
  responseText?: string;
}

/** Whether the server has refused something. */
export const isAnswer = (error: unknown): boolean => typeof (error as ImapFailure | null)?.responseText === 'string';

/** What the server has said, or what became of the connection. */
export const explainImap = (error: unknown, credential: CredentialData): NodeError => {
  if (error instanceof NodeError) return error;
  const { authenticationFailed, responseText } = (error ?? {}) as ImapFailure;
  if (authenticationFailed)
    return new NodeError('The mail server did not accept the user name and password', {
      description: responseText,
      cause: error,
    });
  if (responseText) return new NodeError(`The mail server answered: ${responseText}`, { cause: error });
  return connectionFailure(error, serverOf(credential, 993), 'The mail server');
};

/** Signed in. It ends with the signal. @param allowUnauthorizedCerts where the credential does not say so. @throws NodeError */
export const openImap = async (
  context: Pick<ExecuteContext, 'reach' | 'signal'>,
  credential: CredentialData,
  options: { usedCredential?: string; allowUnauthorizedCerts?: boolean } = {},
): Promise<ImapFlow> => {
  const { ImapFlow: Client } = await import('imapflow');
  const server = serverOf(credential, 993);
  const address = await context.reach(server.host, server.port, { credential: options.usedCredential });
  context.signal.throwIfAborted();
  const isLenient = credential.allowUnauthorizedCerts === true || options.allowUnauthorizedCerts === true;
  const tls = tlsOptions(server, { isLenient });
  const client = new Client({
    host: address,
    port: server.port,
    secure: credential.secure !== false,
    servername: tls.servername,
    tls,
    auth: { user: textOf(credential, 'user'), pass: textOf(credential, 'password') },
    clientInfo: { name: 'Millrace' },
    logger: false,
    connectionTimeout: limits.connection,
    greetingTimeout: limits.greeting,
    socketTimeout: limits.silence,
    // The server tells of new mails as soon as nothing else is asked of it.
    autoIdleDelay: limits.rest,
    maxIdleTime: limits.idle,
  });
  // Whatever is wrong comes from what was asked of it; nobody else listens.
  client.on('error', () => {});
  const close = () => client.close();
  context.signal.addEventListener('abort', close, { once: true });
  client.once('close', () => context.signal.removeEventListener('abort', close));
  try {
    await client.connect();
  } catch (error) {
    client.close();
    context.signal.throwIfAborted();
    throw explainImap(error, credential);
  }
  return client;
};
