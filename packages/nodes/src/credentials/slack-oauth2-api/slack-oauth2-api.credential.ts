import { defineOAuth2Service } from '../../service-credentials/oauth2-service.ts';

export const slackOAuth2Api = defineOAuth2Service({
  name: 'slackOAuth2Api',
  displayName: 'Slack OAuth2 API',
  documentationUrl: 'https://api.slack.com/authentication/oauth-v2',
  authUrl: 'https://slack.com/oauth/v2/authorize',
  accessTokenUrl: 'https://slack.com/api/oauth.v2.access',
  scope: 'chat:write',
  authQueryParameters:
    'user_scope=channels:read channels:write channels:history chat:write files:read files:write groups:read groups:write groups:history im:read im:write im:history mpim:read mpim:write mpim:history reactions:read reactions:write stars:read stars:write usergroups:read usergroups:write users.profile:read users.profile:write users:read search:read',
  authentication: 'body',
  allowedHosts: ['slack.com', '*.slack.com'],
});
