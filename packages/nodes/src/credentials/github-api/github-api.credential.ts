import { defineCredential } from '@millrace/engine/node-api';

export const githubApi = defineCredential({
  name: 'githubApi',
  displayName: 'GitHub API',
  documentationUrl:
    'https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/managing-your-personal-access-tokens',
  properties: [
    {
      name: 'server',
      displayName: 'GitHub server',
      type: 'string',
      default: 'https://api.github.com',
      required: true,
      description: 'Change it only for GitHub Enterprise',
    },
    { name: 'user', displayName: 'User', type: 'string', default: '' },
    {
      name: 'accessToken',
      displayName: 'Access token',
      type: 'string',
      default: '',
      required: true,
      typeOptions: { password: true },
    },
  ],
  authenticate: { type: 'fields', headers: { Authorization: '=token {{ $credentials.accessToken }}' } },
  allowedHosts: ['={{ $credentials.server }}'],
  test: { request: { url: '={{ $credentials.server }}/user' } },
});
