import type { Connection } from '../service/connection.ts';

export const githubConnection: Connection = {
  service: 'GitHub',
  baseUrl: { field: 'server', default: 'https://api.github.com' },
  credentials: [
    { name: 'githubApi', displayName: 'Access token', value: 'accessToken' },
    { name: 'githubOAuth2Api', displayName: 'OAuth2', value: 'oAuth2' },
  ],
  headers: {
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
    'user-agent': 'Millrace',
  },
  paging: { style: 'link', size: 'per_page', max: 100 },
  errors: {
    message: ['errors.0.message', 'message'],
    hints: {
      401: 'Check the credential.',
      404: 'Check the names; what is private looks as if it were not there for who may not see it.',
    },
  },
  limits: {
    statuses: [403, 429],
    /** GitHub says with each answer when the next requests are allowed. */
    read({ headers }, now) {
      if (String(headers['x-ratelimit-remaining'] ?? '') !== '0') return undefined;
      const reset = Number(headers['x-ratelimit-reset']) * 1000;
      return Number.isFinite(reset) ? Math.max(reset - now, 0) : undefined;
    },
  },
};
