import { defineCredential } from '@millrace/engine/node-api';

const usesBrowser = { show: { grantType: ['authorizationCode', 'pkce'] } };

export const oAuth2Api = defineCredential({
  name: 'oAuth2Api',
  displayName: 'OAuth2 API',
  properties: [
    {
      name: 'grantType',
      displayName: 'Grant Type',
      type: 'options',
      default: 'authorizationCode',
      options: [
        { name: 'Authorization Code', value: 'authorizationCode' },
        { name: 'Client Credentials', value: 'clientCredentials' },
        { name: 'PKCE', value: 'pkce' },
      ],
    },
    {
      name: 'authUrl',
      displayName: 'Authorization URL',
      type: 'string',
      default: '',
      required: true,
      displayOptions: usesBrowser,
    },
    { name: 'accessTokenUrl', displayName: 'Access Token URL', type: 'string', default: '', required: true },
    { name: 'clientId', displayName: 'Client ID', type: 'string', default: '', required: true },
    {
      name: 'clientSecret',
      displayName: 'Client Secret',
      type: 'string',
      default: '',
      required: true,
      typeOptions: { password: true },
    },
    {
      name: 'scope',
      displayName: 'Scope',
      type: 'string',
      default: '',
      description: 'What the account is asked to allow, separated by spaces',
    },
    {
      name: 'authQueryParameters',
      displayName: 'Auth URI Query Parameters',
      type: 'string',
      default: '',
      placeholder: 'access_type=offline',
      description: 'Further parameters that the authorization URL is called with',
      displayOptions: usesBrowser,
    },
    {
      name: 'authentication',
      displayName: 'Authentication',
      type: 'options',
      default: 'header',
      options: [
        { name: 'Body', value: 'body', description: 'Client ID and secret are sent in the body' },
        { name: 'Header', value: 'header', description: 'Client ID and secret are sent as basic authentication' },
      ],
      description: 'How the client proves who it is where it gets tokens',
    },
    {
      name: 'sendAdditionalBodyProperties',
      displayName: 'Send Additional Body Properties',
      type: 'boolean',
      default: false,
      displayOptions: { show: { grantType: ['clientCredentials'], authentication: ['body'] } },
    },
    {
      name: 'additionalBodyProperties',
      displayName: 'Additional Body Properties',
      type: 'json',
      default: '',
      typeOptions: { rows: 5, password: true },
      displayOptions: {
        show: {
          grantType: ['clientCredentials'],
          authentication: ['body'],
          sendAdditionalBodyProperties: [true],
        },
      },
    },
    {
      name: 'ignoreSSLIssues',
      displayName: 'Ignore SSL Issues (Insecure)',
      type: 'boolean',
      default: false,
      description: 'Whether tokens are fetched even where the certificate cannot be verified',
    },
    {
      name: 'tokenExpiredStatusCode',
      displayName: 'Token Expired Status Code',
      type: 'number',
      default: 401,
      description: 'The status by which the service says that a token has ended',
    },
  ],
  authenticate: { type: 'oAuth2' },
});
