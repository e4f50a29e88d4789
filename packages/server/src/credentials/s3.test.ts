import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HostRequest, NodeDefinition } from '@millrace/engine/node-api';
import { createFakeHost, type RunNodeOptions, runNode } from '@millrace/engine/testing';
import { loadNodeTypes } from '@millrace/nodes';
import S3rver from 's3rver';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { startTestS3 } from '../platform/binary/s3/s3.testing.ts';
import { selfSigned } from '../platform/http/self-signed.testing.ts';
import { createSignedRequests } from './signed-requests.testing.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

/** The S3 node against servers that speak as S3 does, through a real outbound process. */

let definition: NodeDefinition;
let server: S3rver;
let folder: string;
let endpoint: string;

beforeAll(async () => {
  [definition] = (await loadNodeTypes(['n8n-nodes-base.s3'])) as [NodeDefinition];
  folder = await mkdtemp(join(tmpdir(), 'millrace-s3-'));
  server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory: folder });
  const { port } = await server.run();
  endpoint = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const data = () => ({
  endpoint,
  region: 'us-east-1',
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
  forcePathStyle: true,
  ignoreSSLIssues: false,
});

const account = (change: object = {}) => {
  const { request } = createSignedRequests([{ type: 's3', data: { ...data(), ...change } as never }]);
  const host = createFakeHost({
    credentials: { s3: { ...data(), ...change } as never },
    http: ({ credential: use, body, streamed: _, ...what }: HostRequest) =>
      request({ ...what, body: body as string }, { type: use?.type }),
  });
  const run = (parameters: object, more: RunNodeOptions = {}) =>
    runNode(definition, {
      parameters: { bucketName: 'files', ...parameters } as never,
      credentials: { s3: { id: '1', name: 'Mine' } },
      host,
      ...more,
    });
  return { host, run };
};
const keys = (json: { Key?: unknown }[]) => json.map(({ Key }) => Key);

test('S3 keeps buckets, folders and files', async () => {
  const { host, run } = account();
  const success = [{ success: true }];
  const bucket = (operation: string, more: object = {}) => run({ resource: 'bucket', operation, ...more });
  const created = await bucket('create', { name: 'files' });
  expect([created.error, created.json]).toEqual([undefined, success]);
  expect((await bucket('create', { name: 'other' })).json).toEqual(success);
  expect((await bucket('getAll', { limit: 1 })).json).toMatchObject([{ Name: 'files' }]);
  expect((await bucket('getAll', { returnAll: true })).json).toMatchObject([{ Name: 'files' }, { Name: 'other' }]);
  expect((await bucket('delete', { name: 'other' })).json).toEqual(success);

  const folderOf = (operation: string, more: object = {}) => run({ resource: 'folder', operation, ...more });
  expect((await folderOf('create', { folderName: 'a b' })).json).toEqual(success);
  const inner = { folderName: 'in', additionalFields: { parentFolderKey: 'a b/' } };
  expect((await folderOf('create', inner)).json).toEqual(success);
  expect(keys((await folderOf('getAll')).json)).toEqual(['a b/', 'a b/in/']);
  expect(keys((await folderOf('getAll', { options: { folderKey: 'a b/' } })).json)).toEqual(['a b/in/']);

  const bytes = new Uint8Array(300_000).map((_, index) => index % 251);
  const file = await host.store(bytes, { fileName: 'über (1)+&.bin', mimeType: 'image/png' });
  const items = [
    { json: { n: 1 }, binary: { data: file } },
    { json: {}, binary: { data: file } },
  ] as never;
  const upload = { operation: 'upload', additionalFields: { parentFolderKey: 'a b', storageClass: 'standardIA' } };
  const uploaded = await run({ ...upload, fileName: '={{ $itemIndex === 0 ? "" : "two.bin" }}' }, { items });
  expect([uploaded.error, uploaded.items]).toEqual([
    undefined,
    [
      { json: { success: true }, pairedItem: 0 },
      { json: { success: true }, pairedItem: 1 },
    ],
  ]);
  const note = { operation: 'upload', binaryData: false, fileName: 'note.txt', fileContent: 'Grüße' };
  const tagsUi = { tagsValues: [{ key: 'k', value: 'a b' }] };
  expect((await run({ ...note, tagsUi })).json).toEqual(success);

  expect(keys((await run({ operation: 'getAll' })).json)).toEqual(['note.txt']);
  const inFolder = await run({ operation: 'getAll', options: { folderKey: 'a b/' } });
  expect(inFolder.json).toMatchObject([
    { Key: 'a b/two.bin', Size: '300000' },
    { Key: 'a b/über (1)+&.bin', Size: '300000' },
  ]);
  const search = { resource: 'bucket', operation: 'search', additionalFields: { prefix: 'n' } };
  expect(keys((await run(search)).json)).toEqual(['note.txt']);

  const got = await run({ operation: 'download', fileKey: 'a b/über (1)+&.bin' }, { items: [{ kept: true }] });
  expect(got.items).toMatchObject([
    {
      json: { kept: true },
      binary: { data: { fileName: 'über (1)+&.bin', mimeType: 'image/png', fileSize: 300_000 } },
      pairedItem: 0,
    },
  ]);
  expect(Buffer.from(await host.binary.read(got.items[0]!.binary!.data!)).equals(bytes)).toBe(true);

  const copied = await run({
    operation: 'copy',
    sourcePath: '/files/a b/two.bin',
    destinationPath: '/files/copy.bin',
  });
  expect([copied.error, copied.json]).toEqual([
    undefined,
    [{ LastModified: expect.any(String), ETag: expect.any(String) }],
  ]);
  expect((await run({ operation: 'delete', fileKey: 'copy.bin' })).json).toEqual(success);
  expect(keys((await run({ operation: 'getAll' })).json)).toEqual(['note.txt']);

  const { json: deleted, error } = await folderOf('delete', { folderKey: 'a b/in' });
  expect([error, deleted]).toEqual([undefined, [{ deleted: [{ Key: 'a b/in/' }] }]]);
  expect(keys((await run({ ...search, additionalFields: { prefix: 'a' } })).json)).toEqual([
    'a b/',
    'a b/two.bin',
    'a b/über (1)+&.bin',
  ]);
});

