/** Connections to MySQL and MariaDB. */
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type CredentialData, type ExecuteContext, NodeError } from '@millrace/engine/node-api';
import type { Connection, ConnectionOptions } from 'mysql2/promise';
import { connectionFailure, type Server, serverOf, textOf } from '../connections/server.ts';
import { certificatesOf, tlsOptions } from '../connections/tls.ts';
import type { Rows, Session } from '../sql/batch.ts';
import type { Dialect } from '../sql/dialect.ts';
import { openTunnel } from '../sql/ssh-tunnel.ts';

export const mySqlDialect: Dialect = {
  title: 'MySQL',
  quote: '`',
  place: () => '?',
  hasBackslashes: true,
};

export interface SessionOptions {
  /** Milliseconds; 0: what the credential says. */
  connectionTimeoutMillis?: number;
  largeNumbersOutput?: 'text' | 'numbers';
  /** Dates and times come as the database writes them. */
  dateStrings?: boolean;
  /** What the database says of a statement that gives no rows stands in their place. */
  givesAnswers?: boolean;
  usedCredential?: string;
}

const explainConnecting = (error: unknown, credential: CredentialData): NodeError => {
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  if (code === 'ER_ACCESS_DENIED_ERROR' || code === 'ER_ACCESS_DENIED_NO_PASSWORD_ERROR')
    return new NodeError('The MySQL server did not accept the user and password', {
      description: message,
      cause: error,
    });
  if (code === 'ER_DBACCESS_DENIED_ERROR')
    return new NodeError('The MySQL server does not let this user into the database', {
      description: message,
      cause: error,
    });
  if (code === 'ER_BAD_DB_ERROR')
    return new NodeError(`There is no database "${textOf(credential, 'database')}" on this MySQL server`, {
      cause: error,
    });
  if (code === 'HANDSHAKE_NO_SSL_SUPPORT' || /does not support secure connection/.test(message ?? ''))
    return new NodeError('The MySQL server does not offer SSL', {
      description: 'Turn SSL off in the credential.',
      cause: error,
    });
  return connectionFailure(error, serverOf(credential, 3306), 'The MySQL server');
};

const explainQuery = (error: unknown): unknown => {
  const { code, sqlMessage } = (error ?? {}) as { code?: string; sqlMessage?: string };
  return sqlMessage ? new NodeError(sqlMessage, { description: `Code ${code}`, cause: error }) : error;
};

const sslOf = (credential: CredentialData, server: Server): ConnectionOptions['ssl'] => {
  const isLenient = credential.allowUnauthorizedCerts === true;
  const { ca, key, cert } = tlsOptions(server, { certificates: certificatesOf(credential), isLenient });
  return { ca, key, cert, rejectUnauthorized: !isLenient, verifyIdentity: !isLenient };
};

/** What the database takes as a value: numbers as text, which fits a column of any type, and what is nested as JSON. */
const storable = (value: unknown): string | Buffer | null => {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (Buffer.isBuffer(value)) return value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** Those of a procedure are lists of lists. */
const rowsOf = (result: unknown): Rows | undefined => {
  if (!Array.isArray(result)) return undefined;
  return Array.isArray(result[0]) ? (result.filter(Array.isArray).flat() as Rows) : (result as Rows);
};

/** @throws NodeError */
export const openMySql = async (
  context: Pick<ExecuteContext, 'reach' | 'signal'>,
  credential: CredentialData,
  {
    connectionTimeoutMillis,
    largeNumbersOutput,
    dateStrings = true,
    givesAnswers = false,
    usedCredential,
  }: SessionOptions = {},
): Promise<Session> => {
  const server = serverOf(credential, 3306);
  const tunnel = await openTunnel(context, credential, server, usedCredential);
  const address = tunnel ? '' : await context.reach(server.host, server.port, { credential: usedCredential });
  context.signal.throwIfAborted();
  const { default: mysql } = await import('mysql2/promise');
  const stream: Duplex = tunnel?.stream ?? connect({ host: address, port: server.port, keepAlive: true });
  // An address is no name that the client asks for in the handshake, so Node would verify the certificate as that of `localhost`.
  Object.assign(stream, { _host: server.host });
  let isOver = false;
  const destroy = () => {
    isOver = true;
    stream.destroy();
    tunnel?.close();
  };
  context.signal.addEventListener('abort', destroy, { once: true });
  let connection: Connection;
  try {
    connection = await mysql.createConnection({
      // The name that the certificate is verified by: the connection is the stream below.
      host: server.host,
      stream: stream as Socket,
      user: textOf(credential, 'user'),
      password: textOf(credential, 'password'),
      database: textOf(credential, 'database') || undefined,
      connectTimeout: Number(connectionTimeoutMillis) || Number(credential.connectTimeout) || 10_000,
      ...(credential.ssl === true && { ssl: sslOf(credential, server) }),
      multipleStatements: false,
      flags: ['-LOCAL_FILES'],
      charset: 'utf8mb4',
      dateStrings,
      supportBigNumbers: true,
      bigNumberStrings: largeNumbersOutput === 'text',
      decimalNumbers: largeNumbersOutput === 'numbers',
    });
  } catch (error) {
    context.signal.removeEventListener('abort', destroy);
    destroy();
    context.signal.throwIfAborted();
    throw explainConnecting(error, credential);
  }
  connection.on('error', () => {
    isOver = true;
  });
  return {
    async run({ text, values }) {
      try {
        const [result] =
          values.length > 0 ? await connection.execute(text, values.map(storable)) : await connection.query(text);
        const rows = rowsOf(result) ?? (givesAnswers ? [result as object] : undefined);
        return rows?.map((row) => ({ ...row }));
      } catch (error) {
        context.signal.throwIfAborted();
        throw isOver ? connectionFailure(error, server, 'The MySQL server') : explainQuery(error);
      }
    },
    async close() {
      context.signal.removeEventListener('abort', destroy);
      if (!isOver) await connection.end();
      destroy();
    },
    destroy,
  };
};
