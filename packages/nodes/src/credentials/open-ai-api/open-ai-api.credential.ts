import { defineCredential } from '@millrace/engine/node-api';

export const openAiApi = defineCredential({
  name: 'openAiApi',
  displayName: 'OpenAI',
  properties: [
    {
      name: 'apiKey',
      displayName: 'API Key',
      type: 'string',
      default: '',
      typeOptions: { password: true },
      required: true,
    },
    {
      name: 'organizationId',
      displayName: 'Organization ID (Optional)',
      type: 'string',
      default: '',
      description: 'For accounts that belong to several organizations',
    },
    {
      name: 'url',
      displayName: 'Base URL',
      type: 'string',
      default: 'https://api.openai.com/v1',
      description: 'Another one for any service that speaks the same protocol',
    },
    { name: 'header', displayName: 'Add Custom Header', type: 'boolean', default: false },
    {
      name: 'headerName',
      displayName: 'Header Name',
      type: 'string',
      default: '',
      displayOptions: { show: { header: [true] } },
    },
    {
      name: 'headerValue',
      displayName: 'Header Value',
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
