import { buffer } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BinaryStorageError } from '../failure.ts';
import { type BinaryStore, type BinaryStoreSettings, createBinaryStore } from '../store.ts';
import { startTestS3, type TestS3 } from './s3.testing.ts';
import { addressOf } from './s3-settings.ts';

let s3: TestS3;
let stores: BinaryStore[];
beforeEach(async () => {
  s3 = await startTestS3();
  stores = [];
});
afterEach(async () => {
  for (const store of stores) await store.close();
  await s3.close();
});

const connect = (changes: Partial<Extract<BinaryStoreSettings, { storage: 's3' }>> = {}): BinaryStore => {
  const { endpoint, bucket, region, accessKey, secretKey } = s3;
  const address = { endpoint, bucket, region, accessKey, secretKey, prefix: 'data/', pathStyle: true };
  const store = createBinaryStore({ storage: 's3', ...address, retryDelay: 1, partBytes: 1000, ...changes });
  stores.push(store);
  return store;
};

const content = Buffer.from(Array.from({ length: 3500 }, (_, index) => index % 251));
const inChunks = async function* (size: number) {
  for (let from = 0; from < content.length; from += size) yield content.subarray(from, from + size);
};
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error as BinaryStorageError,
  );

describe('uploads', () => {
  it.each([1, 700, 1000, 3500, 100_000])('go in parts of the same size, from chunks of %d bytes', async (size) => {
    const data = await connect().write('7', inChunks(size), {});
    expect([...s3.objects.values()][0]?.bytes.equals(content)).toBe(true);
    expect([...s3.objects.keys()]).toEqual([`data/000000000000000007/${data.id?.split('/')[1]}`]);
    expect(s3.requests.filter((line) => line.startsWith('PUT'))).toHaveLength(4);
    expect(s3.uploads.size).toBe(0);
  });

  it('are one request where one part suffices, also an exact one', async () => {
    await connect({ partBytes: content.length }).write('7', inChunks(100), {});
    expect(s3.requests).toHaveLength(1);
  });

  it('are given up when a part cannot be stored', async () => {
    let parts = 0;
    s3.intercept = (request, response) => {
      if (!request.url?.includes('partNumber') || ++parts < 3) return false;
      response.writeHead(507).end();
      return true;
    };
    expect(await failureOf(connect().write('7', inChunks(100), {}))).toMatchObject({ reason: 'full' });
    expect([s3.objects.size, s3.uploads.size]).toEqual([0, 0]);
  });
});

describe('failures that pass', () => {
  it.each([500, 503, 429])('status %d is tried again', async (status) => {
    let left = 2;
    s3.intercept = (_, response) => {
      if (left-- <= 0) return false;
      response.writeHead(status).end();
      return true;
    };
    const store = connect();
    const data = await store.write('7', content, {});
    s3.intercept = undefined;
    expect(Buffer.from(await store.read(data)).equals(content)).toBe(true);
  });

  it('a lost connection is tried again', async () => {
    let left = 2;
    s3.intercept = (request) => {
      if (left-- <= 0) return false;
      request.socket.destroy();
      return true;
    };
    await connect().write('7', content.subarray(0, 10), {});
    expect(s3.objects.size).toBe(1);
  });

  it('end with a plain message when they do not pass', async () => {
    s3.intercept = (_, response) => {
      response.writeHead(503).end();
      return true;
    };
    expect(await failureOf(connect().write('7', content, {}))).toMatchObject({
      reason: 'unreachable',
      message: 'The S3 service cannot serve binary data at the moment',
    });
    expect(s3.requests).toHaveLength(4);
  });

  it('no service at all is unreachable', async () => {
    const store = connect();
    await s3.close();
    expect(await failureOf(store.check())).toMatchObject({
      reason: 'unreachable',
      message: 'The S3 service for binary data cannot be reached',
    });
  });

  it.each([undefined, { first: 100, last: 3000 }])(
    'a download of %j that breaks off goes on where it was',
    async (range) => {
      const store = connect();
      const data = await store.write('7', content, {});
      s3.breakAfter = 1234;
      const opened = await store.open(data.id!, range);
      const expected = content.subarray(range?.first, range && range.last + 1);
      expect((await buffer(opened!.stream)).equals(expected)).toBe(true);
      expect(s3.requests.filter((line) => line.startsWith('GET'))).toHaveLength(2);
    },
  );
});

