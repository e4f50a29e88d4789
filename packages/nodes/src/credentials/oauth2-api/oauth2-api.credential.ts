import { defineCredential } from '@millrace/engine/node-api';

const usesBrowser = { show: { grantType: ['authorizationCode', 'pkce'] } };

export const oAuth2Api = defineCredential({
  name: 'oAuth2Api',
  displayName: 'OAuth2 API',
  properties: [
    {
      name: 'grantType',
      displayName: 'Grant type',
      type: 'options',
      default: 'authorizationCode',
      options: [
        { name: 'Authorization code', value: 'authorizationCode' },
        { name: 'Client credentials', value: 'clientCredentials' },
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
    { name: 'accessTokenUrl', displayName: 'Access token URL', type: 'string', default: '', required: true },
    { name: 'clientId', displayName: 'Client ID', type: 'string', default: '', required: true },
    {
      name: 'clientSecret',
      displayName: 'Client secret',
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
      description: 'The scopes to request, separated by spaces',
    },
    {
      name: 'authQueryParameters',
      displayName: 'Auth URI query parameters',
      type: 'string',
      default: '',
      placeholder: 'access_type=offline',
      description: 'Additional parameters of the authorization URL',
      displayOptions: usesBrowser,
    },
    {
      name: 'authentication',
      displayName: 'Authentication',
      type: 'options',
      default: 'header',
      options: [
        { name: 'Body', value: 'body', description: 'Send the client ID and secret in the body' },
        { name: 'Header', value: 'header', description: 'Send the client ID and secret as basic auth' },
      ],
      description: 'How the client authenticates when it requests tokens',
    },
    {
      name: 'sendAdditionalBodyProperties',
      displayName: 'Send additional body properties',
      type: 'boolean',
      default: false,
      displayOptions: { show: { grantType: ['clientCredentials'], authentication: ['body'] } },
    },
    {
      name: 'additionalBodyProperties',
      displayName: 'Additional body properties',
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
      displayName: 'Ignore SSL issues (insecure)',
      type: 'boolean',
      default: false,
      description: "Whether to fetch tokens even if the certificate can't be verified",
    },
    {
      name: 'tokenExpiredStatusCode',
      displayName: 'Token expired status code',
      type: 'number',
      default: 401,
      description: 'The status code with which the service reports an expired token',
    },
  ],
  authenticate: { type: 'oAuth2' },
});
