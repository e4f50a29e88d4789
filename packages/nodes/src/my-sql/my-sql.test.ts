import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type RunNodeOptions, runNode, setUpNode } from '@millrace/engine/testing';
import mysql, { type Connection } from 'mysql2/promise';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { authority, namedCertificate } from '../connections/certificates.testing.ts';
import { type ServerProcess, startProgram } from '../connections/server-process.testing.ts';
import { startSshd } from '../connections/ssh-server.testing.ts';
import { expectVerifiedCertificates, ok, ownAuthority, ownCertificate } from '../connections/tls.testing.ts';
import { describeWith } from '../with-program.testing.ts';
import { mySqlNode } from './my-sql.node.ts';
import { mySqlNodeV1 } from './my-sql-v1.node.ts';

const credentials = { mySql: { id: '1', name: 'Database' } };
const table = { __rl: true, mode: 'name', value: 'people' };
const hostile = 'a`; drop table people; -- ';

describeWith('mariadbd', 'MySQL', (program) => {
  let server: ServerProcess;
  let client: Connection;
  const credential = () => ({
    host: '127.0.0.1',
    port: server.port,
    database: 'shop',
    user: 'ada',
    password: 'secret',
    connectTimeout: 10_000,
    ssl: false,
  });

  beforeAll(async () => {
    server = await startProgram(program, async ({ folder, port }) => {
      const data = join(folder, 'data');
      const { username } = userInfo();
      const first = join(folder, 'first.sql');
      await writeFile(
        first,
        `CREATE DATABASE shop;\nCREATE USER 'ada'@'127.0.0.1' IDENTIFIED BY 'secret';\nGRANT ALL ON shop.* TO 'ada'@'127.0.0.1';\nCREATE USER 'carl'@'127.0.0.1' IDENTIFIED BY 'secret' REQUIRE X509;\nGRANT ALL ON shop.* TO 'carl'@'127.0.0.1';\n`,
      );
      await promisify(execFile)('mariadb-install-db', [
        '--no-defaults',
        `--datadir=${data}`,
        `--user=${username}`,
        '--skip-test-db',
        '--auth-root-authentication-method=normal',
      ]);
      const write = async (name: string, content: string) => {
        await writeFile(join(folder, name), content);
        return join(folder, name);
      };
      return [
        '--no-defaults',
        `--ssl-ca=${await write('ca.pem', authority)}`,
        `--ssl-cert=${await write('cert.pem', namedCertificate.cert)}`,
        `--ssl-key=${await write('key.pem', namedCertificate.key)}`,
        `--datadir=${data}`,
        `--user=${username}`,
        `--socket=${join(folder, 'socket')}`,
        `--port=${port}`,
        '--bind-address=127.0.0.1',
        '--skip-name-resolve',
        '--innodb-flush-log-at-trx-commit=0',
        '--innodb-buffer-pool-size=8M',
        `--init-file=${first}`,
      ];
    });
    client = await mysql.createConnection({ ...credential(), ssl: undefined, multipleStatements: true });
  }, 120_000);
  afterAll(async () => {
    await client?.end();
    await server?.stop();
  });
  beforeEach(async () => {
    await client.query(
      `DROP TABLE IF EXISTS people;
       CREATE TABLE people (id int AUTO_INCREMENT PRIMARY KEY, name varchar(50) UNIQUE, age int, big bigint, born datetime);
       INSERT INTO people (name, age) VALUES ('Ada', 36), ('Bob', 41), ('Cy', null)`,
    );
  });

  const run = (parameters: object, more: Partial<RunNodeOptions> = {}) =>
    runNode(mySqlNode, {
      typeVersion: 2.5,
      parameters: { table, ...parameters } as never,
      credentials,
      host: { credentials: { mySql: credential() as never } },
      items: [{}],
      ...more,
    });
  const rows = async () =>
    (await client.query('SELECT name, age FROM people ORDER BY id'))[0] as { name: string; age: number }[];
  const query = (text: string, options: object = {}) => ({ operation: 'executeQuery', query: text, options });
  const sent = (values: Record<string, unknown>, more: object = {}) => ({
    dataMode: 'defineBelow',
    valuesToSend: { values: Object.entries(values).map(([column, value]) => ({ column, value })) },
    ...more,
  });
  const done = [{ json: { success: true }, pairedItem: [{ item: 0 }] }];

  it('gives the rows of each item, linked to it, and connects only where there is one', async () => {
    const text = 'SELECT name FROM people WHERE age >= $1 ORDER BY id LIMIT $2';
    const items = [{ n: 40 }, { n: 0 }, { n: 99 }];
    const found = await run(query(text, { queryReplacement: '={{ $json.n }}, 5' }), { items });
    expect(found.error).toBeUndefined();
    expect(found.items).toEqual([
      { json: { name: 'Bob' }, pairedItem: 0 },
      { json: { name: 'Ada' }, pairedItem: 1 },
      { json: { name: 'Bob' }, pairedItem: 1 },
    ]);
    const none = await run(query(text), { items: [] });
    expect([none.items, none.host.reached]).toEqual([[], []]);
  });

  it('takes values as values, whatever is in them', async () => {
    const items = [{ name: "x\\'; drop table people; -- ", object: { age: 1 } }];
    const json = async (text: string, queryReplacement: unknown) =>
      (await run(query(text, { queryReplacement }), { items })).json;
    expect(await json('SELECT $1 AS a', '={{ $json.name }}')).toEqual([{ a: items[0]?.name }]);
    expect(await json('SELECT name FROM people WHERE name = $1', '={{ $json.object }}')).toEqual([]);
    expect(await json("SELECT '$1' AS a, $1 AS b # $9", 'x')).toEqual([{ a: '$1', b: 'x' }]);
    expect(await json('SELECT $1:name FROM $2:name LIMIT 1', 'age, people')).toEqual([{ age: 36 }]);
    expect((await run(query('SELECT $1:name FROM people', { queryReplacement: hostile }))).error?.message).toContain(
      'Unknown column',
    );
    expect(await rows()).toHaveLength(3);
  });

  it('executes several statements, and says that it did', async () => {
    const both = await run(query("UPDATE people SET age = 1; DELETE FROM people WHERE name = 'a;b';"));
    expect([both.error, both.items]).toEqual([undefined, done]);
    expect((await rows()).map(({ age }) => age)).toEqual([1, 1, 1]);
    expect((await run(query('SELECT 1 FROM people WHERE 1 = 2'))).json).toEqual([]);
    const local = await run(query("LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE people"));
    expect(local.error).toBeDefined();
    expect(await rows()).toHaveLength(3);
  });

  it('inserts, updates and upserts', async () => {
    const added = await run(
      { operation: 'insert' },
      {
        items: [
          { name: "D'i", big: 1 },
          { name: 'Ed', age: 2 },
        ],
      },
    );
    expect([added.error, added.json]).toEqual([undefined, [{ success: true }]]);
    expect((await rows()).slice(3)).toEqual([
      { name: "D'i", age: null },
      { name: 'Ed', age: 2 },
    ]);
    const again = { operation: 'insert', ...sent({ name: 'Ed' }) };
    expect((await run(again)).error?.message).toContain('Duplicate entry');
    expect((await run({ ...again, options: { skipOnConflict: true, priority: 'HIGH_PRIORITY' } })).items).toEqual(done);
    const match = { columnToMatchOn: 'name', valueToMatchOn: 'Ada' };
    expect((await run({ operation: 'update', ...sent({ age: '={{ 37 }}' }, match) })).items).toEqual(done);
    const upsert = { operation: 'upsert', columnToMatchOn: 'name' };
    expect(
      (
        await run(upsert, {
          items: [
            { name: 'Bob', age: 5 },
            { name: 'Fay', age: 6 },
          ],
        })
      ).error,
    ).toBeUndefined();
    expect((await rows()).map(({ age }) => age)).toEqual([37, 5, null, null, 2, 6]);
  });

  it('selects by conditions, in an order, up to a limit', async () => {
    const where = (...values: object[]) => ({ where: { values } });
    const names = async (parameters: object) =>
      (await run({ operation: 'select', ...parameters })).json.map(({ name }) => name);
    expect(await names({})).toEqual(['Ada', 'Bob', 'Cy']);
    expect(await names(where({ column: 'age', condition: '>', value: 36 }))).toEqual(['Bob']);
    expect(await names(where({ column: 'age', condition: 'IS NULL' }))).toEqual(['Cy']);
    const either = where({ column: 'name', value: 'Ada' }, { column: 'name', value: 'Cy' });
    expect(await names({ ...either, options: { combineConditions: 'OR' } })).toEqual(['Ada', 'Cy']);
    const sort = { values: [{ column: 'name', direction: 'DESC' }] };
    expect(await names({ sort, limit: 2 })).toEqual(['Cy', 'Bob']);
    await client.query("UPDATE people SET born = '2026-01-02 03:04:05', big = 9007199254740993, age = 1");
    const options = { outputColumns: ['big', 'born'], selectDistinct: true };
    expect((await run({ operation: 'select', options })).json).toEqual([
      { big: '9007199254740993', born: '2026-01-02 03:04:05' },
    ]);
  });

  it('deletes rows, empties and drops tables', async () => {
    const where = { values: [{ column: 'name', value: 'Bob' }] };
    expect((await run({ operation: 'deleteTable', deleteCommand: 'delete', where })).items).toEqual(done);
    expect(await rows()).toHaveLength(2);
    expect((await run({ operation: 'deleteTable' })).items).toEqual(done);
    expect(await rows()).toEqual([]);
    expect((await run({ operation: 'deleteTable', deleteCommand: 'drop' })).items).toEqual(done);
    await expect(rows()).rejects.toThrow("doesn't exist");
  });

  it('does all or nothing, or each by itself', async () => {
    const insert = (queryBatching: string) => ({
      operation: 'insert',
      ...sent({ name: '={{ $json.n }}' }),
      options: { queryBatching },
    });
    const items = [{ n: 'Di' }, { n: 'Ada' }, { n: 'Ed' }];
    for (const batching of ['multiple', 'transaction']) {
      const { outputs } = await run(insert(batching), { items, onError: 'continueErrorOutput' });
      expect(outputs[1]?.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2]);
      expect(await rows()).toHaveLength(3);
    }
    const alone = await run(insert('independently'), { items, onError: 'continueErrorOutput' });
    expect(alone.outputs.map((list) => list?.map(({ pairedItem }) => pairedItem))).toEqual([[0, 2], [1]]);
    expect(await rows()).toHaveLength(5);
  });

  it('takes names only as names, and no limits, orders or conditions that are none', async () => {
    const bad = [
      { operation: 'select', table: { ...table, value: hostile } },
      { operation: 'select', options: { outputColumns: [hostile] } },
      { operation: 'select', where: { values: [{ column: hostile, value: 1 }] } },
      { operation: 'select', where: { values: [{ column: 'name', value: '={{ ({ a: 1 }) }}' }] } },
      { operation: 'select', sort: { values: [{ column: hostile }] } },
      { operation: 'select', sort: { values: [{ column: 'name', direction: '={{ "ASC; drop table people" }}' }] } },
      { operation: 'select', limit: '={{ "1; drop table people" }}' },
      { operation: 'insert', ...sent({ [hostile]: 1 }) },
      { operation: 'insert', ...sent({ name: 'Z' }), options: { priority: '={{ "INTO people" }}' } },
      { operation: 'update', ...sent({ age: 1 }, { columnToMatchOn: hostile, valueToMatchOn: 1 }) },
      { operation: 'deleteTable', deleteCommand: '={{ "drop table people" }}' },
    ];
    for (const parameters of bad) {
      const { error } = await run(parameters);
      expect(error, JSON.stringify(parameters)).toBeDefined();
      // A name that was taken for more than a name would have broken the statement.
      expect(error?.message).not.toMatch(/syntax/i);
    }
    expect(await rows()).toHaveLength(3);
  });

  it('runs what the first version has stored', async () => {
    const old = (parameters: object, items: object[] = [{}]) =>
      runNode(mySqlNodeV1, {
        parameters: { table, ...parameters } as never,
        credentials,
        host: { credentials: { mySql: credential() as never } },
        items: items as never,
      });
    const added = await old({ columns: 'name, age' }, [{ name: 'Di', age: 1, x: 1 }, { name: 'Ed' }]);
    expect([added.error, added.items]).toMatchObject([
      undefined,
      [{ json: { affectedRows: 2, insertId: 4 }, pairedItem: 0 }],
    ]);
    const ignored = { columns: 'name', options: { ignore: true } };
    expect((await old(ignored, [{ name: 'Ed' }])).json).toMatchObject([{ affectedRows: 0 }]);
    const update = { operation: 'update', updateKey: 'name', columns: 'age' };
    expect((await old(update, [{ name: 'Di', age: 2 }])).json).toMatchObject([{ affectedRows: 1 }]);
    expect((await old(query("SELECT age FROM people WHERE name = 'Di'"))).json).toEqual([{ age: 2 }]);
    expect((await old({ columns: hostile }, [{ [hostile]: 1 }])).error?.message).toContain('Unknown column');
    expect(await rows()).toHaveLength(5);
  });

  it('ends with the execution', async () => {
    const stop = new AbortController();
    const running = run(query('SELECT SLEEP(600)'), { request: { signal: stop.signal } });
    const isRunning = async () =>
      (
        (
          await client.query("SELECT 1 FROM information_schema.processlist WHERE info = 'SELECT SLEEP(600)'")
        )[0] as unknown[]
      ).length > 0;
    while (!(await isRunning())) await new Promise((resolve) => setImmediate(resolve));
    stop.abort();
    expect((await running).run.status).toBe('canceled');
  });

  it('offers tables and columns', async () => {
    const { context } = setUpNode(mySqlNode, {
      parameters: { operation: 'insert', table } as never,
      credentials,
      host: { credentials: { mySql: credential() as never } },
    });
    const methods = mySqlNode.methods as unknown as Record<
      string,
      Record<string, (...given: unknown[]) => Promise<unknown>>
    >;
    expect(await methods.search?.searchTables?.(context, { filter: 'PEOP' })).toEqual({
      results: [{ name: 'people', value: 'people' }],
    });
    const columns = (await methods.options?.getColumns?.(context)) as { value: string }[];
    expect(columns.map(({ value }) => value)).toEqual(['id', 'name', 'age', 'big', 'born']);
  });

  it.each([
    ['all right', {}, /^Connection successful!$/],
    ['another password', { password: 'wrong' }, /did not accept the user and password/],
    ['another database', { database: 'nowhere' }, /does not let this user into the database/],
    ['a port where nobody listens', { port: 1 }, /127\.0\.0\.1:1 refused the connection/],
  ])('tests credentials: %s', async (_, change, message) => {
    const given = { ...credential(), ...change } as never;
    const result = await mySqlNode.methods?.credentialTest?.mysqlConnectionTest?.(setUpNode(mySqlNode).context, given);
    expect(result?.message).toMatch(message);
  });

  it('encrypts, and verifies the certificate by the host of the credential', async () => {
    const check = (fields: object) =>
      mySqlNode.methods?.credentialTest?.mysqlConnectionTest?.(
        setUpNode(mySqlNode, { host: { reach: () => '127.0.0.1' } }).context,
        { ...credential(), ssl: true, ...fields } as never,
      );
    await expectVerifiedCertificates(check, { allowUnauthorizedCerts: true });
    const carl = { host: 'localhost', user: 'carl', ...ownAuthority };
    expect(await check(carl)).toMatchObject({ status: 'Error' });
    expect(await check({ ...carl, ...ownCertificate })).toEqual(ok);
  });

  describeWith('sshd', 'through SSH', (sshProgram) => {
    it('reaches the database through a server with SSH', async () => {
      const ssh = await startSshd(sshProgram);
      onTestFinished(() => ssh.stop());
      const tunnel = {
        ...credential(),
        sshTunnel: true,
        sshAuthenticateWith: 'privateKey',
        sshHost: ssh.credential.host,
        sshPort: ssh.credential.port,
        sshUser: ssh.credential.username,
        privateKey: ssh.keys.plain,
      };
      const through = (change: object) =>
        run(query('SELECT count(*) AS n FROM people'), {
          host: { credentials: { mySql: { ...tunnel, ...change } as never } },
        });
      const found = await through({});
      expect([found.error, found.json]).toEqual([undefined, [{ n: 3 }]]);
      expect(found.host.reached).toMatchObject([{ host: '127.0.0.1', port: ssh.port, credential: { type: 'mySql' } }]);
      expect((await through({ port: 1 })).error?.message).toBe('The SSH server could not reach 127.0.0.1:1');
      expect((await through({ password: 'wrong' })).error?.message).toContain('did not accept the user and password');
    });
  });
});
