import { defineCredential } from '@millrace/engine/node-api';

export const oAuth1Api = defineCredential({
  name: 'oAuth1Api',
  displayName: 'OAuth1 API',
  properties: [
    { name: 'authUrl', displayName: 'Authorization URL', type: 'string', default: '', required: true },
    { name: 'accessTokenUrl', displayName: 'Access token URL', type: 'string', default: '', required: true },
    { name: 'consumerKey', displayName: 'Consumer key', type: 'string', default: '', required: true },
    {
      name: 'consumerSecret',
      displayName: 'Consumer secret',
      type: 'string',
      default: '',
      required: true,
      typeOptions: { password: true },
    },
    { name: 'requestTokenUrl', displayName: 'Request token URL', type: 'string', default: '', required: true },
    {
      name: 'signatureMethod',
      displayName: 'Signature method',
      type: 'options',
      default: 'HMAC-SHA1',
      required: true,
      options: ['HMAC-SHA1', 'HMAC-SHA256', 'HMAC-SHA512', 'PLAINTEXT'].map((name) => ({ name, value: name })),
    },
  ],
  authenticate: { type: 'oAuth1' },
});
