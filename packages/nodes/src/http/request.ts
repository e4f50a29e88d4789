/** A request before it is text: what the parameters of any version are read into, what pagination changes, and what is sent at last. */
import type { BinaryData } from '@millrace/contract/data';
import { type HttpRequest, NodeError } from '@millrace/engine/node-api';
import { encodeForm, type FormPart } from './multipart.ts';

export type RequestBody =
  /** `text` is sent as it is while it still says what `value` is, so that large numbers keep their digits. */
  | { kind: 'json'; value: unknown; text?: string }
  | { kind: 'form'; fields: [string, unknown][] }
  | { kind: 'multipart'; fields: ({ name: string; value: string } | { name: string; file: BinaryData })[] }
  | { kind: 'file'; file: BinaryData; contentType?: string }
  | { kind: 'text'; text: string; contentType?: string }
  | { kind: 'bytes'; bytes: Uint8Array; contentType?: string };

export interface RequestPlan {
  method: string;
  url: string;
  query: [string, unknown][];
  headers: [string, unknown][];
  body?: RequestBody;
}

/** How a list in the query is written: `a=1&a=2`, `a[]=1&a[]=2` or `a[0]=1&a[1]=2`. */
export type QueryArrays = 'repeat' | 'brackets' | 'indices';

export interface Transport {
  timeout?: number;
  maxRedirects?: number;
  allowUnauthorizedCerts?: boolean;
  proxy?: string;
  /** Type of the credential whose certificate the connection shows. */
  clientCertificate?: string;
  queryArrays: QueryArrays;
  lowercaseHeaders: boolean;
}

const toText = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : value === undefined || value === null
      ? ''
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);

const toPairs = (fields: [string, unknown][], arrays: QueryArrays): [string, string][] =>
  fields.flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return [];
    if (!Array.isArray(value)) return [[name, toText(value)]];
    return value.map((entry, index) => [
      arrays === 'repeat' ? name : arrays === 'brackets' ? `${name}[]` : `${name}[${index}]`,
      toText(entry),
    ]);
  });

/** The address with the query added to what it has. @throws NodeError if it is no http(s) address */
export const buildUrl = (plan: RequestPlan, arrays: QueryArrays): string => {
  const url = plan.url.trim();
  if (!/^https?:\/\/[^/?#]/i.test(url)) {
    throw new NodeError(url === '' ? 'The URL is empty' : `"${url.slice(0, 200)}" is not a URL to call`, {
      description: 'It must begin with http:// or https:// and name a host.',
    });
  }
  const pairs = toPairs(plan.query, arrays);
  if (pairs.length === 0) return url;
  const [, address = '', fragment = ''] = /^([^#]*)(#.*)?$/s.exec(url) ?? [];
  const query = pairs.map(([name, value]) => `${encodeName(name)}=${encodeURIComponent(value)}`).join('&');
  const separator = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  return address + separator + query + fragment;
};

/** Brackets stay readable: `a[]` is what services look for. */
const encodeName = (name: string): string => encodeURIComponent(name).replace(/%5B/gi, '[').replace(/%5D/gi, ']');

/** A form with files, and the content type that names its boundary. */
const encodeMultipart = (fields: Extract<RequestBody, { kind: 'multipart' }>['fields']): Encoded => {
  const parts = fields.map((field): FormPart<BinaryData> => {
    if (!('file' in field)) return { name: field.name, value: String(field.value) };
    const { fileName = field.name, mimeType } = field.file;
    return { name: field.name, content: field.file, fileName, mimeType };
  });
  return { ...encodeForm(parts), isBoundaryNeeded: true };
};

interface Encoded {
  body: HttpRequest['body'];
  contentType: string | undefined;
  isBoundaryNeeded?: boolean;
}

const encodeBody = (body: RequestBody): Encoded => {
  switch (body.kind) {
    case 'json':
      return { body: body.text ?? JSON.stringify(body.value) ?? '', contentType: 'application/json' };
    case 'form':
      return {
        body: new URLSearchParams(toPairs(body.fields, 'indices')).toString(),
        contentType: 'application/x-www-form-urlencoded',
      };
    case 'text':
      return { body: body.text, contentType: body.contentType };
    case 'bytes':
      return { body: body.bytes, contentType: body.contentType };
    case 'file':
      return { body: { file: body.file }, contentType: body.contentType ?? body.file.mimeType };
    case 'multipart':
      return encodeMultipart(body.fields);
  }
};

/** In the form that the host sends. @throws NodeError */
export const encodeRequest = (
  plan: RequestPlan,
  transport: Transport,
  defaultHeaders: Record<string, string>,
): HttpRequest => {
  const url = buildUrl(plan, transport.queryArrays);
  const encoded = plan.body && encodeBody(plan.body);
  const headers = new Map<string, [string, string]>();
  const set = (name: string, value: string) =>
    headers.set(name.toLowerCase(), [transport.lowercaseHeaders ? name.toLowerCase() : name, value]);
  for (const [name, value] of Object.entries(defaultHeaders)) set(name, value);
  if (encoded?.contentType) set('content-type', encoded.contentType);
  for (const [name, value] of plan.headers) {
    if (name.trim() === '' || value === undefined) continue;
    if (encoded?.isBoundaryNeeded && name.trim().toLowerCase() === 'content-type') continue;
    set(name.trim(), toText(value));
  }
  return {
    method: plan.method,
    url,
    headers: Object.fromEntries(headers.values()),
    body: encoded?.body,
    timeout: transport.timeout,
    maxRedirects: transport.maxRedirects,
    allowUnauthorizedCerts: transport.allowUnauthorizedCerts,
    proxy: transport.proxy || undefined,
    ...(transport.clientCertificate !== undefined && { clientCertificate: transport.clientCertificate }),
  };
};
