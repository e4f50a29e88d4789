import type { CredentialTypeDescription } from '@millrace/contract';
import { describe, expect, test } from 'vitest';
import { appNameOf, defaultNameOf, fieldIssues, filledData, isTestable, oauthVersionOf } from './credential-type.ts';

const type = (more: Partial<CredentialTypeDescription> = {}): CredentialTypeDescription => ({
  name: 'slackApi',
  displayName: 'Slack API',
  properties: [
    { name: 'token', displayName: 'Token', type: 'string', default: '', required: true },
    { name: 'port', displayName: 'Port', type: 'number', default: 25, required: true },
  ],
  isTestable: true,
  supportedNodes: [],
  ...more,
});

describe('the first name', () => {
  test('is that of the app without words for its kind, as an account', () => {
    expect(appNameOf({ displayName: 'Slack OAuth2 API' })).toBe('Slack');
    expect(defaultNameOf({ name: 'slackOAuth2Api', displayName: 'Slack OAuth2 API' })).toBe('Slack account');
    expect(defaultNameOf({ name: 'long', displayName: 'x'.repeat(90) })).toHaveLength(64);
  });

  test('speaks of no account where there is none', () => {
    const names = ['httpBasicAuth', 'oAuth2Api', 'httpDigestAuth', 'oAuth1Api'].map((name) =>
      defaultNameOf({ name, displayName: name === 'oAuth2Api' ? 'OAuth2 API' : 'Some Auth' }),
    );
    expect(names).toEqual(['Some Auth', 'OAuth2 API', 'Some Auth', 'Some Auth']);
  });
});

test('required text is missing when empty, a required number when it is none', () => {
  const missing = (data: Record<string, string | number>) => [
    ...new Set(fieldIssues(type(), data).map(({ path }) => path[0])),
  ];
  expect(missing({})).toEqual(['token']);
  expect(missing({ token: 'x', port: 'many' })).toEqual(['port']);
  expect(missing({ token: 'x', port: '' })).toEqual(['port']);
  expect(missing({ token: 'x', port: '26' })).toEqual([]);
});

test('fields that the operator has set are not asked for', () => {
  expect(fieldIssues(type({ __overwrittenProperties: ['token'] }), {})).toEqual([]);
});

test('an account is connected by the version of OAuth of the type or its parent, unless the client itself is meant', () => {
  expect(oauthVersionOf(type(), {})).toBeUndefined();
  expect(oauthVersionOf(type({ extends: ['oAuth1Api'] }), {})).toBe(1);
  expect(oauthVersionOf(type({ name: 'oAuth2Api' }), {})).toBe(2);
  expect(oauthVersionOf(type({ extends: ['oAuth2Api'] }), { grantType: 'clientCredentials' })).toBeUndefined();
});

test('what cannot be tried is not tested', () => {
  const full = { token: 'x' };
  expect(isTestable(type(), full)).toBe(true);
  expect(isTestable(type({ isTestable: false }), full)).toBe(false);
  expect(isTestable(type({ extends: ['oAuth2Api'] }), full)).toBe(false);
  expect(isTestable(type(), {})).toBe(false);
  expect(isTestable(type(), { token: '={{ $self.port }}' })).toBe(false);
});

test('defaults are stored, and tokens stay with the server', () => {
  expect(filledData(type(), { token: 'x', oauthTokenData: true, allowedDomains: 'a.example' })).toEqual({
    token: 'x',
    port: 25,
    allowedDomains: 'a.example',
  });
});
