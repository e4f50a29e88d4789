/** The connection to a mail server that takes mails. */
import { type CredentialData, type ExecuteContext, NodeError } from '@millrace/engine/node-api';
import { connectionFailure, serverOf, textOf, untilStopped } from '../connections/server.ts';
import { tlsOptions } from '../connections/tls.ts';

/** Milliseconds for each step of the conversation. */
const timeouts = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 };
const defaultPort = 465;

export interface SmtpOptions {
  allowUnauthorizedCerts: boolean;
}

type Context = Pick<ExecuteContext, 'reach' | 'signal'>;

interface SmtpFailure {
  code?: unknown;
  response?: unknown;
  command?: unknown;
}

/** What the server has said, or what became of the connection. */
const explain = (error: unknown, credential: CredentialData): NodeError => {
  if (error instanceof NodeError) return error;
  const { code, response } = (error ?? {}) as SmtpFailure;
  const said = typeof response === 'string' ? response : undefined;
  const message = error instanceof Error ? error.message : String(error);
  switch (code) {
    case 'EAUTH':
      return new NodeError('The mail server did not accept the user name and password', {
        description: said ?? message,
        cause: error,
      });
    case 'ENOAUTH':
      return new NodeError('The mail server asks for a user name and a password', { cause: error });
    case 'EENVELOPE':
      return new NodeError('The mail server did not accept the sender or the recipients', {
        description: said ?? message,
        cause: error,
      });
    case 'EMESSAGE':
      return new NodeError('The mail server did not accept the mail', { description: said ?? message, cause: error });
  }
  const server = serverOf(credential, defaultPort);
  if (said) return new NodeError(`The mail server ${server.host} answered: ${said}`, { cause: error });
  return connectionFailure(error, server, 'The mail server');
};

/** @throws NodeError */
const openSmtp = async (
  context: Context,
  credential: CredentialData,
  { allowUnauthorizedCerts }: SmtpOptions,
  usedCredential?: string,
) => {
  const { createTransport } = await import('nodemailer');
  const server = serverOf(credential, defaultPort);
  const [user, pass] = [textOf(credential, 'user'), textOf(credential, 'password')];
  return createTransport({
    host: await context.reach(server.host, server.port, { credential: usedCredential }),
    port: server.port,
    secure: credential.secure !== false,
    ignoreTLS: credential.secure === false && credential.disableStartTls === true,
    auth: user || pass ? { user, pass } : undefined,
    name: textOf(credential, 'hostName') || undefined,
    tls: tlsOptions(server, { isLenient: allowUnauthorizedCerts }),
    // Nothing that a workflow writes into a mail names a file or an address to be fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
    pool: true,
    maxConnections: 1,
    maxMessages: Number.POSITIVE_INFINITY,
    ...timeouts,
  });
};

type Transport = Awaited<ReturnType<typeof openSmtp>>;
export type Mail = NonNullable<Parameters<Transport['sendMail']>[0]>;
/** What the server has said; see nodemailer. */
export type SentMail = object;

/** Sends mails over one connection, which is opened by the first. */
export interface MailSender {
  /** @throws NodeError */
  send(mail: Mail, options: SmtpOptions): Promise<SentMail>;
  close(): void;
}

export const createMailSender = (context: Context, credential: CredentialData): MailSender => {
  let open: { transport: Transport; options: SmtpOptions } | undefined;
  const close = () => {
    open?.transport.close();
    open = undefined;
  };
  return {
    async send(mail, options) {
      if (open?.options.allowUnauthorizedCerts !== options.allowUnauthorizedCerts) close();
      open ??= { transport: await openSmtp(context, credential, options, 'smtp'), options };
      const { transport } = open;
      try {
        return await untilStopped(context, close, () => transport.sendMail(mail));
      } catch (error) {
        context.signal.throwIfAborted();
        throw explain(error, credential);
      }
    },
    close,
  };
};

/** Signs in and says goodbye. @throws NodeError */
export const verifySmtp = async (context: Context, credential: CredentialData): Promise<void> => {
  const transport = await openSmtp(context, credential, { allowUnauthorizedCerts: false });
  try {
    await untilStopped(
      context,
      () => transport.close(),
      () => transport.verify(),
    );
  } catch (error) {
    context.signal.throwIfAborted();
    throw explain(error, credential);
  } finally {
    transport.close();
  }
};
