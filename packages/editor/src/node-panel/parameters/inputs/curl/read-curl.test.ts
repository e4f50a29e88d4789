import { expect, test } from 'vitest';
import { httpParameters } from './http-parameters.ts';
import { readCurl } from './read-curl.ts';

/** The parameters that are set. */
const fromCurl = (command: string) => JSON.parse(JSON.stringify(httpParameters(readCurl(command)))) as unknown;
const pairs = (entries: Record<string, string>) => ({
  parameters: Object.entries(entries).map(([name, value]) => ({ name, value })),
});

test.each<[string, string, object]>([
  ['an address', 'curl example.com', { method: 'GET', url: 'http://example.com' }],
  [
    'query and fragment',
    "curl 'https://s.example/a?q=two+words&x=%3D1#top'",
    {
      method: 'GET',
      url: 'https://s.example/a',
      sendQuery: true,
      queryParameters: pairs({ q: 'two words', x: "={{ '=1' }}" }),
    },
  ],
  [
    'headers, of which one has a colon',
    'curl -sS -H "Accept: */*" --header \'X-At: 10:30\' https://s.example',
    {
      method: 'GET',
      url: 'https://s.example',
      sendHeaders: true,
      headerParameters: pairs({ Accept: '*/*', 'X-At': '10:30' }),
    },
  ],
  [
    'JSON over several lines',
    `curl -X PUT https://s.example/a \\
      -H 'content-type: application/json' \\
      -d '{"name": "O'\\''Neill", "n": 1}'`,
    {
      method: 'PUT',
      url: 'https://s.example/a',
      sendBody: true,
      contentType: 'json',
      specifyBody: 'json',
      jsonBody: '{"name": "O\'Neill", "n": 1}',
    },
  ],
  [
    'the JSON of a browser, in quotes with a dollar sign',
    "curl 'https://s.example' -H 'content-type: application/json' --data-raw $'{\"a\":\"it\\'s\"}' --compressed",
    {
      method: 'POST',
      url: 'https://s.example',
      sendBody: true,
      contentType: 'json',
      specifyBody: 'json',
      jsonBody: '{"a":"it\'s"}',
    },
  ],
  [
    'a form',
    'curl -d a=1 --data-urlencode "b=x y" https://s.example',
    {
      method: 'POST',
      url: 'https://s.example',
      sendBody: true,
      contentType: 'form-urlencoded',
      bodyParameters: pairs({ a: '1', b: 'x y' }),
    },
  ],
  [
    'data in the query',
    'curl -G -d a=1 -d b=2 https://s.example/a?z=0',
    { method: 'GET', url: 'https://s.example/a', sendQuery: true, queryParameters: pairs({ z: '0', a: '1', b: '2' }) },
  ],
  [
    'a form with a file',
    'curl -F name=Ada -F "photo=@/tmp/a.png;type=image/png" https://s.example',
    {
      method: 'POST',
      url: 'https://s.example',
      sendBody: true,
      contentType: 'multipart-form-data',
      bodyParameters: {
        parameters: [
          { parameterType: 'formData', name: 'name', value: 'Ada' },
          { parameterType: 'formBinaryData', name: 'photo', inputDataFieldName: 'data' },
        ],
      },
    },
  ],
  [
    'a file',
    'curl --data-binary @a.bin https://s.example',
    { method: 'POST', url: 'https://s.example', sendBody: true, contentType: 'binaryData', inputDataFieldName: 'data' },
  ],
  [
    'a user, an agent and a cookie',
    'curl -uada:s3cret -A agent -b k=v https://s.example',
    {
      method: 'GET',
      url: 'https://s.example',
      sendHeaders: true,
      headerParameters: pairs({ Authorization: 'Basic YWRhOnMzY3JldA==', 'User-Agent': 'agent', Cookie: 'k=v' }),
    },
  ],
  [
    'other content',
    "curl https://s.example -H 'Content-Type: text/xml' -d '<a/>'",
    {
      method: 'POST',
      url: 'https://s.example',
      sendBody: true,
      contentType: 'raw',
      rawContentType: 'text/xml',
      body: '<a/>',
    },
  ],
  [
    'options of the connection',
    'curl -kIL --max-time 1.5 -x http://proxy.example:8080 -o out.txt --url https://s.example',
    {
      method: 'HEAD',
      url: 'https://s.example',
      options: { allowUnauthorizedCerts: true, proxy: 'http://proxy.example:8080', timeout: 1500 },
    },
  ],
  [
    'a command for Windows',
    'curl -X POST ^\r\n  "https://s.example" ^\r\n  -H "Accept: a/b"',
    { method: 'POST', url: 'https://s.example', sendHeaders: true, headerParameters: pairs({ Accept: 'a/b' }) },
  ],
])('%s', (_, command, parameters) => {
  expect(fromCurl(command)).toEqual(parameters);
});

test('what the command does not have goes back to its default', () => {
  const found = httpParameters(readCurl('curl https://s.example'));
  expect(Object.keys(found)).toContain('jsonBody');
  expect(found.jsonBody).toBeUndefined();
});

test.each([
  ['wget https://s.example', 'The text does not begin with curl'],
  ['curl', 'The command names no address'],
  ["curl 'https://s.example", "A ' is not closed"],
  ['curl https://s.example -H', '-H lacks its value'],
])('%s is refused', (command, message) => {
  expect(() => readCurl(command)).toThrow(message);
});
