import { createHash } from 'node:crypto';
import type { JsonObject } from '@millrace/contract/data';
import { NodeError } from '@millrace/engine/node-api';
import { lastName } from '../connections/file-server.ts';
import { defineService } from '../service/define-service.ts';
import { collection, entries, text, toggle } from '../service/field.ts';
import { operation, type Tools } from '../service/operation.ts';
import { bucketAcl, copyFields, fileFields, headersOf, requesterPays, storageClass } from './headers.ts';
import { ask, call, type Entry, encodeKey, listAt, listObjects, type Request } from './requests.ts';

const bucket = text('name', 'Name', { required: true, description: 'The name of the bucket' });
const bucketName = text('bucketName', 'Bucket name', { required: true, description: 'The name of the bucket' });
const fileKey = text('fileKey', 'File key', {
  required: true,
  placeholder: 'folder/picture.jpg',
  description: 'The path of the file, with its name',
});
const parentFolderKey = text('parentFolderKey', 'Parent folder key', { description: 'The folder to put it in' });
const fetchOwner = toggle('fetchOwner', 'Fetch owner', { description: 'Whether to return the owner of each entry' });
const folderKey = text('folderKey', 'Folder key', {
  placeholder: 'folder/',
  description: 'Only return entries in this folder',
});
const list = { limit: 100 };

/** Names of an operation's fields are its own business; here they are read as they come. */
const read = (tools: unknown) => {
  const { value, context } = tools as Tools;
  const of = (name: string) => value(name as never) as unknown;
  return {
    context,
    text: (name: string) => String(of(name) ?? ''),
    fields: (name: string) => (of(name) ?? {}) as JsonObject,
    limit: () => (of('returnAll') === true ? Number.POSITIVE_INFINITY : Number(of('limit'))),
    credential: () => context.credential('s3'),
  };
};

const done = async (tools: unknown, request: Request): Promise<JsonObject> => {
  const { context, credential } = read(tools);
  await ask(context, await credential(), request);
  return { success: true };
};

const withSlash = (key: string): string => (key === '' || key.endsWith('/') ? key : `${key}/`);

/** Parameters of a listing. */
const listQuery = (fields: JsonObject, more: Record<string, string | undefined> = {}) => ({
  prefix: String(fields.folderKey || fields.prefix || '') || undefined,
  'fetch-owner': fields.fetchOwner ? 'true' : undefined,
  ...more,
});

const listWith = async (
  tools: unknown,
  query: Record<string, string | undefined>,
  wanted?: (entry: Entry) => boolean,
) => {
  const { context, credential, text: of, limit } = read(tools);
  return listObjects(context, await credential(), of('bucketName'), query, { limit: limit(), wanted });
};

const escapeXml = (value: string): string =>
  value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\r\n]/g, (char) => `&#${char.charCodeAt(0)};`);

const createBucket = async (tools: unknown): Promise<JsonObject> => {
  const { text: of, fields, credential } = read(tools);
  const additional = fields('additionalFields');
  const region = String(additional.region || (await credential()).region || 'us-east-1');
  const body =
    region === 'us-east-1'
      ? undefined
      : `<CreateBucketConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><LocationConstraint>${escapeXml(region)}</LocationConstraint></CreateBucketConfiguration>`;
  return done(tools, { method: 'PUT', bucket: of('name'), headers: headersOf(additional), body });
};

/** Most keys that may be deleted by one request. */
const mostDeleted = 1000;

const deleteFolder = async (tools: unknown): Promise<JsonObject> => {
  const { context, credential, text: of } = read(tools);
  const [account, name, folder] = [await credential(), of('bucketName'), withSlash(of('folderKey'))];
  if (folder === '')
    throw new NodeError('There is no folder to delete', {
      description: 'Name one: all of the bucket is not deleted here.',
    });
  const found = await listObjects(context, account, name, { prefix: folder });
  const keys = found.length > 0 ? found.map(({ Key }) => Key) : [folder];
  const deleted: JsonObject[] = [];
  for (let at = 0; at < keys.length; at += mostDeleted) {
    const objects = keys.slice(at, at + mostDeleted).map((key) => `<Object><Key>${escapeXml(key)}</Key></Object>`);
    const body = `<Delete xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${objects.join('')}</Delete>`;
    const headers = {
      'content-type': 'application/xml',
      'content-md5': createHash('md5').update(body).digest('base64'),
    };
    const answer = await ask(context, account, { method: 'POST', bucket: name, query: { delete: '' }, headers, body });
    const [failed] = listAt(answer, 'DeleteResult', 'Error');
    if (failed) throw new NodeError(`"${failed.Key}" could not be deleted: ${failed.Message ?? failed.Code}`);
    deleted.push(...listAt(answer, 'DeleteResult', 'Deleted'));
  }
  return { deleted };
};

