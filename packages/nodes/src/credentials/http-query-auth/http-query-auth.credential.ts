import { defineCredential } from '@millrace/engine/node-api';

export const httpQueryAuth = defineCredential({
  name: 'httpQueryAuth',
  displayName: 'Query Auth',
  properties: [
    { name: 'name', displayName: 'Name', type: 'string', default: '', required: true, placeholder: 'api_key' },
    {
      name: 'value',
      displayName: 'Value',
      type: 'string',
      default: '',
      required: true,
      typeOptions: { password: true },
    },
  ],
  authenticate: { type: 'fields', query: { '={{ $credentials.name }}': '={{ $credentials.value }}' } },
});
