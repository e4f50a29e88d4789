import { expect, test } from 'vitest';
import type { Hop } from '../../platform/http/redirects.ts';
import { withBody, withHeaders, withPath, withQuery } from './edit-request.ts';

const hop = (url: string, type?: string, body?: string): Hop => ({
  method: 'POST',
  url: new URL(url),
  headers: new Map(type ? [['content-type', ['content-type', type]]] : []),
  body,
});
const json = 'application/json; charset=utf-8';
const form = 'application/x-www-form-urlencoded';

test('a query keeps what it says as it is written, and a name that is there already is replaced', () => {
  const edited = withQuery(hop('https://a.example/x?q=a+b%20c&key=old&list[]=1'), { key: 'n&w', empty: undefined });
  expect(edited.url.href).toBe('https://a.example/x?q=a+b%20c&list[]=1&key=n%26w');
});

test('a body of JSON keeps its digits, and one of form fields its order', () => {
  const bodyOf = (type: string | undefined, body?: string) =>
    withBody(hop('https://a.example/', type, body), { token: 's"t', n: { a: 1 } }).body;
  expect(bodyOf(json, '{"id": 12345678901234567890}')).toBe('{"id": 12345678901234567890,"token":"s\\"t","n":{"a":1}}');
  expect(bodyOf(json, '{"token":"old"}')).toBe('{"token":"s\\"t","n":{"a":1}}');
  expect(bodyOf(json, ' { } ')).toBe('{ "token":"s\\"t","n":{"a":1}}');
  expect(bodyOf(undefined)).toBe('{"token":"s\\"t","n":{"a":1}}');
  expect(bodyOf(form, 'b=2&token=old&a=1')).toBe('b=2&a=1&token=s%22t&n=%7B%22a%22%3A1%7D');
  expect(() => bodyOf('text/plain', 'hello')).toThrow('the body of this request has none');
  expect(() => bodyOf(json, '[1]')).toThrow('the body of this request has none');
});

test('placeholders of the path are filled, and stay one part of it', () => {
  const path = (values: Record<string, string>) =>
    withPath(hop('https://a.example/bot{token}/send?{token}'), values).url.href;
  expect(path({ token: '12:AB' })).toBe('https://a.example/bot12:AB/send?{token}');
  expect(path({ token: 'a/../b' })).toBe('https://a.example/bota%2F..%2Fb/send?{token}');
});

test('headers replace those of the same name, and one without a name is none', () => {
  const edited = withHeaders(hop('https://a.example/', json), {
    'Content-Type': ' text/plain\n',
    '': 'x',
    'X-A': null,
  });
  expect([...edited.headers.values()]).toEqual([['Content-Type', 'text/plain']]);
});
