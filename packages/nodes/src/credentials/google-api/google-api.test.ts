import { generateKeyPairSync, verify } from 'node:crypto';
import { createHttpResponse, type HttpRequest } from '@millrace/engine/node-api';
import { expect, test } from 'vitest';
import { googleApi } from './google-api.credential.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }));

const signIn = async (credential: Record<string, string | boolean>, answer: object) => {
  const asked: Omit<HttpRequest, 'credential'>[] = [];
  const result = await googleApi.signIn!.run(
    {
      now: () => 1_700_000_000_000,
      signal: new AbortController().signal,
      http: async (request) => {
        asked.push(request);
        const body = new TextEncoder().encode(JSON.stringify(answer));
        return createHttpResponse({ status: 200, statusText: 'OK', headers: {} }, body);
      },
    },
    credential,
  );
  return { result, asked };
};

test.each([
  ['as it is in a file', pem],
  ['with its line breaks written out', pem.replaceAll('\n', '\\n')],
])('a token is fetched with the key, %s', async (_, key) => {
  const credential = {
    email: ' a@b.example ',
    privateKey: key,
    inpersonate: true,
    delegatedEmail: 'u@b.example',
    scopes: 'one, two',
  };
  const { result, asked } = await signIn(credential, { access_token: 'given', expires_in: 60 });
  expect(result).toEqual({ data: { accessToken: 'given' }, endsAt: 1_700_000_060_000 });
  expect(asked[0]).toMatchObject({ method: 'POST', url: 'https://oauth2.googleapis.com/token' });
  const form = new URLSearchParams(String(asked[0]!.body));
  expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
  const [head = '', claims = '', signature = ''] = form.get('assertion')!.split('.');
  const signed = Buffer.from(`${head}.${claims}`);
  expect(verify('sha256', signed, publicKey, Buffer.from(signature, 'base64url'))).toBe(true);
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({
    iss: 'a@b.example',
    sub: 'u@b.example',
    scope: 'one two',
    aud: 'https://oauth2.googleapis.com/token',
    iat: 1_700_000_000,
    exp: 1_700_003_600,
  });
});

test('a key that is none, and a token that is not given, are told of', async () => {
  await expect(signIn({ privateKey: 'nonsense' }, {})).rejects.toThrow(
    'private key of the service account cannot be read',
  );
  await expect(signIn({ privateKey: pem }, { error_description: 'Invalid grant' })).rejects.toThrow('gave no token');
});
