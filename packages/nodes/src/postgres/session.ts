/** Connections to PostgreSQL. */
import type { Duplex } from 'node:stream';
import { isObject } from '@millrace/contract/data';
import { type CredentialData, type ExecuteContext, NodeError } from '@millrace/engine/node-api';
import type { Client, ClientConfig, Notification, QueryResult } from 'pg';
import { connectionFailure, serverOf, textOf } from '../connections/server.ts';
import { certificatesOf, tlsOptions } from '../connections/tls.ts';
import type { Rows, Session } from '../sql/batch.ts';
import type { Dialect } from '../sql/dialect.ts';
import { openTunnel } from '../sql/ssh-tunnel.ts';

export const postgresDialect: Dialect = {
  title: 'PostgreSQL',
  quote: '"',
  place: (index) => `$${index}`,
  hasBackslashes: false,
};

/** Lists go into columns of lists as they are, and into others as JSON. */
export const storable = (value: unknown, type: string | undefined): unknown => {
  if (type === 'ARRAY' && Array.isArray(value)) return value;
  return isObject(value) ||
    Array.isArray(value) ||
    (/^jsonb?$/.test(type ?? '') && typeof value !== 'string' && value !== null)
    ? JSON.stringify(value)
    : value;
};

export interface SessionOptions {
  /** Seconds. */
  connectionTimeout?: number;
  largeNumbersOutput?: 'text' | 'numbers';
  usedCredential?: string;
  /** Hears what comes without being asked for, in the order in which it comes. */
  heard?: { notification(message: Notification): void; over(error: Error): void };
}

/** Numbers of the types that may hold more than a number can. */
const largeTypes = new Set([20, 1700]);

const explainConnecting = (error: unknown, credential: CredentialData): NodeError => {
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  if (code === '28P01' || code === '28000')
    return new NodeError('The PostgreSQL server did not accept the user and password', {
      description: message,
      cause: error,
    });
  if (code === '3D000')
    return new NodeError(`There is no database "${textOf(credential, 'database')}" on this PostgreSQL server`, {
      cause: error,
    });
  if (/does not support SSL/.test(message ?? ''))
    return new NodeError('The PostgreSQL server does not offer SSL', {
      description: 'Turn SSL off in the credential.',
      cause: error,
    });
  return connectionFailure(error, serverOf(credential, 5432), 'The PostgreSQL server');
};

/** The database's own words, with what it says besides. */
export const explainQuery = (error: unknown): unknown => {
  const { code, message, detail, hint, severity } = (error ?? {}) as Record<string, string | undefined>;
  if (error instanceof NodeError || severity === undefined) return error;
  const advice = code === '42P18' ? 'Say the type of the query parameter, such as $1::text.' : undefined;
  return new NodeError(message ?? String(error), {
    description: [detail, hint, advice].filter(Boolean).join(' ') || `Code ${code}`,
    cause: error,
  });
};

/** A channel of SSH that behaves as the socket that the client expects. */
const asSocket = (stream: Duplex): Duplex =>
  Object.assign(stream, {
    connect: () => queueMicrotask(() => stream.emit('connect')),
    setNoDelay: () => stream,
    setKeepAlive: () => stream,
    ref: () => stream,
    unref: () => stream,
  });

/** @throws NodeError */
export const openPostgres = async (
  context: Pick<ExecuteContext, 'reach' | 'signal'>,
  credential: CredentialData,
  { connectionTimeout = 30, largeNumbersOutput, usedCredential, heard }: SessionOptions = {},
): Promise<Session> => {
  const server = serverOf(credential, 5432);
  const tunnel = await openTunnel(context, credential, server, usedCredential);
  const address = tunnel ? server.host : await context.reach(server.host, server.port, { credential: usedCredential });
  context.signal.throwIfAborted();
  const { default: pg } = await import('pg');
  const user = textOf(credential, 'user');
  const isLenient = credential.allowUnauthorizedCerts === true;
  const isEncrypted = isLenient || ['allow', 'require'].includes(textOf(credential, 'ssl'));
  const config: ClientConfig = {
    host: address,
    port: server.port,
    user,
    database: textOf(credential, 'database') || user,
    // Also where it is empty: otherwise the client looks for one in the environment and in files.
    password: () => textOf(credential, 'password'),
    ssl: isEncrypted && tlsOptions(server, { certificates: certificatesOf(credential), isLenient }),
    connectionTimeoutMillis: Math.max(0, Number(connectionTimeout) || 0) * 1000,
    keepAlive: true,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        largeNumbersOutput === 'numbers' && largeTypes.has(oid)
          ? Number
          : pg.types.getTypeParser(oid, format as 'text'),
    } as NonNullable<ClientConfig['types']>,
    ...(tunnel && { stream: () => asSocket(tunnel.stream) as never }),
  };
  const client: Client = new pg.Client(config);
  let isOver = false;
  client.on('error', (error) => {
    isOver = true;
    heard?.over(error);
  });
  if (heard) {
    client.on('notification', heard.notification);
    client.on('end', () => heard.over(new Error('The connection was closed')));
  }
  const destroy = () => {
    isOver = true;
    (client as unknown as { connection: { stream: Duplex } }).connection.stream.destroy();
    tunnel?.close();
  };
  context.signal.addEventListener('abort', destroy, { once: true });
  const close = async () => {
    context.signal.removeEventListener('abort', destroy);
    if (isOver) return destroy();
    await client.end();
    tunnel?.close();
  };
  try {
    await client.connect();
  } catch (error) {
    context.signal.removeEventListener('abort', destroy);
    destroy();
    context.signal.throwIfAborted();
    throw explainConnecting(error, credential);
  }
  return {
    async run({ text, values }) {
      try {
        // Without values a text may be several statements, each with its result.
        const result = (await (values.length > 0 ? client.query(text, values) : client.query(text))) as
          | QueryResult
          | QueryResult[];
        return [result].flat().flatMap(({ rows }) => rows as Rows);
      } catch (error) {
        context.signal.throwIfAborted();
        throw isOver ? connectionFailure(error, server, 'The PostgreSQL server') : explainQuery(error);
      }
    },
    close,
    destroy,
  };
};
