import { defineCredential } from '@millrace/engine/node-api';

export const googleCalendarOAuth2Api = defineCredential({
  name: 'googleCalendarOAuth2Api',
  displayName: 'Google Calendar OAuth2 API',
  extends: ['googleOAuth2Api'],
  properties: [
    {
      name: 'scope',
      displayName: 'Scope',
      type: 'hidden',
      default: 'https://www.googleapis.com/auth/calendar https://www.googleapis.com/auth/calendar.events',
    },
  ],
  allowedHosts: ['*.googleapis.com'],
});
