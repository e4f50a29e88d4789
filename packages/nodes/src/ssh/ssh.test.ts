import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createFakeHost, type RunNodeOptions, runNode, setUpNode } from '@millrace/engine/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startPasswordServer, startSshd } from '../connections/ssh-server.testing.ts';
import { describeWith } from '../with-program.testing.ts';
import { ssh } from './ssh.node.ts';

const check = (data: Record<string, unknown>) =>
  ssh.methods?.credentialTest?.sshConnectionTest?.(setUpNode(ssh).context, data as never);

describeWith('sshd', 'SSH', (path) => {
  let server: Awaited<ReturnType<typeof startSshd>>;
  beforeAll(async () => {
    server = await startSshd(path);
  });
  afterAll(() => server.stop());

  const host = () =>
    createFakeHost({ credentials: { sshPrivateKey: { ...server.credential, privateKey: server.keys.plain } } });
  const run = (parameters: Record<string, unknown>, more: RunNodeOptions = {}) =>
    runNode(ssh, {
      parameters: { authentication: 'privateKey', ...parameters } as never,
      credentials: { sshPrivateKey: { id: '1', name: 'Key' } },
      host: host(),
      ...more,
    });
  const inFolder = (name: string) => join(server.folder, name);

  it('runs a command for each item over one connection, in the folder that is named', async () => {
    const items = [{ n: 1 }, { n: 2 }];
    const { items: output, host: used } = await run(
      { command: '=pwd; echo {{ $json.n }} >&2; exit {{ $json.n }}' },
      { items },
    );
    expect(output).toEqual([
      { json: { code: 1, signal: null, stdout: '/', stderr: '1' }, pairedItem: 0 },
      { json: { code: 2, signal: null, stdout: '/', stderr: '2' }, pairedItem: 1 },
    ]);
    expect(used.reached).toMatchObject([
      { host: '127.0.0.1', credential: { type: 'sshPrivateKey', readsSecrets: true } },
    ]);
    expect((await run({ command: 'pwd', cwd: '~' })).json[0]?.stdout).toBe(homedir());
    expect((await run({ command: 'kill -TERM $$' })).json[0]).toMatchObject({ code: null, signal: 'SIGTERM' });
    expect((await run({ command: 'pwd' }, { items: [] })).host.reached).toEqual([]);
  });

  it('hands the folder to the shell as one word, and runs nothing in one that is not there', async () => {
    const name = 'it\'s $(touch made); `touch made` && "x"';
    await mkdir(inFolder(name));
    const { json } = await run({ command: 'pwd', cwd: inFolder(name) });
    expect(json[0]).toMatchObject({ code: 0, stdout: inFolder(name) });
    expect([existsSync(inFolder('made')), existsSync(join(homedir(), 'made'))]).toEqual([false, false]);
    const nowhere = await run({ command: 'touch made; echo ran', cwd: inFolder('nowhere') });
    expect(nowhere.json[0]).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('nowhere') });
    expect((await run({ command: 'pwd', cwd: '~root/x' })).error?.message).toContain('The home of another user');
  });

  it('stores files and gets them, of any size and under names that are no paths', async () => {
    const used = host();
    const content = new Uint8Array(400_000).map((_, index) => index % 251);
    const data = await used.store(content, { fileName: '../../evil.bin', mimeType: 'application/octet-stream' });
    const items = [{ json: { a: 1 }, binary: { data } }] as never;
    const folder = inFolder('new/deep');
    const upload = await run({ resource: 'file', path: folder }, { items, host: used });
    expect([upload.error, upload.items]).toEqual([undefined, [{ json: { success: true }, pairedItem: 0 }]]);
    expect((await readFile(join(folder, 'evil.bin'))).equals(content)).toBe(true);
    const named = await run({ resource: 'file', path: folder, options: { fileName: 'b.bin' } }, { items, host: used });
    expect([named.error, existsSync(join(folder, 'b.bin'))]).toEqual([undefined, true]);

    const parameters = { resource: 'file', operation: 'download', path: join(folder, 'b.bin') };
    const got = await run(parameters, { items: [{ json: { a: 1 } }] as never, host: used });
    expect(got.items[0]).toMatchObject({
      json: { a: 1 },
      binary: { data: { fileName: 'b.bin', fileSize: 400_000 } },
    });
    expect(Buffer.from(await used.binary.read(got.items[0]!.binary!.data!)).equals(content)).toBe(true);
  });

  it('says what is wrong with a file, and goes on after it', async () => {
    await writeFile(inFolder('one.txt'), 'one');
    const parameters = {
      resource: 'file',
      operation: 'download',
      path: '={{ $json.path }}',
      options: { fileName: 'x.txt' },
    };
    const items = [{ path: inFolder('none.txt') }, { path: inFolder('one.txt') }, { path: 'a\nb' }];
    const { outputs } = await run(parameters, { items, onError: 'continueErrorOutput' });
    expect(outputs[0]).toMatchObject([{ binary: { data: { fileName: 'x.txt', fileSize: 3 } }, pairedItem: 1 }]);
    expect(outputs[1]?.map(({ json }) => json.error)).toEqual([
      `There is no such file or folder: ${inFolder('none.txt')}`,
      'The path has line breaks or control characters in it',
    ]);
    const { error } = await run({ resource: 'file', path: '/' }, { items: [{}] });
    expect(error?.message).toBe('The item has no file in "data"');
  });

  it('ends with the node, and with the execution', async () => {
    const stop = new AbortController();
    const file = inFolder('begun');
    const running = run({ command: `touch ${file}; exec sleep 600` }, { request: { signal: stop.signal } });
    while (!existsSync(file)) await new Promise((resolve) => setImmediate(resolve));
    stop.abort();
    expect((await running).run.status).toBe('canceled');
  });

  const runWith = async (change: object) => {
    const { json, error } = await run(
      { command: 'echo here' },
      { host: createFakeHost({ credentials: { sshPrivateKey: { ...server.credential, ...change } as never } }) },
    );
    return error ? `${error.message}. ${error.description ?? ''}` : json[0]?.stdout;
  };

  it('runs with an encrypted key and its passphrase, and not with one that the server does not know', async () => {
    const { plain, encrypted, unknown } = server.keys;
    expect(await runWith({ privateKey: plain })).toBe('here');
    expect(await runWith({ privateKey: encrypted, passphrase: 'open sesame' })).toBe('here');
    expect(await runWith({ privateKey: encrypted, passphrase: 'wrong' })).toContain(
      'The private key could not be read',
    );
    expect(await runWith({ privateKey: unknown })).toContain('did not accept the user name and private key');
  });

  it('runs nothing where the server shows another host key than the credential names', async () => {
    const { hostKeyFingerprint, keys } = server;
    const withKey = (fingerprint: string) => runWith({ privateKey: keys.plain, hostKeyFingerprint: fingerprint });
    expect(hostKeyFingerprint).toMatch(/^SHA256:/);
    expect(await withKey(hostKeyFingerprint)).toBe('here');
    expect(await withKey(` ${hostKeyFingerprint.slice('SHA256:'.length)}= `)).toBe('here');
    const other = await startSshd(path);
    onTestFinished(() => other.stop());
    const changed = await withKey(other.hostKeyFingerprint);
    expect(changed).toContain('The SSH server showed another host key than the credential names');
    expect(changed).toContain(`It showed ${hostKeyFingerprint}.`);
  });

  it('tests keys: with their passphrase, and with line breaks that were lost on the way', async () => {
    const { credential, keys } = server;
    const ok = { status: 'OK', message: 'Connection successful!' };
    expect(await check({ ...credential, privateKey: keys.plain })).toEqual(ok);
    expect(await check({ ...credential, privateKey: keys.plain.replaceAll('\n', ' ') })).toEqual(ok);
    expect(await check({ ...credential, privateKey: keys.encrypted, passphrase: 'open sesame' })).toEqual(ok);
  });

  it.each([
    [
      'a wrong passphrase',
      () => ({ privateKey: server.keys.encrypted, passphrase: 'wrong' }),
      /passphrase is missing or wrong/,
    ],
    ['no passphrase', () => ({ privateKey: server.keys.encrypted }), /passphrase is missing or wrong/],
    ['half a key', () => ({ privateKey: server.keys.plain.slice(40) }), /could not be read\. Paste the whole of it/],
    [
      'another user',
      () => ({ privateKey: server.keys.plain, username: 'nobody-here' }),
      /did not accept the user name and private key/,
    ],
    [
      'a port where nobody listens',
      () => ({ privateKey: server.keys.plain, port: 1 }),
      /127\.0\.0\.1:1 refused the connection/,
    ],
  ])('says what is wrong: %s', async (_, change, message) => {
    const result = await check({ ...server.credential, ...change() });
    expect(result).toMatchObject({ status: 'Error', message: expect.stringMatching(message) });
  });
});

describe('SSH by password', () => {
  it('gives the shell the command as it was written', async () => {
    const { credential, commands } = await startPasswordServer();
    const command = 'echo "a b" | grep -v $HOME # ümläut';
    const { json, error } = await runNode(ssh, {
      parameters: { command } as never,
      credentials: { sshPassword: { id: '1', name: 'Password' } },
      host: { credentials: { sshPassword: credential } },
    });
    expect([error, json]).toEqual([undefined, [{ code: 0, signal: null, stdout: 'done', stderr: '' }]]);
    expect(commands).toEqual([`cd '/' || exit 1\n${command}`]);
  });

  it('is tested', async () => {
    const { credential } = await startPasswordServer();
    expect(await check(credential)).toMatchObject({ status: 'OK' });
    expect(await check({ ...credential, password: 'wrong' })).toEqual({
      status: 'Error',
      message: 'The SSH server did not accept the user name and password',
    });
  });
});
