import { createHash } from 'node:crypto';
import { runNode } from '@millrace/engine/testing';
import { expect, it } from 'vitest';
import { addressOf } from './requests.ts';
import { s3 } from './s3.node.ts';

const credential = { endpoint: 'https://s3.example.com', region: 'eu-1' };
const run = (parameters: object, http: object[], change: object = {}) =>
  runNode(s3, {
    parameters: { bucketName: 'files', ...parameters } as never,
    credentials: { s3: { id: '1', name: 'Mine' } },
    host: { credentials: { s3: { ...credential, ...change } as never }, http: http as never },
  });

it.each([
  [{}, { bucket: 'b', key: 'a/b c+ü' }, 'https://b.s3.example.com/a/b%20c%2B%C3%BC'],
  [{ forcePathStyle: true }, { bucket: 'b', key: 'k' }, 'https://s3.example.com/b/k'],
  [{ forcePathStyle: true }, { bucket: 'b' }, 'https://s3.example.com/b'],
  [{}, { bucket: 'b', query: { delete: '', none: undefined } }, 'https://b.s3.example.com/?delete='],
  [{}, {}, 'https://s3.example.com/'],
  [{ endpoint: 'http://127.0.0.1:9000/' }, { bucket: 'b', key: 'k' }, 'http://127.0.0.1:9000/b/k'],
  [{ endpoint: 'https://h.example/s3/', forcePathStyle: true }, { bucket: 'b' }, 'https://h.example/s3/b'],
])('addresses with %j: %j', (change, request, address) => {
  expect(addressOf({ ...credential, ...change }, { method: 'GET', ...request })).toBe(address);
});

it.each(['evil.example/', 'a@b', '', '..'])('takes "%s" for no bucket', (bucket) => {
  expect(() => addressOf(credential, { method: 'GET', bucket })).toThrow('is not the name of a bucket');
});

const page = (keys: string[], token?: string) => ({
  body: `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${keys
    .map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`)
    .join('')}<IsTruncated>${token !== undefined}</IsTruncated>${
    token ? `<NextContinuationToken>${token}</NextContinuationToken>` : ''
  }</ListBucketResult>`,
});

it('follows pages until there are enough files', async () => {
  const pages = [page(['a', 'folder/'], 'x+/='), page(['b &amp; c', 'd'], 'y'), page(['e'])];
  const all = await run({ operation: 'getAll', returnAll: true }, pages);
  expect([all.error, all.json.map(({ Key }) => Key)]).toEqual([undefined, ['a', 'b & c', 'd', 'e']]);
  expect(all.host.requests.map(({ url }) => new URL(url).searchParams.get('continuation-token'))).toEqual([
    null,
    'x+/=',
    'y',
  ]);
  const some = await run({ operation: 'getAll', limit: 2 }, pages);
  expect([some.json.length, some.host.requests.length]).toEqual([2, 2]);
});

it('searches a bucket by what its fields say', async () => {
  const additionalFields = { prefix: 'a/', delimiter: '/', startAfter: 'a/b', fetchOwner: true };
  const found = await run({ resource: 'bucket', operation: 'search', returnAll: true, additionalFields }, [
    page(['a/c']),
  ]);
  expect([found.error, found.json.map(({ Key }) => Key)]).toEqual([undefined, ['a/c']]);
  expect(Object.fromEntries(new URL(found.host.requests[0]!.url).searchParams)).toMatchObject({
    prefix: 'a/',
    delimiter: '/',
    'start-after': 'a/b',
  });
});

it('says what fails behind an answer of success', async () => {
  const copy = { operation: 'copy', sourcePath: '/a/b', destinationPath: '/a/c' };
  const late = await run(copy, [{ body: '<Error><Code>InternalError</Code><Message>Try again</Message></Error>' }]);
  expect(late.error?.message).toBe('Try again');
  const folder = { resource: 'folder', operation: 'delete', folderKey: 'x' };
  const kept =
    '<DeleteResult><Error><Key>x/</Key><Code>AccessDenied</Code><Message>Locked</Message></Error></DeleteResult>';
  expect((await run(folder, [page(['x/']), { body: kept }])).error?.message).toBe('"x/" could not be deleted: Locked');
  const elsewhere = '<Error><Code>PermanentRedirect</Code><Message>Elsewhere</Message><Region>eu-2</Region></Error>';
  expect((await run(copy, [{ status: 301, body: elsewhere }])).error).toMatchObject({
    message: 'Elsewhere',
    description: expect.stringContaining('The region is eu-2'),
  });
});

it('deletes a folder with all that is in it, and nothing whose name only begins alike', async () => {
  const folder = { resource: 'folder', operation: 'delete', folderKey: 'x' };
  const answer = {
    body: '<DeleteResult><Deleted><Key>x/</Key></Deleted><Deleted><Key>x/a&amp;b</Key></Deleted></DeleteResult>',
  };
  const { json, host } = await run(folder, [page(['x/', 'x/a&amp;b']), answer]);
  expect(json).toEqual([{ deleted: [{ Key: 'x/' }, { Key: 'x/a&b' }] }]);
  expect(new URL(host.requests[0]!.url).searchParams.get('prefix')).toBe('x/');
  const { url, method, body, headers } = host.requests[1]!;
  expect([method, new URL(url).search]).toEqual(['POST', '?delete=']);
  expect(body).toContain('<Object><Key>x/</Key></Object><Object><Key>x/a&amp;b</Key></Object>');
  expect(headers?.['content-md5']).toBe(createHash('md5').update(String(body)).digest('base64'));
});

it('sends what its additional fields say as headers, and the region of a bucket as XML', async () => {
  const additionalFields = {
    acl: 'publicReadWrite',
    storageClass: 'onezoneIA',
    lockMode: 'governance',
    requesterPays: true,
  };
  const upload = { operation: 'upload', binaryData: false, fileName: 'a', fileContent: 'x', additionalFields };
  const { host } = await run(upload, [{}]);
  expect(host.requests[0]?.headers).toMatchObject({
    'x-amz-acl': 'public-read-write',
    'x-amz-storage-class': 'ONEZONE_IA',
    'x-amz-object-lock-mode': 'GOVERNANCE',
    'x-amz-request-payer': 'requester',
  });
  const created = await run({ resource: 'bucket', operation: 'create', name: 'b' }, [{}]);
  expect(created.host.requests[0]?.body).toContain('<LocationConstraint>eu-1</LocationConstraint>');
});
