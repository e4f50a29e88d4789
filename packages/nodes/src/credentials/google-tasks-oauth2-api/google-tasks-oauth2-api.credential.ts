import { defineCredential } from '@millrace/engine/node-api';

export const googleTasksOAuth2Api = defineCredential({
  name: 'googleTasksOAuth2Api',
  displayName: 'Google Tasks OAuth2 API',
  extends: ['googleOAuth2Api'],
  properties: [
    { name: 'scope', displayName: 'Scope', type: 'hidden', default: 'https://www.googleapis.com/auth/tasks' },
  ],
  allowedHosts: ['*.googleapis.com'],
});