const copy = async (tools: unknown): Promise<JsonObject> => {
  const { context, credential, text: of, fields } = read(tools);
  const [, target = '', key = ''] = /^\/?([^/]*)\/(.*)$/s.exec(of('destinationPath')) ?? [];
  if (target === '' || key === '')
    throw new NodeError(`"${of('destinationPath')}" is not the path of a file`, {
      description: 'Write it as /bucket/folder/file.',
    });
  const headers = { ...headersOf(fields('additionalFields')), 'x-amz-copy-source': encodeKey(of('sourcePath')) };
  const answer = await ask(context, await credential(), { method: 'PUT', bucket: target, key, headers });
  return (answer.CopyObjectResult ?? {}) as JsonObject;
};

const download = async (tools: unknown) => {
  const { context, credential, text: of } = read(tools);
  const { item, withFiles } = tools as Tools;
  const key = of('fileKey');
  if (key === '' || key.endsWith('/'))
    throw new NodeError(`"${key}" is no file`, { description: 'Folders cannot be downloaded as a whole.' });
  const response = await call(context, await credential(), { method: 'GET', bucket: of('bucketName'), key }, true);
  const mimeType = String(response.headers['content-type'] ?? '') || undefined;
  const file = await context.binary.write(response.stream(), { fileName: lastName(key), mimeType });
  return withFiles(item.json, { ...item.binary, [of('binaryPropertyName')]: file });
};

const upload = async (tools: unknown): Promise<JsonObject> => {
  const { text: of, fields } = read(tools);
  const { value, file: fileIn } = tools as Tools;
  const additional = fields('additionalFields');
  const file = value('binaryData' as never) === false ? undefined : fileIn(of('binaryPropertyName'));
  const name = of('fileName') || (file?.fileName ?? '');
  if (name === '') throw new NodeError('The file has no name', { description: 'Give one in File Name.' });
  const tags = ((fields('tagsUi').tagsValues ?? []) as { key?: unknown; value?: unknown }[]).map(
    (tag) => `${encodeURIComponent(String(tag.key ?? ''))}=${encodeURIComponent(String(tag.value ?? ''))}`,
  );
  return done(tools, {
    method: 'PUT',
    bucket: of('bucketName'),
    key: withSlash(String(additional.parentFolderKey ?? '')) + name,
    headers: {
      'content-type': file ? file.mimeType : 'text/html',
      ...headersOf(additional),
      ...(tags.length > 0 && { 'x-amz-tagging': tags.join('&') }),
    },
    body: file ? { file } : of('fileContent'),
  });
};

const fromBinary = { displayOptions: { show: { binaryData: [true] } } };
const fromText = { displayOptions: { show: { binaryData: [false] } } };

