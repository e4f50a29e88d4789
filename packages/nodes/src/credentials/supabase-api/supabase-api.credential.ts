import { defineTokenCredential } from '../../service-credentials/token-credential.ts';

export const supabaseApi = defineTokenCredential({
  name: 'supabaseApi',
  displayName: 'Supabase API',
  documentationUrl: 'https://supabase.com/docs/guides/api/api-keys',
  field: { name: 'serviceRole', displayName: 'Service role secret' },
  headers: { apikey: '={{ $credentials.serviceRole }}' },
  properties: [
    {
      name: 'host',
      displayName: 'Host',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'https://your-project.supabase.co',
    },
  ],
  allowedHosts: ['={{ $credentials.host }}'],
  test: { request: { url: "={{ $credentials.host.replace(/\\/+$/, '') }}/rest/v1/" } },
});
