import { NodeError } from '@millrace/engine/node-api';
import { expect, test } from 'vitest';
import { assertAllowedHosts } from './allowed-hosts.ts';

/** @param hosts as people write them into the field */
const refusal = (hosts: string, url: string): string | undefined => {
  const data = { allowedHttpRequestDomains: 'domains', allowedDomains: hosts };
  const definition = { name: 'httpHeaderAuth', displayName: 'Header Auth', properties: [] };
  try {
    assertAllowedHosts(new URL(url), undefined, data, {
      id: '1',
      revision: 1,
      type: 'x',
      name: 'Mine',
      data,
      definition,
    });
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    return error.description;
  }
  return undefined;
};

test.each([
  ['api.example.com', 'https://api.example.com/x'],
  ['API.Example.COM', 'https://api.example.com'],
  ['api.example.com', 'https://API.EXAMPLE.COM'],
  ['api.example.com.', 'https://api.example.com'],
  ['api.example.com', 'https://api.example.com.'],
  ['api.example.com/v1/', 'https://api.example.com/v2'],
  ['a.example,b.example', 'https://b.example'],
  [' a.example  b.example ', 'https://b.example'],
  ['*.example.com', 'https://api.example.com'],
  ['*.example.com', 'https://a.b.example.com'],
  ['*', 'https://anything.example'],
  ['münchen.example', 'https://münchen.example'],
  ['xn--mnchen-3ya.example', 'https://münchen.example'],
  ['*.MÜNCHEN.example', 'https://api.münchen.example'],
  ['api.example.com:8443', 'https://api.example.com:8443'],
  ['https://api.example.com', 'https://api.example.com'],
  ['https://*.example.com', 'https://api.example.com'],
  ['http://api.example.com:80', 'http://api.example.com'],
  ['10.0.0.5', 'http://10.0.0.5:8080'],
  ['127.0.0.1', 'http://2130706433/'],
  ['[::1]', 'http://[::1]:5000'],
  ['::1', 'http://[0:0:0:0:0:0:0:1]'],
  ['[::1]:5000', 'http://[::1]:5000'],
])('%j is for %s', (hosts, url) => {
  expect(refusal(hosts, url)).toBeUndefined();
});

test.each([
  ['api.example.com', 'https://example.com'],
  ['api.example.com', 'https://api.example.com.evil.example'],
  ['api.example.com', 'https://evil.example/api.example.com'],
  ['api.example.com', 'https://api.example.com@evil.example'],
  ['api.example.com', 'https://evil.example#@api.example.com'],
  ['*.example.com', 'https://example.com'],
  ['*.example.com', 'https://badexample.com'],
  ['*example.com', 'https://badexample.com'],
  ['api.*', 'https://api.evil.example'],
  ['a*.example.com', 'https://api.example.com'],
  ['api.example.com:8443', 'https://api.example.com'],
  ['https://api.example.com', 'http://api.example.com'],
  ['münchen.example', 'https://munchen.example'],
  ['10.0.0.5', 'http://10.0.0.50'],
  ['::1', 'http://[::2]'],
])('%j is not for %s', (hosts, url) => {
  expect(refusal(hosts, url)).toMatch(/^They are for /);
});

test.each(['', ' , ', '/'])('%j is for no host', (hosts) => {
  expect(refusal(hosts, 'https://api.example.com')).toBe('They are for no host at all.');
});
