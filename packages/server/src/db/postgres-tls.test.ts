import { setUpNode } from '@millrace/engine/testing';
import { loadNodeTypes } from '@millrace/nodes';
import {
  authority,
  expectVerifiedCertificates,
  namedCertificate,
  ok,
  ownAuthority,
  ownCertificate,
} from '@millrace/nodes/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type PostgresServer, startPostgresServer } from './postgres-server.testing.ts';

// A server of its own starts here, since its certificate holds for all who come.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgresServer();
});
afterAll(() => server?.stop());

it('a connection to PostgreSQL is encrypted, and verifies the certificate by the host of the credential', async () => {
  const url = new URL(server.url);
  const client = new pg.Client({ connectionString: `${server.url}postgres` });
  await client.connect();
  const folder = (await client.query('show data_directory')).rows[0].data_directory as string;
  /** The server writes its own files, which nobody else may read. */
  const write = async (name: string, text: string) => {
    const lines = text
      .trim()
      .split('\n')
      .map((line) => client.escapeLiteral(line));
    await client.query(
      `copy (select unnest(array[${lines}])) to program ${client.escapeLiteral(`umask 077; cat > '${folder}/${name}'`)}`,
    );
  };
  await write('server.crt', namedCertificate.cert);
  await write('server.key', namedCertificate.key);
  await write('ca.crt', authority);
  await client.query(`alter system set ssl_ca_file = 'ca.crt'`);
  await client.query('alter system set ssl = on');
  await client.query(`create user carl password 'secret'`);
  const lines = ['hostssl all carl all scram-sha-256 clientcert=verify-ca', 'host all all all password'];
  await write('pg_hba.conf', lines.join('\n'));
  await client.query('select pg_reload_conf()');
  await client.end();

  const node = (await loadNodeTypes(['core.postgres'])).find(({ versions }) => versions.includes(2.6))!;
  const check = (fields: object) =>
    node.methods?.credentialTest?.postgresConnectionTest?.(
      setUpNode(node, { host: { reach: () => '127.0.0.1' } }).context,
      {
        port: Number(url.port),
        database: 'postgres',
        user: url.username,
        password: url.password,
        ssl: 'require',
        ...fields,
      },
    );
  await expectVerifiedCertificates(check, { allowUnauthorizedCerts: true });
  const carl = { host: 'localhost', user: 'carl', password: 'secret', ...ownAuthority };
  expect(await check(carl)).toMatchObject({ status: 'Error', message: expect.stringContaining('did not accept') });
  expect(await check({ ...carl, ...ownCertificate })).toEqual(ok);
});
