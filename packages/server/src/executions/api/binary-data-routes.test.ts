import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTestApp } from '../../app.testing.ts';
import { createApp } from '../../app.ts';
import { BinaryStorageError } from '../../platform/binary/index.ts';

const content = 'hello world';

/** The app with an execution that has a file of some bytes. */
const withFile = async (bytes: Uint8Array = Buffer.from(content)) => {
  const { app, services, db, clock } = await createTestApp();
  const owner = services.accounts.users.defaultUser.id;
  const version = await db
    .insertInto('workflow_versions')
    .values({ workflow_id: null, name: 'x', graph: '{}', digest: '', created_at: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const execution = await db
    .insertInto('executions')
    .values({
      workflow_version_id: version.id,
      owner_id: owner,
      mode: 'manual',
      status: 'success',
      started_at: clock.now(),
      stopped_at: clock.now(),
      start: '{}',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await services.binary.write(`${execution.id}`, bytes, { mimeType: 'text/html', fileName: 'x.html' });
  const url = `/rest/data/${id}`;
  const get = (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') => app.inject({ method, url, headers });
  return { app, services, url, get };
};

describe('a file of a run', () => {
  test('is a download of no particular type that runs nothing', async () => {
    const { get } = await withFile();
    const answer = await get({});
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe(content);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment',
      'content-length': '11',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
  });

  test('answers HEAD with the same headers and no bytes', async () => {
    const { get } = await withFile();
    const [whole, head] = [await get({}), await get({}, 'HEAD')];
    expect(head.body).toBe('');
    const { date: _, connection: __, ...expected } = whole.headers;
    expect(head.headers).toMatchObject(expected);
    expect((await get({ range: 'bytes=1-2' }, 'HEAD')).headers['content-length']).toBe('2');
  });

  test.each([
    ['bytes=0-4', 'hello', 'bytes 0-4/11'],
    ['bytes=6-', 'world', 'bytes 6-10/11'],
    ['bytes=-3', 'rld', 'bytes 8-10/11'],
    ['bytes=4-400', 'o world', 'bytes 4-10/11'],
  ])('gives %s', async (range, text, contentRange) => {
    const { get } = await withFile();
    const answer = await get({ range });
    expect([answer.statusCode, answer.body, answer.headers['content-range']]).toEqual([206, text, contentRange]);
    expect(answer.headers['content-disposition']).toBe('attachment');
  });

  test('has nothing beyond its end', async () => {
    const { get } = await withFile();
    const answer = await get({ range: 'bytes=11-' });
    expect([answer.statusCode, answer.body, answer.headers['content-range']]).toEqual([416, '', 'bytes */11']);
  });

  test('gives a range only of the content that was meant', async () => {
    const { get } = await withFile();
    const etag = String((await get({})).headers.etag);
    expect((await get({ range: 'bytes=0-1', 'if-range': etag })).body).toBe('he');
    for (const other of ['"other"', `W/${etag}`, 'Wed, 21 Oct 2015 07:28:00 GMT'])
      expect((await get({ range: 'bytes=0-1', 'if-range': other })).body).toBe(content);
  });

  test('several ranges are answered with the whole', async () => {
    const { get } = await withFile();
    const answer = await get({ range: 'bytes=0-1,3-4' });
    expect([answer.statusCode, answer.body]).toEqual([200, content]);
  });

  test('that cannot be read for a while is 503, without details', async () => {
    const { services, url } = await withFile();
    const size = () =>
      Promise.reject(new BinaryStorageError('unreachable', 'It cannot be reached', new Error('secret')));
    const app = createApp({ ...services, binary: { ...services.binary, size } });
    onTestFinished(() => app.close());
    const answer = await app.inject(url);
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.json()).toMatchObject({ error: 'storageUnavailable', message: 'It cannot be reached.' });
    expect(answer.body).not.toContain('secret');
  });

  test('is closed when the caller hangs up', async () => {
    const { services, url } = await withFile(Buffer.alloc(20_000_000));
    const closed = Promise.withResolvers<Readable>();
    const binary: typeof services.binary = {
      ...services.binary,
      open: async (id, range) => {
        const opened = await services.binary.open(id, range);
        opened?.stream.on('close', () => closed.resolve(opened.stream));
        return opened;
      },
    };
    const app = createApp({ ...services, binary });
    onTestFinished(() => app.close());
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const call = request({ host: '127.0.0.1', port, path: url });
    call.on('error', () => {});
    call.on('response', (response) => response.once('data', () => call.destroy()));
    call.end();
    const stream = await closed.promise;
    expect(stream.readableEnded).toBe(false);
  });
});
