/** What clients of other protocols than HTTP have in common: where they connect, and what their failures are called. */
import {
  type CredentialData,
  type CredentialTestResult,
  type ExecuteContext,
  NodeError,
} from '@millrace/engine/node-api';

export interface Server {
  host: string;
  port: number;
}

export const textOf = (credential: CredentialData, field: string): string => {
  const value = credential[field];
  return typeof value === 'string' ? value : value === undefined || value === null ? '' : String(value);
};

export const serverOf = (credential: CredentialData, defaultPort: number): Server => ({
  host: textOf(credential, 'host').trim(),
  port: Number(credential.port ?? defaultPort) || defaultPort,
});

/** The codes and words of a failure, however deep they lie. */
const wordsOf = (error: unknown): string => {
  const parts: string[] = [];
  for (let at: unknown = error, depth = 0; typeof at === 'object' && at !== null && depth < 5; depth++) {
    const { code, message, errors, cause } = at as Record<string, unknown>;
    parts.push(String(code ?? ''), String(message ?? ''));
    at = cause ?? (Array.isArray(errors) ? errors[0] : undefined);
  }
  return parts.join(' ');
};

const silence =
  'Check host and port. A server that expects SSL/TLS from the start says nothing to whoever speaks plainly, and the reverse.';

const reasons: [RegExp, (server: string) => string, string?][] = [
  [
    /ECONNREFUSED/,
    (server) => `${server} refused the connection`,
    'Nothing listens at this port, or a firewall turns the call away.',
  ],
  [/ETIMEDOUT|ETIMEOUT|timed? ?out|Timeout|timeout/, (server) => `${server} did not answer in time`, silence],
  [
    /alert (certificate required|bad certificate|certificate unknown|unknown ca)/,
    (server) => `${server} did not accept the client certificate`,
    'It asks its clients for a certificate of an authority that it knows.',
  ],
  [
    /wrong version number|packet length too long|WRONG_VERSION_NUMBER|EPROTO|unexpected message|http request|tlsv1 alert|handshake failure/,
    (server) => `${server} does not speak SSL/TLS at this port as was asked for`,
    'Turn SSL/TLS on or off, or use the port that goes with it.',
  ],
  [
    /CERT_|self.signed|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT|altnames|certificate/,
    (server) => `The certificate of ${server.replace(/^The/, 'the')} was not accepted`,
  ],
  [/EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL/, (server) => `${server} cannot be reached from here`],
  [
    /ECONNRESET|EPIPE|ECONNCLOSED|closed|ended|NoConnection|socket hang up/,
    (server) => `${server} closed the connection`,
  ],
];

/** What a failure of a connection is called. @param what the server as people call it, such as `The mail server` */
export const connectionFailure = (error: unknown, { host, port }: Server, what: string): NodeError => {
  if (error instanceof NodeError) return error;
  const words = wordsOf(error);
  const detail = error instanceof Error ? error.message : String(error);
  const named = `${what} ${host}:${port}`;
  const reason = reasons.find(([pattern]) => pattern.test(words));
  if (!reason) return new NodeError(`${named} could not be used: ${detail}`, { cause: error });
  const [, message, description] = reason;
  return new NodeError(message(named), { description: description ?? detail, cause: error });
};

/** Ends what a client does when the node is stopped: few clients take a signal. @param close ends the connection */
export const untilStopped = async <T>(
  { signal }: Pick<ExecuteContext, 'signal'>,
  close: () => void,
  work: () => Promise<T>,
): Promise<T> => {
  signal.throwIfAborted();
  const stopped = Promise.withResolvers<never>();
  const stop = () => {
    close();
    stopped.reject(signal.reason);
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work(), stopped.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
};

/** Milliseconds that people wait for the test of a credential. */
const patience = 8_000;

const unanswered = () =>
  new NodeError(`The server did not answer within ${patience / 1000} seconds`, { description: silence });

/** A test of a credential that connects. @param connect throws what is wrong; its context ends when nobody waits any longer */
export const testConnection = async <C extends Pick<ExecuteContext, 'signal'>>(
  context: C,
  connect: (context: C) => Promise<unknown>,
): Promise<CredentialTestResult> => {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(unanswered()), patience);
  const signal = AbortSignal.any([context.signal, limit.signal]);
  try {
    await untilStopped(
      { signal },
      () => {},
      () => connect({ ...context, signal }),
    );
    return { status: 'OK', message: 'Connection successful!' };
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    const { message, description } = error;
    return { status: 'Error', message: description ? `${message}. ${description}` : message };
  } finally {
    clearTimeout(timer);
  }
};
