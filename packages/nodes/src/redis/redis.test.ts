import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RunNodeOptions, runNode, setUpNode } from '@millrace/engine/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { authority, namedCertificate } from '../connections/certificates.testing.ts';
import { listenWith } from '../connections/listening.testing.ts';
import { freePort, type ServerProcess, startProgram } from '../connections/server-process.testing.ts';
import { expectVerifiedCertificates, ok, ownAuthority, ownCertificate } from '../connections/tls.testing.ts';
import { describeWith } from '../with-program.testing.ts';
import { closeRedis, openRedis, type RedisClient } from './connection.ts';
import { redis } from './redis.node.ts';
import { redisTrigger } from './redis-trigger.node.ts';

describeWith('redis-server', 'Redis', (path) => {
  let server: ServerProcess;
  let tlsPort: number;
  let client: RedisClient;
  const base = () => ({ host: '127.0.0.1', port: server.port, user: '', password: 'secret', database: 0 });
  const credentials = { redis: { id: '1', name: 'Redis' } };

  beforeAll(async () => {
    tlsPort = await freePort();
    server = await startProgram(path, async ({ folder, port }) => {
      const write = async (name: string, content: string) => {
        await writeFile(join(folder, name), content);
        return join(folder, name);
      };
      const lines = [
        `port ${port}`,
        'bind 127.0.0.1',
        `dir ${folder}`,
        'save ""',
        'databases 4',
        'requirepass secret',
        'user reader on >read ~* +get +type +ping +select -@dangerous',
        `tls-port ${tlsPort}`,
        `tls-cert-file ${await write('cert.pem', namedCertificate.cert)}`,
        `tls-key-file ${await write('key.pem', namedCertificate.key)}`,
        `tls-ca-cert-file ${await write('ca.pem', authority)}`,
        'tls-auth-clients no',
      ];
      return [await write('redis.conf', lines.join('\n'))];
    });
    client = await openRedis(setUpNode(redis).context, base() as never);
  });
  afterAll(async () => {
    closeRedis(client);
    await server?.stop();
  });
  beforeEach(async () => void (await client.flushAll()));

  const run = (
    parameters: Record<string, unknown>,
    { credential = {}, ...more }: RunNodeOptions & { credential?: object } = {},
  ) =>
    runNode(redis, {
      parameters: parameters as never,
      credentials,
      host: { credentials: { redis: { ...base(), ...credential } as never } },
      ...more,
    });

  it('sets and gets values of each type, by what they are', async () => {
    const items = [{ v: 'text' }, { v: { a: 1, b: 'x', c: { d: true } } }, { v: [1, 'two'] }, { v: 7 }];
    const set = await run({ operation: 'set', key: '=k{{ $itemIndex }}', value: '={{ $json.v }}' }, { items });
    expect([set.error, set.items]).toEqual([undefined, items.map((json, pairedItem) => ({ json, pairedItem }))]);
    await client.sAdd('k4', ['m']);
    await client.zAdd('k5', { score: 1.5, value: 'z' });
    const got = await run(
      { operation: 'get', key: '=k{{ $itemIndex }}', propertyName: 'out.v' },
      { items: Array.from({ length: 7 }, () => ({})) },
    );
    expect(got.json.map(({ out }) => (out as { v: unknown }).v)).toEqual([
      'text',
      { a: '1', b: 'x', c: '{"d":true}' },
      ['1', 'two'],
      '7',
      ['m'],
      [{ value: 'z', score: 1.5 }],
      null,
    ]);
    expect(got.items[6]?.pairedItem).toBe(6);
    const flat = await run({ operation: 'get', key: 'k0', propertyName: 'a.b', options: { dotNotation: false } });
    expect(flat.json).toEqual([{ 'a.b': 'text' }]);
    expect((await run({ operation: 'get', key: 'k0' })).json).toEqual([{ propertyName: 'text' }]);
    expect((await run({ operation: 'get', key: 'k0', keyType: 'list' })).error?.message).toBe(
      'The key holds a value of another type',
    );
  });

  it.each<[string, object, unknown]>([
    ['hash', { value: '{"a":1}' }, { a: '1' }],
    ['hash', { value: 'a 1 b 2', valueIsJSON: false }, { a: '1', b: '2' }],
    ['list', { value: '["a","b"]' }, ['a', 'b']],
    ['list', { value: 'a' }, ['a']],
    ['sets', { value: 'a b' }, ['a b']],
    ['string', { value: '={{ {a: 1} }}' }, '{"a":1}'],
  ])('sets a %s from %j', async (keyType, value, expected) => {
    const { error } = await run({ operation: 'set', key: 'k', keyType, ...value });
    expect(error).toBeUndefined();
    expect((await run({ operation: 'get', key: 'k', keyType })).json).toEqual([{ propertyName: expected }]);
  });

  it('writes over the entries that a list has, and adds the others', async () => {
    await client.rPush('k', ['1', '2']);
    await run({ operation: 'set', key: 'k', value: '={{ ["a", "b", "c"] }}' });
    expect(await client.lRange('k', 0, -1)).toEqual(['a', 'b', 'c']);
    await run({ operation: 'set', key: 'k', value: '={{ ["z"] }}' });
    expect(await client.lRange('k', 0, -1)).toEqual(['z', 'b', 'c']);
  });

  it('lets keys expire, counts, and deletes', async () => {
    await run({ operation: 'set', key: 'k', value: 'x', expire: true, ttl: 90 });
    expect(await client.ttl('k')).toBeGreaterThan(80);
    const counted = await run({ operation: 'incr', key: 'n', expire: true }, { items: [{}, {}] });
    expect(counted.items).toEqual([
      { json: { n: 1 }, pairedItem: 0 },
      { json: { n: 2 }, pairedItem: 1 },
    ]);
    expect(await client.ttl('n')).toBeGreaterThan(50);
    expect((await run({ operation: 'set', key: 'k', expire: true, ttl: 0.5 })).error?.message).toContain('seconds');
    expect((await run({ operation: 'delete', key: 'k' }, { items: [{ a: 1 }] })).json).toEqual([{ a: 1 }]);
    expect(await client.exists('k')).toBe(0);
  });

  it('finds keys by a pattern', async () => {
    await Promise.all([
      client.set('a:1', 'x'),
      client.hSet('a:2', { f: 'y' }),
      client.set('b', 'z'),
      client.set('a:__proto__', '1'),
    ]);
    expect((await run({ operation: 'keys', keyPattern: 'a:?' })).json).toEqual([{ 'a:1': 'x', 'a:2': { f: 'y' } }]);
    const names = await run({ operation: 'keys', keyPattern: 'a:?', getValues: false });
    expect([names.json[0]?.keys].flat().sort()).toEqual(['a:1', 'a:2']);
    expect((await run({ operation: 'keys', keyPattern: 'none*' })).json).toEqual([{}]);
  });

  it('adds to lists and takes from them, at both ends', async () => {
    const push = (data: string, tail: boolean) => run({ operation: 'push', list: 'l', messageData: data, tail });
    for (const [data, tail] of [
      ['one', true],
      ['={{ {n: 2} }}', true],
      ['zero', false],
    ] as const)
      expect((await push(data, tail)).error).toBeUndefined();
    expect((await run({ operation: 'llen', list: 'l' })).json).toEqual([{ l: 3 }]);
    const pop = async (more: object) => (await run({ operation: 'pop', list: 'l', ...more })).json[0];
    expect(await pop({})).toEqual({ propertyName: 'zero' });
    expect(await pop({ tail: true, propertyName: 'a.b' })).toEqual({ a: { b: { n: 2 } } });
    expect(await pop({})).toEqual({ propertyName: 'one' });
    expect(await pop({})).toEqual({ propertyName: null });
  });

  it('says what the server is, once for all items', async () => {
    await client.set('k', 'x');
    const { items } = await run({}, { items: [{}, {}] });
    expect(items).toHaveLength(1);
    expect(items[0]?.json).toMatchObject({ redis_mode: 'standalone', tcp_port: server.port, db0: { keys: 1 } });
    expect((await run({}, { items: [] })).host.reached).toEqual([]);
  });

  it('uses the database and the user of the credential, over one checked connection', async () => {
    const { host } = await run(
      { operation: 'set', key: 'k', value: 'x' },
      { credential: { database: 2 }, items: [{}, {}] },
    );
    expect(host.reached).toMatchObject([{ host: '127.0.0.1', credential: { type: 'redis', readsSecrets: true } }]);
    expect(await client.exists('k')).toBe(0);
    const reader = { user: 'reader', password: 'read' };
    expect((await run({ operation: 'get', key: 'k' }, { credential: { ...reader, database: 2 } })).json).toEqual([
      { propertyName: 'x' },
    ]);
    expect((await run({ operation: 'delete', key: 'k' }, { credential: reader })).error?.message).toBe(
      'The Redis user may not do this',
    );
  });

  it('goes on after the failure of one item', async () => {
    await client.rPush('list', 'x');
    const items = [{ k: 'a' }, { k: 'list' }, { k: '' }, { k: 'b' }];
    const { outputs } = await run(
      { operation: 'incr', key: '={{ $json.k }}' },
      { items, onError: 'continueErrorOutput' },
    );
    expect(outputs[0]).toEqual([
      { json: { a: 1 }, pairedItem: 0 },
      { json: { b: 1 }, pairedItem: 3 },
    ]);
    expect(outputs[1]?.map(({ json }) => json.error)).toEqual([
      'The key holds a value of another type',
      'There is no name of a key',
    ]);
    await client.set('text', 'x');
    expect((await run({ operation: 'incr', key: 'text' })).error?.message).toBe(
      'The Redis server refused the command: value is not an integer or out of range',
    );
  });

  it('encrypts, and verifies the certificate by the host of the credential', async () => {
    const secure = { port: tlsPort, ssl: true };
    const check = (fields: object) =>
      redis.methods?.credentialTest?.redisConnectionTest?.(
        setUpNode(redis, { host: { reach: () => '127.0.0.1' } }).context,
        { ...base(), ...secure, ...fields } as never,
      );
    await expectVerifiedCertificates(check, { disableTlsVerification: true });
    await client.configSet('tls-auth-clients', 'yes');
    expect(await check({ host: 'localhost', ...ownAuthority })).toMatchObject({
      message: expect.stringContaining('did not accept the client certificate'),
    });
    expect(await check({ host: 'localhost', ...ownAuthority, ...ownCertificate })).toEqual(ok);
    const { error } = await run(
      { operation: 'set', key: 'k', value: 'x' },
      { credential: { ...secure, disableTlsVerification: true, ...ownCertificate } },
    );
    expect(error).toBeUndefined();
  });

  it('tests its credential', async () => {
    const check = (change: object = {}) =>
      redis.methods?.credentialTest?.redisConnectionTest?.(setUpNode(redis).context, { ...base(), ...change } as never);
    expect(await check()).toEqual({ status: 'OK', message: 'Connection successful!' });
    for (const wrong of [{ password: 'wrong' }, { password: '' }])
      expect(await check(wrong)).toMatchObject({
        status: 'Error',
        message: expect.stringMatching(/^The Redis server did not accept the user and password/),
      });
    expect(await check({ database: 99 })).toMatchObject({
      message: expect.stringContaining('no database of this number'),
    });
    expect(await check({ port: 1 })).toMatchObject({
      message: expect.stringMatching(/^The Redis server 127\.0\.0\.1:1 refused/),
    });
  });

  const listen = (parameters: Record<string, unknown>, more: Parameters<typeof listenWith>[1] = {}) =>
    listenWith(redisTrigger, {
      parameters,
      credentials,
      host: { credentials: { redis: base() as never } },
      ...more,
    });

  it('starts with each message of its channels, in their order', async () => {
    const listener = listen({ channels: 'orders, alarms.*' });
    await listener.connected();
    for (const [channel, text] of [
      ['orders', '{"n":1}'],
      ['other', 'x'],
      ['alarms.fire', 'hot'],
    ] as const)
      await run({ operation: 'publish', channel, messageData: text });
    const events = await listener.heard(2);
    expect(events.map(({ items }) => items[0]?.json)).toEqual([
      { channel: 'orders', message: '{"n":1}' },
      { channel: 'alarms.fire', message: 'hot' },
    ]);
  });

  it.each([
    [{ jsonParseBody: true }, { channel: 'c', message: { n: 1 } }],
    [{ onlyMessage: true }, { message: '{"n":1}' }],
    [{ jsonParseBody: true, onlyMessage: true }, { message: { n: 1 } }],
  ])('listens with %j', async (options, expected) => {
    const listener = listen({ channels: 'c', options });
    await listener.connected();
    await run({ operation: 'publish', channel: 'c', messageData: '={{ {n: 1} }}' });
    expect((await listener.heard(1))[0]?.items[0]?.json).toEqual(expected);
  });

  it('ends its listening with a reason: a broken connection, an event that could not be stored', async () => {
    const cut = listen({ channels: 'c' });
    await cut.connected();
    await client.sendCommand(['CLIENT', 'KILL', 'TYPE', 'pubsub']);
    expect(await cut.ended).toMatchObject({ message: expect.stringContaining('closed the connection') });
    const failing = listen({ channels: 'c' }, { onEmit: () => Promise.reject(new Error('The database is away')) });
    await failing.connected();
    await client.publish('c', 'x');
    expect(await failing.ended).toMatchObject({ message: expect.stringContaining('The database is away') });
    expect(await listen({ channels: ' , ' }).ended).toMatchObject({ message: 'There is no channel to listen to' });
  });
});
