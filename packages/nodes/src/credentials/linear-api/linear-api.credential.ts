import { defineCredential } from '@millrace/engine/node-api';

export const linearApi = defineCredential({
  name: 'linearApi',
  displayName: 'Linear API',
  properties: [
    {
      name: 'apiKey',
      displayName: 'API Key',
      type: 'string',
      default: '',
      typeOptions: { password: true },
      required: true,
    },
  ],
  authenticate: { type: 'fields', headers: { Authorization: '={{ $credentials.apiKey }}' } },
  allowedHosts: ['api.linear.app'],
  test: { request: { url: 'https://api.linear.app/graphql', body: { query: '{ viewer { id } }' } } },
});