export const s3 = defineService({
  name: 'service.s3',
  displayName: 'S3',
  description: 'Manages files and buckets in any S3-compatible service',
  aliases: ['n8n-nodes-base.s3'],
  versions: [1],
  defaultVersion: 1,
  color: '#b07a16',
  category: 'Data & Storage',
  words: ['MinIO', 'object storage', 'bucket', 'files', 'Ceph', 'Garage', 'Wasabi', 'R2'],
  connection: {
    service: 'S3',
    baseUrl: { field: 'endpoint', default: '' },
    credentials: [{ name: 's3', displayName: 'S3' }],
  },
  defaultResource: 'file',
  resources: {
    bucket: {
      displayName: 'Bucket',
      operations: {
        create: operation({
          name: 'Create',
          action: 'Create a bucket',
          fields: [
            bucket,
            collection('additionalFields', 'Additional fields', [
              bucketAcl,
              toggle('bucketObjectLockEnabled', 'Bucket object lock enabled', {
                description: 'Whether to enable object lock for the bucket',
              }),
              text('region', 'Region', {
                description: 'The region of the bucket. Leave empty for that of the credential.',
              }),
            ]),
          ],
          run: createBucket,
        }),
        delete: operation({
          name: 'Delete',
          action: 'Delete a bucket',
          fields: [bucket],
          run: (tools) => done(tools, { method: 'DELETE', bucket: tools.value('name') }),
        }),
        getAll: operation({
          name: 'Get many',
          action: 'Get many buckets',
          list,
          readsOnly: true,
          run: async (tools) => {
            const { context, credential, limit } = read(tools);
            const answer = await ask(context, await credential(), { method: 'GET' });
            return listAt(answer, 'ListAllMyBucketsResult', 'Buckets', 'Bucket').slice(0, limit());
          },
        }),
        search: operation({
          name: 'Search',
          action: 'Search within a bucket',
          list,
          readsOnly: true,
          fields: [
            bucketName,
            collection('additionalFields', 'Additional fields', [
              text('delimiter', 'Delimiter', {
                description: 'Leaves out keys that contain this text after the prefix',
              }),
              fetchOwner,
              text('prefix', 'Prefix', { description: 'The prefix of the keys' }),
              requesterPays,
              text('startAfter', 'Start after', {
                description: 'Only return keys after this one, in alphabetical order',
              }),
            ]),
          ],
          run: (tools) => {
            const fields = read(tools).fields('additionalFields');
            const [delimiter, startAfter] = [fields.delimiter ?? fields.delmiter, fields.startAfter].map(
              (one) => String(one ?? '') || undefined,
            );
            return listWith(tools, listQuery(fields, { delimiter, 'start-after': startAfter }));
          },
        }),
      },
    },
    file: {
      displayName: 'File',
      defaultOperation: 'download',
      operations: {
        copy: operation({
          name: 'Copy',
          action: 'Copy a file',
          fields: [
            text('sourcePath', 'Source path', {
              required: true,
              placeholder: '/bucket/picture.jpg',
              description: 'The bucket and key of the source',
            }),
            text('destinationPath', 'Destination path', {
              required: true,
              placeholder: '/bucket/copy.jpg',
              description: 'The bucket and key of the copy',
            }),
            collection('additionalFields', 'Additional fields', [...fileFields, ...copyFields]),
          ],
          run: copy,
        }),
        delete: operation({
          name: 'Delete',
          action: 'Delete a file',
          fields: [
            bucketName,
            fileKey,
            collection('options', 'Options', [text('versionId', 'Version ID', { description: 'The version to use' })]),
          ],
          run: (tools) => {
            const versionId = String(tools.value('options').versionId ?? '') || undefined;
            const [name, key] = [tools.value('bucketName'), tools.value('fileKey')];
            // Without a key it would be the bucket that is deleted.
            if (key === '') throw new NodeError('There is no file to delete');
            return done(tools, { method: 'DELETE', bucket: name, key, query: { versionId } });
          },
        }),
        download: operation({
          name: 'Download',
          action: 'Download a file',
          readsOnly: true,
          fields: [
            bucketName,
            fileKey,
            text('binaryPropertyName', 'Put output file in field', {
              default: 'data',
              required: true,
              description: 'The binary field to put the file in',
            }),
          ],
          run: download,
        }),
        getAll: operation({
          name: 'Get many',
          action: 'Get many files',
          list,
          readsOnly: true,
          fields: [bucketName, collection('options', 'Options', [fetchOwner, folderKey])],
          run: (tools) =>
            listWith(
              tools,
              listQuery(read(tools).fields('options'), { delimiter: '/' }),
              ({ Key }) => !Key.endsWith('/'),
            ),
        }),
        upload: operation({
          name: 'Upload',
          action: 'Upload a file',
          fields: [
            bucketName,
            toggle('binaryData', 'Binary file', {
              default: true,
              description: 'Whether to upload a file of the item instead of text',
            }),
            text('fileName', 'File name', {
              placeholder: 'hello.txt',
              description: "Leave empty to use the file's own name",
            }),
            text('fileContent', 'File content', { ...fromText, description: 'The text of the file' }),
            text('binaryPropertyName', 'Input binary field', {
              default: 'data',
              required: true,
              ...fromBinary,
              description: 'The binary field that contains the file',
            }),
            collection('additionalFields', 'Additional fields', [...fileFields, parentFolderKey]),
            entries(
              'tagsUi',
              'Tags',
              {
                name: 'tagsValues',
                displayName: 'Tag',
                values: [
                  { name: 'key', displayName: 'Key', type: 'string', default: '' },
                  { name: 'value', displayName: 'Value', type: 'string', default: '' },
                ],
              },
              { placeholder: 'Add tag' },
            ),
          ],
          run: upload,
        }),
      },
    },
    folder: {
      displayName: 'Folder',
      operations: {
        create: operation({
          name: 'Create',
          action: 'Create a folder',
          fields: [
            bucketName,
            text('folderName', 'Folder name', { required: true, description: 'The name of the folder' }),
            collection('additionalFields', 'Additional fields', [parentFolderKey, requesterPays, storageClass]),
          ],
          run: (tools) => {
            const { parentFolderKey: parent, ...additional } = read(tools).fields('additionalFields');
            const key = withSlash(String(parent ?? '')) + withSlash(tools.value('folderName'));
            if (key === '') throw new NodeError('The folder has no name');
            return done(tools, {
              method: 'PUT',
              bucket: tools.value('bucketName'),
              key,
              headers: headersOf(additional),
            });
          },
        }),
        delete: operation({
          name: 'Delete',
          action: 'Delete a folder',
          fields: [
            bucketName,
            text('folderKey', 'Folder key', {
              required: true,
              placeholder: 'folder/',
              description: 'The folder to delete, with everything in it',
            }),
          ],
          run: deleteFolder,
        }),
        getAll: operation({
          name: 'Get many',
          action: 'Get many folders',
          list,
          readsOnly: true,
          fields: [bucketName, collection('options', 'Options', [fetchOwner, folderKey])],
          run: (tools) => {
            const options = read(tools).fields('options');
            const isFolder = ({ Key, Size }: Entry) => Key.endsWith('/') && Size === '0' && Key !== options.folderKey;
            return listWith(tools, listQuery(options), isFolder);
          },
        }),
      },
    },
  },
});
