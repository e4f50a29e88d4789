import { defineTokenCredential } from '../../service-credentials/token-credential.ts';

export const linearApi = defineTokenCredential({
  name: 'linearApi',
  displayName: 'Linear API',
  documentationUrl: 'https://linear.app/developers',
  field: { name: 'apiKey', displayName: 'API key' },
  authorization: (token) => token,
  allowedHosts: ['api.linear.app'],
  test: { request: { url: 'https://api.linear.app/graphql', body: { query: '{ viewer { id } }' } } },
});
