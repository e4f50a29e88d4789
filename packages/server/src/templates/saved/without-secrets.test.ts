import type { NodeTypeDescription, WorkflowGraph } from '@millrace/contract';
import { expect, test } from 'vitest';
import { withoutSecrets } from './without-secrets.ts';

const type = {
  properties: [
    { name: 'code', typeOptions: { password: true } },
    { name: 'options', type: 'collection', options: [{ name: 'inner', typeOptions: { password: true } }] },
  ],
} as unknown as NodeTypeDescription;

const clean = (parameters: object) => {
  const node = { name: 'A', type: 'x', position: [0, 0], parameters } as unknown as WorkflowGraph['nodes'][number];
  const { graph, removed } = withoutSecrets({ nodes: [node], connections: {} }, () => type);
  return { parameters: graph.nodes[0]?.parameters, removed: removed.map(({ parameter }) => parameter) };
};

test.each([
  ['what the editor shows as dots', { code: 'x', options: { inner: 'y' } }, { code: '', options: { inner: '' } }],
  ['parameters that are called so', { clientSecret: 'abc', api_key: 'k' }, { clientSecret: '', api_key: '' }],
  [
    'values beside such names',
    { headers: { parameters: [{ name: 'X-Api-Key', value: 'abc' }] } },
    { headers: { parameters: [{ name: 'X-Api-Key', value: '' }] } },
  ],
  ['users in addresses', { url: 'https://ada:pw@example.com/a' }, { url: 'https://example.com/a' }],
  [
    'keys in queries',
    { url: 'https://example.com/?a=1&api_key=abc&b=2' },
    { url: 'https://example.com/?a=1&api_key=[removed]&b=2' },
  ],
  ['the first field of a form', { body: 'password=abc&grant_type=a' }, { body: 'password=[removed]&grant_type=a' }],
  [
    'fields of a JSON body',
    { jsonBody: '{ "user": "ada", "password": "Hunter2 \\"a", "client_secret":"b", "n": 1 }' },
    { jsonBody: '{ "user": "ada", "password": "", "client_secret":"", "n": 1 }' },
  ],
  [
    'fields of JSON in a text of JSON',
    { a: '{"body":"{\\"api_key\\": \\"abc\\",\\"b\\":\\"c\\"}"}' },
    { a: '{"body":"{\\"api_key\\": \\"\\",\\"b\\":\\"c\\"}"}' },
  ],
  [
    'fields and variables in code',
    { jsCode: "const apiKey = 'abc'; send({ password: 'x', user: 'ada' })" },
    { jsCode: "const apiKey = ''; send({ password: '', user: 'ada' })" },
  ],
  ['tokens in code', { jsCode: "send('Bearer abcdefghijkl1234')" }, { jsCode: "send('Bearer [removed]')" }],
  ['tokens in expressions', { a: '={{ "ghp_0123456789abcdefghijklmnopqrstuvwx" }}' }, { a: '={{ "[removed]" }}' }],
])('%s is taken out', (_, given, expected) => {
  const { parameters, removed } = clean(given);
  expect(parameters).toEqual(expected);
  expect(removed.length).toBeGreaterThan(0);
});

test('what only speaks of secrets stays', () => {
  const kept = {
    maxTokens: 500,
    nextPageToken: '={{ $json.next }}',
    headers: { parameters: [{ name: 'Authorization', value: '=Bearer {{ $json.token }}' }] },
    url: 'https://example.com/tokens?page=2&key={{ $json.id }}',
    text: 'Please change your password: the token is in the mail. Basic ideas.',
    isSecret: true,
    jsonBody:
      '={ "token": "{{ $json.token }}", "maxTokens": "many", "tokens": ["a"], "authorization": "Bearer {{ $json.a }}" }',
    jsCode:
      "if (token === 'none' || kind == 'password') throw new Error(`${token}`); const a = { token: `${b}`, password };",
  };
  expect(clean(kept)).toEqual({ parameters: kept, removed: [] });
});