describe('settings that do not fit', () => {
  it.each([
    [{ accessKey: 'OTHER' }, 'does not know the access key in MILLRACE_S3_ACCESS_KEY'],
    [{ secretKey: 'canary-wrong-key' }, 'does not accept the secret key in MILLRACE_S3_SECRET_KEY'],
    [{ bucket: 'nowhere' }, 'The bucket in MILLRACE_S3_BUCKET does not exist'],
    [{ region: 'eu-other-1' }, 'another region than MILLRACE_S3_REGION'],
  ])('%j is said at once and without secrets', async (changes, message) => {
    const store = connect(changes);
    for (const work of [() => store.check(), () => store.write('1', content.subarray(0, 9), {})]) {
      const failure = await failureOf(work());
      expect(failure?.message).toContain(message);
      expect(failure?.reason).toBe('refused');
      expect(inspect(failure, { depth: 9 })).not.toContain('canary');
    }
    expect(s3.requests).toHaveLength(2);
  });

  it('a redirect is never followed', async () => {
    const other = await startTestS3();
    s3.intercept = (request, response) => {
      response.writeHead(307, { location: other.endpoint + request.url }).end();
      return true;
    };
    expect(await failureOf(connect().write('1', content, {}))).toMatchObject({ reason: 'refused' });
    expect(other.requests).toEqual([]);
    await other.close();
  });
});

describe('many executions', () => {
  it('are listed and deleted page by page', async () => {
    s3.pageSize = 3;
    const store = connect();
    for (const owner of [1, 2, 2, 2, 2, 2, 3, 4, 5]) await store.write(`${owner}`, Buffer.of(owner), {});
    s3.objects.set('data/notes.txt', { bytes: Buffer.of(1), changed: new Date() });
    s3.objects.set('data/5/old', { bytes: Buffer.of(1), changed: new Date() });
    expect((await store.executionIds()).filter((id) => id !== '').sort()).toEqual(['1', '2', '3', '4', '5']);
    await store.deleteExecutions(['2', '4']);
    expect((await store.executionIds()).sort()).toEqual(['1', '3', '5']);
    expect(s3.objects.has('data/5/old')).toBe(true);
  });

  it('that end together are looked for together', async () => {
    const store = connect();
    for (const owner of ['3', '70', '200']) await store.write(owner, Buffer.of(1), {});
    s3.requests.length = 0;
    await Promise.all(Array.from({ length: 300 }, (_, index) => store.deleteExecution(`${index + 1}`)));
    expect(await store.executionIds()).toEqual([]);
    expect(s3.requests.length).toBeLessThan(8);
  });

  it('of which one fails to go do not keep the next from going', async () => {
    const store = connect();
    await store.write('1', Buffer.of(1), {});
    s3.intercept = (_, response) => {
      response.writeHead(400).end();
      return true;
    };
    await expect(store.deleteExecution('1')).rejects.toThrow('refused a request (400 no code)');
    s3.intercept = undefined;
    await store.deleteExecution('1');
    expect(s3.objects.size).toBe(0);
  });

  it('that have no data cost one listing in all', async () => {
    await connect().deleteExecutions(Array.from({ length: 500 }, (_, index) => `${index + 1}`));
    expect(s3.requests).toEqual(['GET ']);
  });
});

it('the bucket is part of the path or of the host name', () => {
  const settings = {
    endpoint: 'https://s3.test/base',
    bucket: 'b',
    region: '',
    accessKey: '',
    secretKey: '',
    prefix: '',
  };
  expect(addressOf({ ...settings, pathStyle: true }, 'a/k').href).toBe('https://s3.test/base/b/a/k');
  expect(addressOf({ ...settings, pathStyle: false }, 'a/k').href).toBe('https://b.s3.test/base/a/k');
});
