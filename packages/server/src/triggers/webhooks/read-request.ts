import type { BinaryData, JsonObject } from '@millrace/contract';
import type { WebhookRequest, WebhookSpec } from '@millrace/engine/node-api';
import type { FastifyRequest } from 'fastify';
import { JsonText, objectText } from '../../platform/json-text.ts';
import { markHeader } from '../../platform/own-api.ts';
import type { Authorized } from './authorize.ts';
import { badBody, readBody } from './body.ts';
import { BadBodyError } from './parsing/bad-body.ts';
import type { BodyParser } from './parsing/body-parser.ts';
import { readContentType } from './parsing/content-type.ts';
import { readFields } from './parsing/read-fields.ts';
import type { UploadedFile } from './parsing/read-multipart.ts';

export type WriteBinary = (bytes: Uint8Array, about: { mimeType?: string; fileName?: string }) => Promise<BinaryData>;

const ownCookie = /^\s*(__(host|secure)-)?millrace/i;

/** The session of whoever is signed in here is no business of a workflow, nor is that another workflow has called it. */
const withoutOwn = (headers: FastifyRequest['raw']['headers']): JsonObject => {
  if (headers.cookie === undefined && headers[markHeader] === undefined) return headers as JsonObject;
  const { cookie = '', [markHeader]: _, ...others } = headers;
  const foreign = cookie.split(';').filter((pair) => pair !== '' && !ownCookie.test(pair));
  return (foreign.length > 0 ? { ...others, cookie: foreign.join(';').trim() } : others) as JsonObject;
};

const hasBody = ({ headers }: FastifyRequest['raw']): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** @throws AppError webhookBadBody */
const readQuery = (text: string): JsonObject => {
  try {
    return readFields(text) as JsonObject;
  } catch (error) {
    throw error instanceof BadBodyError ? badBody(error.message) : error;
  }
};

/** A call without its body. @param address as below */
export const readRequestLine = (
  { raw }: FastifyRequest,
  address: string,
): Pick<WebhookRequest, 'method' | 'url' | 'headers' | 'query'> => {
  const url = raw.url ?? '/';
  const queryAt = url.indexOf('?');
  return {
    method: raw.method ?? 'GET',
    url: address + url.slice(1),
    headers: withoutOwn(raw.headers),
    query: queryAt < 0 ? {} : readQuery(url.slice(queryAt + 1)),
  };
};

const wholeBodyName = 'data';
const noBody = new JsonText('{}');
const nothing = Buffer.alloc(0);

/** Names of the binary properties: after the fields, numbered where a field has several; with a prefix all are numbered. */
const nameFiles = (files: readonly UploadedFile[], prefix: string | undefined): [string, UploadedFile][] => {
  if (prefix) return files.map((file, index) => [`${prefix}${index}`, file]);
  const byField = Map.groupBy(files, ({ field }) => field.replace(/\[\]$/, ''));
  return [...byField].flatMap(([field, group]) =>
    group.map((file, index): [string, UploadedFile] => [group.length > 1 ? `${field}${index}` : field, file]),
  );
};

interface ReadOptions {
  spec: Pick<WebhookSpec, 'binaryPropertyName' | 'rawBody'>;
  write: WriteBinary;
  parser: BodyParser;
}

/** @throws AppError bodyTooLarge, webhookBadBody, tooManyRuns */
const readContent = async (
  { raw }: FastifyRequest,
  { spec, write, parser }: ReadOptions,
): Promise<{ body: JsonText; binary?: Record<string, BinaryData>; bytes: Buffer }> => {
  if (!hasBody(raw)) return { body: noBody, bytes: nothing };
  const bytes = await readBody(raw);
  const contentType = readContentType(raw.headers['content-type']);
  const { type, format } = contentType;
  const isEmpty = bytes.length === 0;
  if (isEmpty && format !== 'multipart') return { body: noBody, bytes };
  const wholeName = spec.binaryPropertyName || wholeBodyName;
  const isFile = format === 'bytes' || (format === 'text' && Boolean(spec.binaryPropertyName));
  const { body, files } = isFile ? { body: '{}', files: [] } : await parser.parse(bytes, contentType);
  const content = { body: new JsonText(body), bytes };
  const hasWhole = isFile || (Boolean(spec.rawBody) && !isEmpty);
  if (files.length === 0 && !hasWhole) return content;

  const binary: Record<string, BinaryData> = Object.create(null);
  for (const [name, { bytes: ofFile, fileName, mimeType }] of nameFiles(files, spec.binaryPropertyName))
    if (name !== '__proto__') binary[name] = await write(ofFile, { fileName, mimeType });
  if (hasWhole && !Object.hasOwn(binary, wholeName))
    binary[wholeName] = await write(bytes, { mimeType: type || undefined });
  return Object.keys(binary).length > 0 ? { ...content, binary } : content;
};

/**
 * A call as JSON of a WebhookRequest, and the bytes of its body. @param address the instance's address for webhooks, with a slash at its end
 * @throws AppError webhookBadBody, bodyTooLarge, tooManyRuns
 */
export const readWebhookRequest = async (
  request: FastifyRequest,
  about: ReadOptions & { params: Record<string, string>; address: string; authorized?: Authorized },
): Promise<{ call: JsonText; bytes: Buffer }> => {
  const { params, address, authorized: { jwtPayload, secretHeader } = {} } = about;
  const { body, binary, bytes } = await readContent(request, about);
  const { headers: sent, ...line } = readRequestLine(request, address);
  const headers = secretHeader === undefined ? sent : { ...sent, [secretHeader]: '***' };
  return { call: objectText({ ...line, headers, params, binary, jwtPayload }, { body }), bytes };
};
