import { defineGoogleService } from '../../service-credentials/oauth2-service.ts';

export const googleCalendarOAuth2Api = defineGoogleService({
  name: 'googleCalendarOAuth2Api',
  displayName: 'Google Calendar OAuth2 API',
  scopes: ['calendar', 'calendar.events'],
});
