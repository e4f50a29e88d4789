import { isObject } from '@millrace/contract/data';
import { NodeError } from '@millrace/engine/node-api';
import { isBodySource } from '../../platform/http/exchange.ts';
import type { Hop } from '../../platform/http/redirects.ts';

/** Changes of a request that leave all else in it as it was written. Each gives a copy. */

type Values = Readonly<Record<string, unknown>>;

const entriesOf = (values: Values): [string, unknown][] =>
  Object.entries(values).filter(([name, value]) => name.trim() !== '' && value !== undefined && value !== null);

const toText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

export const withHeaders = (hop: Hop, values: Values): Hop => {
  const headers = new Map(hop.headers);
  for (const [name, value] of entriesOf(values)) {
    const trimmed = name.trim();
    headers.set(trimmed.toLowerCase(), [trimmed, toText(value).trim()]);
  }
  return { ...hop, headers };
};

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
};

const encode = (text: string): string => encodeURIComponent(text).replaceAll('%5B', '[').replaceAll('%5D', ']');

export const withQuery = (hop: Hop, values: Values): Hop => {
  const entries = entriesOf(values);
  if (entries.length === 0) return hop;
  const names = new Set(entries.map(([name]) => name));
  const kept = hop.url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !names.has(decode(pair.split('=', 1)[0] ?? '')));
  const url = new URL(hop.url);
  url.search = [...kept, ...entries.map(([name, value]) => `${encode(name)}=${encode(toText(value))}`)].join('&');
  return { ...hop, url };
};

/** `{name}` in the path. */
export const withPath = (hop: Hop, values: Values): Hop => {
  const url = new URL(hop.url);
  for (const [name, value] of entriesOf(values))
    url.pathname = url.pathname.replaceAll(
      `%7B${encodeURIComponent(name)}%7D`,
      encodeURIComponent(toText(value)).replaceAll('%3A', ':'),
    );
  return { ...hop, url };
};

export const contentTypeOf = ({ headers }: Hop): string => headers.get('content-type')?.[1].toLowerCase() ?? '';

export const bodyText = ({ body }: Hop): string =>
  typeof body === 'string' ? body : body instanceof Uint8Array ? Buffer.from(body).toString() : '';

export const isForm = (hop: Hop): boolean => contentTypeOf(hop).startsWith('application/x-www-form-urlencoded');

const withFormFields = (text: string, entries: [string, unknown][]): string => {
  const names = new Set(entries.map(([name]) => name));
  const kept = text.split('&').filter((pair) => pair !== '' && !names.has(decode(pair.split('=', 1)[0] ?? '')));
  return [...kept, ...entries.map(([name, value]) => `${encode(name)}=${encode(toText(value))}`)].join('&');
};

/** What is there stays as it is written, so that large numbers keep their digits. */
const withJsonFields = (text: string, entries: [string, unknown][]): string | undefined => {
  const trimmed = text.trim() || '{}';
  let parsed: unknown;
  try {
    parsed = JSON.parse(trimmed);
  } catch {
    return undefined;
  }
  if (!isObject(parsed)) return undefined;
  const added = Object.fromEntries(entries);
  if (entries.some(([name]) => Object.hasOwn(parsed, name))) return JSON.stringify({ ...parsed, ...added });
  const separator = Object.keys(parsed).length > 0 ? ',' : '';
  return `${trimmed.slice(0, -1)}${separator}${JSON.stringify(added).slice(1)}`;
};

const noFields = (): NodeError =>
  new NodeError('The credentials put fields into the body, and the body of this request has none', {
    description: 'Send JSON or a form, or use credentials of another kind.',
  });

/** Into a body of JSON or of form fields; JSON where there is none. @throws NodeError for any other */
export const withBody = (hop: Hop, values: Values): Hop => {
  const entries = entriesOf(values);
  if (entries.length === 0) return hop;
  const text = bodyText(hop);
  if (isBodySource(hop.body)) throw noFields();
  if (isForm(hop)) return { ...hop, body: withFormFields(text, entries) };
  const type = contentTypeOf(hop);
  const body = text === '' || type === '' || type.includes('json') ? withJsonFields(text, entries) : undefined;
  if (body === undefined) throw noFields();
  return type === '' ? withHeaders({ ...hop, body }, { 'content-type': 'application/json' }) : { ...hop, body };
};
