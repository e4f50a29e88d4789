import { defineCredential } from '@millrace/engine/node-api';

export const youTubeOAuth2Api = defineCredential({
  name: 'youTubeOAuth2Api',
  displayName: 'YouTube OAuth2 API',
  extends: ['googleOAuth2Api'],
  properties: [
    {
      name: 'scope',
      displayName: 'Scope',
      type: 'hidden',
      default:
        'https://www.googleapis.com/auth/youtube https://www.googleapis.com/auth/youtubepartner https://www.googleapis.com/auth/youtube.force-ssl https://www.googleapis.com/auth/youtube.upload https://www.googleapis.com/auth/youtubepartner-channel-audit',
    },
  ],
  allowedHosts: ['*.googleapis.com'],
});
