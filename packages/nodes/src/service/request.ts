/** Requests as services are described: `GET /repos/{owner}/{repository}`, and what they send. */
import { isObject } from '@millrace/contract/data';
import { NodeError } from '@millrace/engine/node-api';
import { flatQuery } from '../http/flat-query.ts';
import type { RequestBody, RequestPlan } from '../http/request.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';

/**
 * Method and path, or a whole address. `{name}` is replaced by the encoded value of a field, `{+name}` keeps its slashes, and `{name?}`
 * may be empty.
 */
export type RequestLine = `${Method} ${string}`;

/** Names of the places in a path. */
export type Places<Line extends string> = Line extends `${string}{${infer Place}}${infer Rest}`
  ? Bare<Place> | Places<Rest>
  : never;

type Bare<Place extends string> = Place extends `+${infer Name}`
  ? Bare<Name>
  : Place extends `${infer Name}?`
    ? Name
    : Place;

export interface RequestParts {
  query?: Readonly<Record<string, unknown>>;
  headers?: Readonly<Record<string, unknown>>;
  /** An object or list is sent as JSON. */
  body?: unknown;
  /** A body of another kind. */
  content?: RequestBody;
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/** @param read value of a place; undefined for one that is filled in when the request is signed */
export const fillPlaces = (path: string, read: (place: string) => unknown): string =>
  path.replace(/\{(\+?)([^{}?]+)(\??)\}/g, (all, keepsSlashes: string, name: string, mayBeEmpty: string) => {
    const value = read(name);
    if (value === undefined) return all;
    if (isEmpty(value) && mayBeEmpty) return '';
    if (isEmpty(value)) throw new NodeError(`"${name}" is empty`, { description: 'The request needs a value for it.' });
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    const parts = keepsSlashes ? text.split('/') : [text];
    // A dot segment would lead to another resource than the one that was named.
    if (parts.some((part) => part === '.' || part === '..')) throw new NodeError(`"${name}" cannot be "${text}"`);
    return parts.map(encodeURIComponent).join('/');
  });

export const splitLine = (line: string): { method: string; path: string } => {
  const space = line.indexOf(' ');
  return { method: line.slice(0, space), path: line.slice(space + 1) };
};

const hasContent = (body: unknown): boolean =>
  Array.isArray(body) || (isObject(body) ? Object.keys(body).length > 0 : !isEmpty(body));

/** @param url whole address */
export const toPlan = (
  method: string,
  url: string,
  { query = {}, headers = {}, body, content }: RequestParts,
  customary: Readonly<Record<string, string>> = {},
): RequestPlan => ({
  method,
  url,
  query: flatQuery(query).filter(([, value]) => !isEmpty(value)),
  headers: [...Object.entries(customary), ...Object.entries(headers).filter(([, value]) => !isEmpty(value))],
  body: content ?? (hasContent(body) ? { kind: 'json', value: body } : undefined),
});
