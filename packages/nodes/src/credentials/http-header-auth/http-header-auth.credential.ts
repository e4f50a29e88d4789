import { defineCredential } from '@millrace/engine/node-api';

export const httpHeaderAuth = defineCredential({
  name: 'httpHeaderAuth',
  displayName: 'Header Auth',
  properties: [
    { name: 'name', displayName: 'Name', type: 'string', default: '', required: true, placeholder: 'X-Api-Key' },
    {
      name: 'value',
      displayName: 'Value',
      type: 'string',
      default: '',
      required: true,
      typeOptions: { password: true },
    },
  ],
  authenticate: { type: 'fields', headers: { '={{ $credentials.name }}': '={{ $credentials.value }}' } },
});
