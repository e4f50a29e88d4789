import { defineGoogleService } from '../../service-credentials/oauth2-service.ts';

export const youTubeOAuth2Api = defineGoogleService({
  name: 'youTubeOAuth2Api',
  displayName: 'YouTube OAuth2 API',
  scopes: ['youtube', 'youtubepartner', 'youtube.force-ssl', 'youtube.upload', 'youtubepartner-channel-audit'],
});
