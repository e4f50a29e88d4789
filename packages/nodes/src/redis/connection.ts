/** Connections to Redis servers. */
import { type CredentialData, type ExecuteContext, NodeError } from '@millrace/engine/node-api';
import type { RedisClientType } from '@redis/client';
import { connectionFailure, type Server, serverOf, textOf } from '../connections/server.ts';
import { certificatesOf, tlsOptions } from '../connections/tls.ts';

export type RedisClient = RedisClientType<Record<string, never>, Record<string, never>, Record<string, never>, 2>;

/** Milliseconds. */
const patience = 10_000;

const refusals: [RegExp, (detail: string) => NodeError][] = [
  [
    /^(WRONGPASS|NOAUTH)|invalid password|without any password configured|wrong number of arguments for 'auth'/,
    (description) => new NodeError('The Redis server did not accept the user and password', { description }),
  ],
  [/^NOPERM/, (description) => new NodeError('The Redis user may not do this', { description })],
  [/^WRONGTYPE/, (description) => new NodeError('The key holds a value of another type', { description })],
  [
    /DB index is out of range|invalid DB index/,
    (description) => new NodeError('The Redis server has no database of this number', { description }),
  ],
];

/** What the server or the connection to it says, in plain words. */
export const explainRedis = (error: unknown, credential: CredentialData): NodeError => {
  if (error instanceof NodeError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const refusal = refusals.find(([pattern]) => pattern.test(message));
  if (refusal) return refusal[1](message);
  // Replies of the server begin with a word in capitals.
  if (/^[A-Z]{2,}\b/.test(message) && (error as { code?: unknown }).code === undefined)
    return new NodeError(`The Redis server refused the command: ${message.replace(/^ERR /, '')}`, { cause: error });
  return connectionFailure(error, serverOf(credential, 6379), 'The Redis server');
};

const tlsOf = (credential: CredentialData, server: Server) => {
  if (credential.ssl !== true) return {};
  const isLenient = credential.disableTlsVerification === true;
  return { tls: true as const, ...tlsOptions(server, { certificates: certificatesOf(credential), isLenient }) };
};

/**
 * Connected once: who wants it for longer connects anew, to the address that the name has then.
 * @param usedCredential type of the node's credential, whose own limits hold
 * @throws NodeError
 */
export const openRedis = async (
  context: Pick<ExecuteContext, 'reach' | 'signal'>,
  credential: CredentialData,
  usedCredential?: string,
): Promise<RedisClient> => {
  const { createClient } = await import('@redis/client');
  const server = serverOf(credential, 6379);
  const host = await context.reach(server.host, server.port, { credential: usedCredential });
  context.signal.throwIfAborted();
  const client = createClient({
    RESP: 2,
    socket: {
      host,
      port: server.port,
      connectTimeout: patience,
      reconnectStrategy: false,
      ...tlsOf(credential, server),
    },
    username: textOf(credential, 'user') || undefined,
    password: textOf(credential, 'password') || undefined,
    database: Number(credential.database ?? 0) || 0,
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
  }) as RedisClient;
  // Commands fail by themselves; without a listener this would end the process.
  client.on('error', () => {});
  const close = () => closeRedis(client);
  context.signal.addEventListener('abort', close, { once: true });
  client.once('end', () => context.signal.removeEventListener('abort', close));
  try {
    await client.connect();
  } catch (error) {
    closeRedis(client);
    context.signal.throwIfAborted();
    throw explainRedis(error, credential);
  }
  return client;
};

/** At once; also one that is closed already. */
export const closeRedis = (client: RedisClient | undefined): void => {
  if (client?.isOpen) client.destroy();
};
