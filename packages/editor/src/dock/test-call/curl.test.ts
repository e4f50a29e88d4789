import { expect, test } from 'vitest';
import { curlOf } from './curl.ts';

test.each([
  ['GET', "curl 'http://h/x'"],
  ['HEAD', "curl --head 'http://h/x'"],
  ['DELETE', "curl --request DELETE 'http://h/x'"],
  [
    'POST',
    `curl --request POST 'http://h/x' \\\n  --header 'Content-Type: application/json' \\\n  --data '{ "name": "value" }'`,
  ],
])('a call by %s as a command', (method, command) => {
  expect(curlOf({ method, address: 'http://h/x' })).toBe(command);
});

test('an address cannot leave its quotes', () => {
  expect(curlOf({ method: 'GET', address: "http://h/x';rm" })).toBe(`curl 'http://h/x'\\'';rm'`);
});
