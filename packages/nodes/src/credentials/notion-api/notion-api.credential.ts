import { defineCredential } from '@millrace/engine/node-api';

export const notionApi = defineCredential({
  name: 'notionApi',
  displayName: 'Notion API',
  properties: [
    {
      name: 'apiKey',
      displayName: 'Internal Integration Secret',
      type: 'string',
      default: '',
      typeOptions: { password: true },
      required: true,
    },
  ],
  authenticate: {
    type: 'fields',
    headers: { Authorization: '=Bearer {{ $credentials.apiKey }}', 'Notion-Version': '2022-06-28' },
  },
  allowedHosts: ['api.notion.com'],
  test: { request: { url: 'https://api.notion.com/v1/users/me' } },
});
