import { loadCredentialType } from '@millrace/nodes';
import { expect, test } from 'vitest';
import { createCredentialTypes } from './credential-types.ts';
import { evaluateFields, evaluateText, isSecretField, secretsOf } from './fields.ts';

const load = createCredentialTypes(loadCredentialType);
const material = async (type: string, data: Record<string, never | unknown>) => {
  const definition = await load(type);
  if (!definition) throw new Error(type);
  return { id: '1', revision: 1, type, name: 'Mine', data: data as never, definition };
};

test('fields have their defaults, and expressions in them see the others', async () => {
  const github = await material('githubOAuth2Api', {
    clientId: '={{ "id" + 1 }}',
    server: 'https://git.example/api/v3',
  });
  expect(evaluateFields(github)).toMatchObject({
    clientId: 'id1',
    grantType: 'authorizationCode',
    accessTokenUrl: 'https://git.example/login/oauth/access_token',
  });
  const usual = await material('githubOAuth2Api', {});
  expect(evaluateFields(usual).authUrl).toBe('https://github.com/login/oauth/authorize');
});

test('an expression that fails names its field and quotes nothing', async () => {
  const wrong = await material('httpHeaderAuth', { name: 'X', value: '={{ JSON.parse("canary-secret") }}' });
  expect(() => evaluateFields(wrong)).toThrow(/^The field "Value" of the credentials "Mine" could not be evaluated$/);
  const custom = await material('httpCustomAuth', { json: 'canary-secret' });
  expect(() => evaluateText('={{ JSON.parse($credentials.json).qs }}', evaluateFields(custom), custom)).toThrow(
    /^A text of the credentials "Mine" could not be evaluated$/,
  );
});

test('expressions see the credential and nothing of workflow or machine', async () => {
  for (const text of ['={{ $env.PATH }}', '={{ $secrets.a }}', '={{ process.env }}', '={{ $json.a }}']) {
    const one = await material('httpHeaderAuth', { value: text });
    expect(() => evaluateFields(one), text).toThrow('could not be evaluated');
  }
});

test('secret is what is a password, what a sign-in has left, and what nobody has named', async () => {
  const { definition } = await material('oAuth2Api', {});
  const secret = ['clientSecret', 'oauthTokenData', 'other'].map((name) => isSecretField(name, definition));
  expect(secret).toEqual([true, true, true]);
  expect(['clientId', 'allowedDomains'].map((name) => isSecretField(name, definition))).toEqual([false, false]);
  const tokens = {
    access_token: 'access-1',
    token_type: 'Bearer',
    scope: 'all',
    expires_in: 3600,
    refresh_token: 'refresh-1',
  };
  expect(secretsOf({ clientSecret: 'client-1', clientId: 'id', oauthTokenData: tokens }, definition)).toEqual([
    'client-1',
    'access-1',
    'refresh-1',
  ]);
  const { definition: custom } = await material('httpCustomAuth', {});
  expect(secretsOf({ json: '{"headers":{"a":"inner-1"}}' }, custom)).toContain('inner-1');
});
