import type { Connection } from '../service/connection.ts';

const ended = 'Airtable no longer supports API keys. Use a personal access token instead.';

export const airtableConnection: Connection = {
  service: 'Airtable',
  baseUrl: 'https://api.airtable.com/v0',
  credentials: [
    { name: 'airtableTokenApi', displayName: 'Access token' },
    { name: 'airtableOAuth2Api', displayName: 'OAuth2' },
  ],
  paging: { style: 'cursor', cursor: 'offset', next: 'offset', size: 'pageSize', max: 100 },
  errors: {
    message: ['error.message', 'error.type', 'error'],
    hints: {
      403: 'Check that the credential may see the base, and has the scopes that the operation needs.',
      404: 'Check the base, the table and the record.',
    },
  },
  // Airtable takes five requests a second for each base, and none for half a minute after more.
  limits: { perSecond: 5, pause: 30_000 },
};

/** Of workflows from the time of API keys, which say so by leaving the choice out. */
export const oldAirtableConnection: Connection = {
  ...airtableConnection,
  credentials: [
    ...airtableConnection.credentials,
    { name: 'airtableApi', displayName: 'API key (discontinued)', ended },
  ],
  defaultCredential: 'airtableApi',
};
