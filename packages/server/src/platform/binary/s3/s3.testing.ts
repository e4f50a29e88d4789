/**
 * An S3 service in memory for tests. It checks each signature by the rules of Signature Version 4 with code of its own, holds
 * uploads in parts, lists in pages, and can be told to fail.
 */
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestS3 {
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
  /** Stored bytes by key. */
  objects: Map<string, { bytes: Buffer; changed: Date }>;
  /** Uploads in parts that are neither completed nor given up. */
  uploads: Map<string, Map<number, Buffer>>;
  /** `GET key`, in order; queries without values that vary. */
  requests: string[];
  /** Called with each request before it is served; true: it has answered itself. */
  intercept: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  /** Bytes after which the next download breaks off. */
  breakAfter: number | undefined;
  /** Most keys in a page of a listing, whatever is asked for. */
  pageSize: number;
  close(): Promise<void>;
}

const hex = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

/** @throws Refusal where the request is not signed with the right keys over all that counts */
const checkSignature = (
  request: IncomingMessage,
  url: URL,
  body: Buffer,
  { region, accessKey, secretKey }: TestS3,
): void => {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
  const match = pattern.exec(request.headers.authorization ?? '');
  if (!match) throw new Refusal(403, 'AccessDenied');
  const [, id, day, signedRegion, names, signature] = match as unknown as string[];
  const header = (name: string) => String(request.headers[name] ?? '').trim();
  if (id !== accessKey) throw new Refusal(403, 'InvalidAccessKeyId');
  if (signedRegion !== region) throw new Refusal(400, 'AuthorizationHeaderMalformed');
  const signed = names!.split(';');
  for (const needed of ['host', 'x-amz-content-sha256', 'x-amz-date'])
    if (!signed.includes(needed)) throw new Refusal(403, 'AccessDenied');
  const date = header('x-amz-date');
  const moment = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!date.startsWith(day!) || Math.abs(Date.now() - moment) > 900_000) throw new Refusal(403, 'RequestTimeTooSkewed');
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort();
  const canonical = [
    request.method,
    url.pathname.split('/').map(decodeURIComponent).map(encode).join('/'),
    query.join('&'),
    ...signed.map((name) => `${name}:${header(name)}`),
    '',
    names,
    header('x-amz-content-sha256'),
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${secretKey}`, day!), region));
  const expected = hmac(key, ['AWS4-HMAC-SHA256', date, scope, hex(canonical)].join('\n')).toString('hex');
  if (expected !== signature) throw new Refusal(403, 'SignatureDoesNotMatch');
  if (header('x-amz-content-sha256') !== hex(body)) throw new Refusal(400, 'XAmzContentSHA256Mismatch');
};

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

const xml = (response: ServerResponse, text: string, status = 200): ServerResponse => {
  response.writeHead(status, { 'content-type': 'application/xml' });
  return response.end(`<?xml version="1.0" encoding="UTF-8"?>\n${text}`);
};

const etag = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`;

const elements = (text: string, name: string): string[] =>
  [...text.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map((match) => match[1]!);

const download = (s3: TestS3, request: IncomingMessage, response: ServerResponse, key: string): ServerResponse => {
  const bytes = s3.objects.get(key)?.bytes;
  if (!bytes) throw new Refusal(404, 'NoSuchKey');
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
  const [first, last] = range
    ? [Number(range[1]), Math.min(Number(range[2]), bytes.length - 1)]
    : [0, bytes.length - 1];
  if (range && first >= bytes.length) throw new Refusal(416, 'InvalidRange');
  const part = bytes.subarray(first, last + 1);
  response.writeHead(range ? 206 : 200, {
    'content-length': part.length,
    etag: etag(bytes),
    ...(range ? { 'content-range': `bytes ${first}-${last}/${bytes.length}` } : {}),
  });
  if (request.method === 'HEAD') return response.end();
  if (s3.breakAfter === undefined) return response.end(part);
  response.write(part.subarray(0, s3.breakAfter), () => response.destroy());
  s3.breakAfter = undefined;
  return response;
};

const list = (s3: TestS3, response: ServerResponse, query: URLSearchParams): ServerResponse => {
  const after = query.get('start-after') ?? '';
  const most = Math.min(Number(query.get('max-keys') ?? 1000), s3.pageSize);
  const keys = [...s3.objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after).sort();
  const contents = keys
    .slice(0, most)
    .map((key) => [key, s3.objects.get(key)!.changed.toISOString()])
    .map(([key, changed]) => `<Contents><Key>${key}</Key><LastModified>${changed}</LastModified></Contents>`);
  return xml(
    response,
    `<ListBucketResult><IsTruncated>${keys.length > most}</IsTruncated>${contents.join('')}</ListBucketResult>`,
  );
};

const complete = (
  s3: TestS3,
  response: ServerResponse,
  key: string,
  uploadId: string,
  body: Buffer,
): ServerResponse => {
  const parts = s3.uploads.get(uploadId);
  if (!parts) throw new Refusal(404, 'NoSuchUpload');
  const named = elements(body.toString(), 'Part').map((part) => {
    const bytes = parts.get(Number(elements(part, 'PartNumber')[0]));
    if (!bytes || elements(part, 'ETag')[0]!.replaceAll('&quot;', '"') !== etag(bytes))
      throw new Refusal(400, 'InvalidPart');
    return bytes;
  });
  s3.objects.set(key, { bytes: Buffer.concat(named), changed: new Date() });
  s3.uploads.delete(uploadId);
  return xml(response, '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>');
};

const removeMany = (s3: TestS3, request: IncomingMessage, response: ServerResponse, body: Buffer): ServerResponse => {
  if (request.headers['content-md5'] !== createHash('md5').update(body).digest('base64'))
    throw new Refusal(400, 'BadDigest');
  for (const key of elements(body.toString(), 'Key')) s3.objects.delete(key);
  return xml(response, '<DeleteResult></DeleteResult>');
};

const serve = (
  s3: TestS3,
  request: IncomingMessage,
  response: ServerResponse,
  { url, key, body }: { url: URL; key: string; body: Buffer },
): ServerResponse => {
  const { searchParams: query } = url;
  const uploadId = query.get('uploadId') ?? '';
  const is = (method: string, ...names: string[]) =>
    request.method === method && names.every((name) => query.has(name));
  if (is('GET', 'list-type')) return list(s3, response, query);
  if (is('POST', 'delete')) return removeMany(s3, request, response, body);
  if (is('POST', 'uploads')) {
    const id = `${randomUUID()}&<>"`;
    s3.uploads.set(id, new Map());
    const escaped = id.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;').replace('"', '&quot;');
    return xml(
      response,
      `<InitiateMultipartUploadResult><UploadId>${escaped}</UploadId></InitiateMultipartUploadResult>`,
    );
  }
  if (is('POST', 'uploadId')) return complete(s3, response, key, uploadId, body);
  if (is('PUT', 'uploadId', 'partNumber')) {
    const parts = s3.uploads.get(uploadId);
    if (!parts) throw new Refusal(404, 'NoSuchUpload');
    parts.set(Number(query.get('partNumber')), body);
    return response.writeHead(200, { etag: etag(body) }).end();
  }
  if (is('DELETE', 'uploadId')) {
    s3.uploads.delete(uploadId);
    return response.writeHead(204).end();
  }
  if (is('PUT')) {
    s3.objects.set(key, { bytes: body, changed: new Date() });
    return response.writeHead(200, { etag: etag(body) }).end();
  }
  if (is('GET') || is('HEAD')) return download(s3, request, response, key);
  throw new Refusal(405, 'MethodNotAllowed');
};

export const startTestS3 = async (): Promise<TestS3> => {
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://s3');
    const [bucket, ...rest] = url.pathname.slice(1).split('/');
    const key = rest.join('/');
    s3.requests.push(`${request.method} ${key}`);
    try {
      if (s3.intercept?.(request, response)) return;
      const body = await readBody(request);
      checkSignature(request, url, body, s3);
      if (bucket !== s3.bucket) throw new Refusal(404, 'NoSuchBucket');
      serve(s3, request, response, { url, key, body });
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal(500, 'InternalError');
      xml(response, `<Error><Code>${refusal.code}</Code><Message>no</Message></Error>`, refusal.status);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const s3: TestS3 = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket: 'files',
    region: 'eu-test-1',
    accessKey: 'TESTKEY',
    secretKey: 'canary-secret-key',
    objects: new Map(),
    uploads: new Map(),
    requests: [],
    intercept: undefined,
    breakAfter: undefined,
    pageSize: 1000,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return s3;
};
