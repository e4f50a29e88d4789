import { defineOAuth2Service } from '../../service-credentials/oauth2-service.ts';

export const dropboxOAuth2Api = defineOAuth2Service({
  name: 'dropboxOAuth2Api',
  displayName: 'Dropbox OAuth2 API',
  documentationUrl: 'https://developers.dropbox.com/oauth-guide',
  authUrl: 'https://www.dropbox.com/oauth2/authorize',
  accessTokenUrl: 'https://api.dropboxapi.com/oauth2/token',
  scope: 'files.content.write files.content.read sharing.read account_info.read',
  authQueryParameters: 'token_access_type=offline&force_reapprove=true',
  authentication: 'header',
  allowedHosts: ['api.dropboxapi.com', 'content.dropboxapi.com'],
});
