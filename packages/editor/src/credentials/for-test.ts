/** Credentials and their types as tests of the editor have them. */

import type { Credential, CredentialTypeDescription, ParameterDefinition } from '@millrace/contract';

const text = (name: string, displayName: string, more: Partial<ParameterDefinition> = {}): ParameterDefinition =>
  ({ name, displayName, type: 'string', default: '', ...more }) as ParameterDefinition;
const secret = { typeOptions: { password: true } };

export const headerAuth: CredentialTypeDescription = {
  name: 'httpHeaderAuth',
  displayName: 'Header Auth',
  properties: [text('name', 'Name'), text('value', 'Value', secret)],
  isTestable: false,
  supportedNodes: ['core.httpRequest', 'core.webhook'],
};

export const slackApi: CredentialTypeDescription = {
  name: 'slackApi',
  displayName: 'Slack API',
  documentationUrl: 'https://docs.example/slack',
  properties: [
    text('token', 'Access Token', {
      required: true,
      description: 'From the app',
      hint: 'It begins with xoxb',
      ...secret,
    }),
    { name: 'retries', displayName: 'Retries', type: 'number', default: 3, required: true },
    text('workspace', 'Workspace', { placeholder: 'my-team' }),
  ],
  authenticate: { type: 'fields' },
  isTestable: true,
  supportedNodes: ['core.slack'],
};

export const accountOAuth2: CredentialTypeDescription = {
  name: 'accountOAuth2Api',
  displayName: 'Account OAuth2 API',
  extends: ['oAuth2Api'],
  properties: [
    text('clientId', 'Client ID', { required: true }),
    text('clientSecret', 'Client Secret', { required: true, ...secret }),
    text('scope', 'Scope'),
  ],
  authenticate: { type: 'oAuth2' },
  isTestable: false,
  supportedNodes: ['core.httpRequest'],
};

export const googleOAuth2: CredentialTypeDescription = {
  ...accountOAuth2,
  name: 'googleSheetsOAuth2Api',
  displayName: 'Google Sheets OAuth2 API',
  extends: ['googleOAuth2Api', 'oAuth2Api'],
};

export const accountOAuth1: CredentialTypeDescription = {
  ...accountOAuth2,
  name: 'accountOAuth1Api',
  displayName: 'Account OAuth1 API',
  extends: ['oAuth1Api'],
};

export const allTypes = [headerAuth, slackApi, accountOAuth2, googleOAuth2, accountOAuth1];

export const credential = (id: string, more: Partial<Credential> = {}): Credential => ({
  id,
  name: `Credential ${id}`,
  type: 'slackApi',
  nodesAccess: [{ nodeType: 'core.slack' }],
  createdAt: '2026-01-01T10:00:00.000Z',
  updatedAt: '2026-01-02T10:00:00.000Z',
  ownedBy: { id: 'me', email: 'me@a.example', firstName: null, lastName: null },
  sharedWith: 0,
  permissions: ['use', 'read', 'update', 'delete', 'share'],
  ...more,
});
