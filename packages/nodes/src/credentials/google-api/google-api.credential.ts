import { defineCredential, NodeError } from '@millrace/engine/node-api';
import { signToken } from './sign-token.ts';

const tokenUrl = 'https://oauth2.googleapis.com/token';
/** Seconds for which a token serves. */
const lifetime = 3600;

/** A service account, which fetches its tokens with its key. */
export const googleApi = defineCredential({
  name: 'googleApi',
  displayName: 'Google Service Account API',
  documentationUrl: 'https://developers.google.com/identity/protocols/oauth2/service-account',
  properties: [
    {
      name: 'email',
      displayName: 'Service account email',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'name@project.iam.gserviceaccount.com',
    },
    {
      name: 'privateKey',
      displayName: 'Private key',
      type: 'string',
      default: '',
      required: true,
      typeOptions: { password: true, rows: 4 },
      description: 'The value of private_key in the JSON key file of the service account',
    },
    { name: 'inpersonate', displayName: 'Impersonate a user', type: 'boolean', default: false },
    {
      name: 'delegatedEmail',
      displayName: 'Email',
      type: 'string',
      default: '',
      displayOptions: { show: { inpersonate: [true] } },
      description: 'The email of the user that the service account impersonates',
    },
    { name: 'httpNode', displayName: 'Set up for use in HTTP request node', type: 'boolean', default: false },
    {
      name: 'scopes',
      displayName: 'Scope(s)',
      type: 'string',
      default: '',
      displayOptions: { show: { httpNode: [true] } },
      description: 'The scopes of the account, separated by spaces or commas',
    },
    { name: 'accessToken', displayName: 'Access token', type: 'hidden', default: '', typeOptions: { password: true } },
  ],
  authenticate: { type: 'fields', headers: { Authorization: '=Bearer {{ $credentials.accessToken }}' } },
  allowedHosts: ['*.googleapis.com'],
  signIn: {
    field: 'accessToken',
    async run({ http, now }, { email, privateKey, inpersonate, delegatedEmail, scopes }) {
      const issuedAt = Math.floor(now() / 1000);
      const account = String(email ?? '').trim();
      const wanted = String(scopes ?? '')
        .split(/[,\s]+/)
        .filter(Boolean)
        .join(' ');
      const claims = {
        iss: account,
        sub: inpersonate === true && delegatedEmail ? String(delegatedEmail).trim() : account,
        scope: wanted || 'https://www.googleapis.com/auth/cloud-platform',
        aud: tokenUrl,
        iat: issuedAt,
        exp: issuedAt + lifetime,
      };
      const assertion = await signToken(claims, String(privateKey ?? ''));
      const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion };
      const answer = await http({
        method: 'POST',
        url: tokenUrl,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(grant).toString(),
      });
      const given = await answer.json<{ access_token?: string; expires_in?: number; error_description?: string }>();
      if (!given.access_token)
        throw new NodeError('Google gave no token for the service account', { description: given.error_description });
      return { data: { accessToken: given.access_token }, endsAt: now() + (given.expires_in ?? lifetime) * 1000 };
    },
  },
});
