import { defineGoogleService } from '../../service-credentials/oauth2-service.ts';

export const gmailOAuth2 = defineGoogleService({
  name: 'gmailOAuth2',
  displayName: 'Gmail OAuth2 API',
  scopes: [
    'gmail.labels',
    'gmail.addons.current.action.compose',
    'gmail.addons.current.message.action',
    'gmail.modify',
    'gmail.compose',
    'https://mail.google.com/',
  ],
});
