import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFakeHost, type RunNodeOptions, runNode, setUpNode } from '@millrace/engine/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readListedTime } from '../connections/ftp.ts';
import { startVsftpd } from '../connections/ftp-server.testing.ts';
import { startSshd } from '../connections/ssh-server.testing.ts';
import { describeWith } from '../with-program.testing.ts';
import { ftp } from './ftp.node.ts';

interface Place {
  credential: Record<string, unknown>;
  /** The folder on this machine, and how the server calls it. */
  files: string;
  root: string;
}

/** What both protocols do alike. */
const suite = (protocol: 'ftp' | 'sftp', place: () => Place) => {
  const host = () => createFakeHost({ credentials: { [protocol]: place().credential as never } });
  const run = (parameters: Record<string, unknown>, more: RunNodeOptions = {}) =>
    runNode(ftp, {
      parameters: { protocol, ...parameters } as never,
      credentials: { [protocol]: { id: '1', name: 'Files' } },
      host: host(),
      ...more,
    });
  const at = (path: string) => `${place().root}${path}`;
  const here = (path: string) => join(place().files, path);
  /** Everybody may write into it, also whom the server runs as. */
  const makeFolder = async (path: string) => {
    await mkdir(here(path));
    await chmod(here(path), 0o777);
  };

  it('stores files and texts, in folders that it makes', async () => {
    const used = host();
    const content = new Uint8Array(1_000_000).map((_, index) => index % 251);
    const data = await used.store(content, { fileName: 'a.bin' });
    const items = [{ json: { a: 1 }, binary: { data } }] as never;
    const upload = await run({ operation: 'upload', path: at('/up/deep/a.bin') }, { items, host: used });
    expect([upload.error, upload.items]).toEqual([undefined, [{ json: { a: 1 }, binary: { data }, pairedItem: 0 }]]);
    expect((await readFile(here('up/deep/a.bin'))).equals(content)).toBe(true);
    const text = { operation: 'upload', path: at('/up/b.txt'), binaryData: false, fileContent: '=grüß {{ $json.n }}' };
    expect((await run(text, { items: [{ n: 1 }] })).json).toEqual([{ n: 1 }]);
    expect(await readFile(here('up/b.txt'), 'utf8')).toBe('grüß 1');
  });

  it('gets files, over one connection, and goes on after one that is not there', async () => {
    await writeFile(here('one.txt'), 'one');
    await writeFile(here('two.txt'), 'two');
    const used = host();
    const items = ['one.txt', 'none.txt', 'two.txt'].map((name) => ({ path: at(`/${name}`) }));
    const parameters = { path: '={{ $json.path }}', binaryPropertyName: 'file' };
    const { outputs } = await run(parameters, { items, host: used, onError: 'continueErrorOutput' });
    const got = outputs[0]?.map(({ json, binary, pairedItem }) => [json.path, binary?.file?.fileName, pairedItem]);
    expect(got).toEqual([
      [at('/one.txt'), 'one.txt', 0],
      [at('/two.txt'), 'two.txt', 2],
    ]);
    const second = outputs[0]?.[1]?.binary?.file;
    expect(new TextDecoder().decode(await used.binary.read(second!))).toBe('two');
    expect(outputs[1]).toMatchObject([{ json: { error: expect.stringContaining('/none.txt') }, pairedItem: 1 }]);
    expect(used.reached).toMatchObject([{ host: '127.0.0.1', credential: { type: protocol } }]);
    expect((await run({}, { items: [] })).host.reached).toEqual([]);
  });

  it('lists a folder, with all below it on request', async () => {
    for (const folder of ['list', 'list/sub', 'list/sub/deep']) await makeFolder(folder);
    await writeFile(here('list/file.txt'), '12345');
    await chmod(here('list/file.txt'), 0o640);
    await writeFile(here('list/sub/deep/x'), '');
    await symlink('file.txt', here('list/link'));
    const { json, items } = await run({ operation: 'list', path: at('/list') });
    const byName = Object.fromEntries(json.map((entry) => [entry.name, entry]));
    expect(Object.keys(byName).sort()).toEqual(['file.txt', 'link', 'sub']);
    expect(byName['file.txt']).toMatchObject({
      type: '-',
      size: 5,
      path: at('/list/file.txt'),
      rights: { user: 'rw', group: 'r', other: '' },
      modifyTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
    expect([byName.sub?.type, byName.link?.type]).toEqual(['d', 'l']);
    expect(items.every(({ pairedItem }) => pairedItem === 0)).toBe(true);
    const deep = await run({ operation: 'list', path: at('/list'), recursive: true });
    const below = deep.json.map(({ path }) => path).filter((path) => String(path).includes('/sub'));
    expect(below).toEqual([at('/list/sub'), at('/list/sub/deep'), at('/list/sub/deep/x')]);
    expect((await run({ operation: 'list', path: at('/nowhere') })).error?.message).toContain('/nowhere');
  });

  it('renames, also into folders that it makes on request', async () => {
    await writeFile(here('old.txt'), 'x');
    const move = (oldPath: string, newPath: string, options = {}) =>
      run({ operation: 'rename', oldPath: at(oldPath), newPath: at(newPath), options });
    expect((await move('/old.txt', '/made/new.txt')).error).toBeDefined();
    const moved = await move('/old.txt', '/made/new.txt', { createDirectories: true });
    expect([moved.error, moved.items]).toEqual([undefined, [{ json: { success: true }, pairedItem: 0 }]]);
    expect(existsSync(here('made/new.txt'))).toBe(true);
  });

  it('deletes files and folders, full ones on request only', async () => {
    for (const folder of ['gone', 'gone/sub']) await makeFolder(folder);
    await writeFile(here('gone/sub/x'), '');
    await symlink('/etc', here('gone/etc'));
    const remove = (path: string, options = {}) => run({ operation: 'delete', path: at(path), options });
    expect((await remove('/gone', { folder: true })).error?.message).toContain('/gone');
    const removed = await remove('/gone', { folder: true, recursive: true });
    expect([removed.error, removed.json]).toEqual([undefined, [{ success: true }]]);
    expect([existsSync(here('gone')), existsSync('/etc/passwd')]).toEqual([false, true]);
    await writeFile(here('file'), '');
    expect((await remove('/file')).json).toEqual([{ success: true }]);
    expect(existsSync(here('file'))).toBe(false);
  });

  it('sends nothing but paths', async () => {
    await writeFile(here('kept'), '');
    const { error } = await run({ path: `${at('/x')}\r\nDELE kept` });
    expect(error?.message).toBe('The path has line breaks or control characters in it');
    expect((await run({ path: ' ' })).error?.message).toBe('The path is empty');
    expect(existsSync(here('kept'))).toBe(true);
  });
};

const check = (protocol: 'ftp' | 'sftp', data: Record<string, unknown>) =>
  ftp.methods?.credentialTest?.[`${protocol}ConnectionTest`]?.(setUpNode(ftp).context, data as never);

describeWith('vsftpd', 'FTP', (path) => {
  let server: Awaited<ReturnType<typeof startVsftpd>>;
  beforeAll(async () => {
    server = await startVsftpd(path);
  });
  afterAll(() => server.stop());
  suite('ftp', () => ({ credential: server.credential, files: server.files, root: server.root }));

  it('tests its credential', async () => {
    expect(await check('ftp', server.credential)).toEqual({ status: 'OK', message: 'Connection successful!' });
    expect(await check('ftp', { ...server.credential, username: 'ada' })).toMatchObject({
      status: 'Error',
      message: expect.stringMatching(/^The FTP server did not accept the user name and password/),
    });
    expect(await check('ftp', { ...server.credential, port: 1 })).toMatchObject({
      message: expect.stringMatching(/^The FTP server 127\.0\.0\.1:1 refused the connection/),
    });
  });
});

describeWith('sshd', 'SFTP', (path) => {
  let server: Awaited<ReturnType<typeof startSshd>>;
  let place: Place;
  beforeAll(async () => {
    server = await startSshd(path);
    const files = join(server.folder, 'files');
    await mkdir(files);
    place = { credential: { ...server.credential, privateKey: server.keys.plain }, files, root: files };
  });
  afterAll(() => server.stop());
  suite('sftp', () => place);

  it('tests its credential', async () => {
    expect(await check('sftp', place.credential)).toMatchObject({ status: 'OK' });
    const { encrypted } = server.keys;
    const withPassphrase = { ...place.credential, privateKey: encrypted, passphrase: 'open sesame' };
    expect(await check('sftp', withPassphrase)).toMatchObject({ status: 'OK' });
    expect(await check('sftp', { ...place.credential, hostKeyFingerprint: 'SHA256:another' })).toMatchObject({
      message: expect.stringMatching(/^The SSH server showed another host key/),
    });
    expect(await check('sftp', { ...place.credential, username: 'nobody-here' })).toEqual({
      status: 'Error',
      message: 'The SSH server did not accept the user name and private key',
    });
  });
});

describe('times of listings for people', () => {
  const now = Date.UTC(2026, 2, 5);
  it.each([
    ['Mar 04 10:30', '2026-03-04T10:30:00.000Z'],
    ['Nov 22 18:00', '2025-11-22T18:00:00.000Z'],
    ['Jan  2  2019', '2019-01-02T00:00:00.000Z'],
    ['yesterday', undefined],
  ])('%j', (text, expected) => expect(readListedTime(text, now)).toBe(expected));
});
