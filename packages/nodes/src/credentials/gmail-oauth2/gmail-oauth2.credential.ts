import { defineCredential } from '@millrace/engine/node-api';

export const gmailOAuth2 = defineCredential({
  name: 'gmailOAuth2',
  displayName: 'Gmail OAuth2 API',
  extends: ['googleOAuth2Api'],
  properties: [
    {
      name: 'scope',
      displayName: 'Scope',
      type: 'hidden',
      default:
        'https://www.googleapis.com/auth/gmail.labels https://www.googleapis.com/auth/gmail.addons.current.action.compose https://www.googleapis.com/auth/gmail.addons.current.message.action https://www.googleapis.com/auth/gmail.modify https://www.googleapis.com/auth/gmail.compose https://mail.google.com/',
    },
  ],
  allowedHosts: ['*.googleapis.com'],
});