test('S3 says what the service says, and goes on', async () => {
  const { run } = account();
  await run({ resource: 'bucket', operation: 'create', name: 'files' });
  await run({ operation: 'upload', binaryData: false, fileName: 'there.txt', fileContent: 'x' });
  const items = [{ key: 'none.txt' }, { key: 'there.txt' }, { key: 'a/../b' }, { key: 'folder/' }];
  const parameters = { operation: 'download', fileKey: '={{ $json.key }}' };
  const { outputs } = await run(parameters, { items, onError: 'continueErrorOutput' });
  expect(outputs[0]).toMatchObject([{ binary: { data: { fileName: 'there.txt', fileSize: 1 } }, pairedItem: 1 }]);
  expect(outputs[1]?.map(({ json, pairedItem }) => [json.error, pairedItem])).toEqual([
    ['The specified key does not exist.', 0],
    ['"a/../b" cannot be requested: it has a step of dots in it', 2],
    ['"folder/" is no file', 3],
  ]);
  expect((await run(parameters, { items: [] })).items).toEqual([]);
  for (const wrong of [
    { operation: 'delete', fileKey: '' },
    { resource: 'folder', operation: 'delete', folderKey: '' },
    { operation: 'copy', sourcePath: '/a/b', destinationPath: '/files' },
    { operation: 'getAll', bucketName: 'other.example/x' },
    { operation: 'upload' },
  ])
    expect((await run(wrong)).error, JSON.stringify(wrong)).toBeDefined();
});

test('S3 verifies the certificate of its server, unless the credential says not to, and so does the test of the credential', async () => {
  const secure = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory: folder, ...selfSigned });
  const { port } = await secure.run();
  onTestFinished(() => secure.close());
  const use = async (ignoreSSLIssues: boolean) => {
    const own = { endpoint: `https://127.0.0.1:${port}`, ignoreSSLIssues };
    const { test: tryOut } = createSignedRequests([]);
    const ada = { workflowId: null, ranBy: 'ada', nodeType: '' };
    const tested = await tryOut({ type: 's3', name: 'New', data: { ...data(), ...own } }, ada);
    const { error } = await account(own).run({ resource: 'bucket', operation: 'getAll', returnAll: true });
    return { tested: tested.message, failed: error?.message };
  };
  expect(await use(true)).toEqual({ tested: 'Connection tested successfully', failed: undefined });
  const { tested, failed } = await use(false);
  expect(tested).toContain('certificate');
  expect(failed).toContain('certificate');
});

test('S3 signs requests with the secret of the credential', async () => {
  const s3 = await startTestS3();
  onTestFinished(() => s3.close());
  const { accessKey, secretKey, region } = s3;
  const right = { endpoint: s3.endpoint, accessKeyId: accessKey, secretAccessKey: secretKey, region };
  const { run } = account(right);
  const upload = { operation: 'upload', binaryData: false, fileName: 'a b+ü.txt', fileContent: 'Grüße' };
  expect((await run(upload)).error).toBeUndefined();
  expect([...s3.objects].map(([key, { bytes }]) => [decodeURIComponent(key), bytes.toString()])).toEqual([
    ['a b+ü.txt', 'Grüße'],
  ]);
  const forged = await account({ ...right, secretAccessKey: 'canary-wrong' }).run({ operation: 'getAll' });
  expect(forged.error).toMatchObject({
    httpCode: '403',
    description: 'The S3 service answered with 403 SignatureDoesNotMatch.',
  });
});
