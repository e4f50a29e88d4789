import { defineCredential } from '@millrace/engine/node-api';

export const slackOAuth2Api = defineCredential({
  name: 'slackOAuth2Api',
  displayName: 'Slack OAuth2 API',
  extends: ['oAuth2Api'],
  properties: [
    { name: 'grantType', displayName: 'Grant Type', type: 'hidden', default: 'authorizationCode' },
    {
      name: 'authUrl',
      displayName: 'Authorization URL',
      type: 'hidden',
      default: 'https://slack.com/oauth/v2/authorize',
    },
    {
      name: 'accessTokenUrl',
      displayName: 'Access Token URL',
      type: 'hidden',
      default: 'https://slack.com/api/oauth.v2.access',
    },
    { name: 'scope', displayName: 'Scope', type: 'hidden', default: 'chat:write' },
    {
      name: 'authQueryParameters',
      displayName: 'Auth URI Query Parameters',
      type: 'hidden',
      default:
        'user_scope=channels:read channels:write channels:history chat:write files:read files:write groups:read groups:write groups:history im:read im:write im:history mpim:read mpim:write mpim:history reactions:read reactions:write stars:read stars:write usergroups:read usergroups:write users.profile:read users.profile:write users:read search:read',
    },
    { name: 'authentication', displayName: 'Authentication', type: 'hidden', default: 'body' },
  ],
  allowedHosts: ['slack.com', '*.slack.com'],
});
