import { defineCredential } from '@millrace/engine/node-api';

export const openAiApi = defineCredential({
  name: 'openAiApi',
  displayName: 'OpenAI',
  documentationUrl: 'https://platform.openai.com/docs/api-reference/authentication',
  properties: [
    {
      name: 'apiKey',
      displayName: 'API key',
      type: 'string',
      default: '',
      typeOptions: { password: true },
      required: true,
    },
    {
      name: 'organizationId',
      displayName: 'Organization ID (optional)',
      type: 'string',
      default: '',
      description: 'For accounts that belong to several organizations',
    },
    {
      name: 'url',
      displayName: 'Base URL',
      type: 'string',
      default: 'https://api.openai.com/v1',
      description: 'Change it to use a compatible service',
    },
    { name: 'header', displayName: 'Add custom header', type: 'boolean', default: false },
    {
      name: 'headerName',
      displayName: 'Header name',
      type: 'string',
      default: '',
      displayOptions: { show: { header: [true] } },
    },
    {
      name: 'headerValue',
      displayName: 'Header value',
      type: 'string',
      default: '',
      typeOptions: { password: true },
      displayOptions: { show: { header: [true] } },
    },
  ],
  authenticate: {
    type: 'fields',
    headers: {
      Authorization: '=Bearer {{ $credentials.apiKey }}',
      'OpenAI-Organization': '={{ $credentials.organizationId || undefined }}',
      "={{ $credentials.header && $credentials.headerName ? $credentials.headerName : '' }}":
        '={{ $credentials.header && $credentials.headerName ? $credentials.headerValue : undefined }}',
    },
  },
  allowedHosts: ['={{ $credentials.url }}'],
  test: { request: { url: '={{ $credentials.url }}/models' } },
});
