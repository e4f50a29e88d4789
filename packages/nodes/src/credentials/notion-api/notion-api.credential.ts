import { defineTokenCredential } from '../../service-credentials/token-credential.ts';

export const notionApi = defineTokenCredential({
  name: 'notionApi',
  displayName: 'Notion API',
  documentationUrl: 'https://developers.notion.com/docs/authorization',
  field: { name: 'apiKey', displayName: 'Internal integration secret' },
  headers: { 'Notion-Version': '2022-06-28' },
  allowedHosts: ['api.notion.com'],
  test: { request: { url: 'https://api.notion.com/v1/users/me' } },
});
