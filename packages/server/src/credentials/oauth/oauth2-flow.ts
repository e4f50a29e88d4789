import { createHash } from 'node:crypto';
import { createSecretToken } from '../../users/secret-tokens.ts';
import { evaluateFields } from '../fields.ts';
import { requestTokenBy } from '../oauth2-tokens.ts';
import { addressIn, oauthFailed } from './addresses.ts';
import type { FlowOptions, OAuthFlow } from './flow.ts';

/** The authorization code of OAuth2 (RFC 6749, section 4.1), with PKCE (RFC 7636) where the credential says so. */
export const createOAuth2Flow = ({ request, now }: FlowOptions): OAuthFlow => ({
  async begin(material, { callback, state }) {
    const fields = evaluateFields(material);
    if (fields.grantType === 'clientCredentials')
      throw oauthFailed('These credentials get their access by the client alone: there is no account to connect.');
    if (!String(fields.clientId ?? '')) throw oauthFailed('The field "Client ID" is empty.');
    addressIn('Access token URL', fields.accessTokenUrl);
    const url = addressIn('Authorization URL', fields.authUrl);
    for (const [name, value] of new URLSearchParams(String(fields.authQueryParameters ?? '')))
      url.searchParams.set(name, value);
    const verifier = fields.grantType === 'pkce' ? createSecretToken() : undefined;
    const asked = {
      response_type: 'code',
      client_id: String(fields.clientId),
      redirect_uri: callback,
      ...(fields.scope ? { scope: String(fields.scope) } : {}),
      state,
      ...(verifier && {
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      }),
    };
    for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
    return { url: url.href, keep: verifier ? { verifier } : {} };
  },

  finish(material, { callback, brought, kept }) {
    const { code } = brought;
    if (!code) throw oauthFailed('The service has sent no authorization code.');
    const grant: Record<string, string> = { grant_type: 'authorization_code', code, redirect_uri: callback };
    if (typeof kept.verifier === 'string') grant.code_verifier = kept.verifier;
    // Nothing stays of the tokens that there were before: they may be those of another account.
    const withoutTokens = { ...material, data: { ...material.data, oauthTokenData: undefined } };
    return requestTokenBy(withoutTokens, grant, request, now, 'could not be connected');
  },
});
