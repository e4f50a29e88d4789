import { defineCredential } from '@millrace/engine/node-api';

/** Where people sign in: an Enterprise server has it beside its API. */
const signInServer =
  "{{ $self.server === 'https://api.github.com' ? 'https://github.com' : $self.server.split('://')[0] + '://' + $self.server.split('://')[1].split('/')[0] }}";

export const githubOAuth2Api = defineCredential({
  name: 'githubOAuth2Api',
  displayName: 'GitHub OAuth2 API',
  documentationUrl: 'https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/creating-an-oauth-app',
  extends: ['oAuth2Api'],
  properties: [
    { name: 'grantType', displayName: 'Grant type', type: 'hidden', default: 'authorizationCode' },
    {
      name: 'server',
      displayName: 'GitHub server',
      type: 'string',
      default: 'https://api.github.com',
      description: 'Change it only for GitHub Enterprise',
    },
    {
      name: 'authUrl',
      displayName: 'Authorization URL',
      type: 'hidden',
      default: `=${signInServer}/login/oauth/authorize`,
    },
    {
      name: 'accessTokenUrl',
      displayName: 'Access token URL',
      type: 'hidden',
      default: `=${signInServer}/login/oauth/access_token`,
    },
    {
      name: 'scope',
      displayName: 'Scope',
      type: 'hidden',
      default:
        'repo,admin:repo_hook,admin:org,admin:org_hook,gist,notifications,user,write:packages,read:packages,delete:packages,workflow',
    },
    { name: 'authQueryParameters', displayName: 'Auth URI query parameters', type: 'hidden', default: '' },
    { name: 'authentication', displayName: 'Authentication', type: 'hidden', default: 'header' },
  ],
  allowedHosts: ['={{ $credentials.server }}'],
});
