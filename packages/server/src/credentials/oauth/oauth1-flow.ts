import { NodeError } from '@millrace/engine/node-api';
import type { Hop } from '../../platform/http/redirects.ts';
import { evaluateFields, secretsOf } from '../fields.ts';
import { createMask } from '../mask.ts';
import { freshOAuth1Values, type OAuth1Keys, oAuth1Keys, signByOAuth1 } from '../signing/oauth1.ts';
import type { SigningMaterial } from '../types.ts';
import { addressIn, oauthFailed } from './addresses.ts';
import type { FlowOptions, OAuthFlow } from './flow.ts';

const timeout = 30_000;

/** OAuth1 (RFC 5849, section 2): a temporary token, the consent of the account, and the token. */
export const createOAuth1Flow = ({ request }: FlowOptions): OAuthFlow => {
  /** @param own further parameters of the protocol */
  const ask = async (
    material: SigningMaterial,
    address: URL,
    keys: OAuth1Keys,
    own: Record<string, string>,
  ): Promise<{ token: string; secret: string; all: Record<string, string> }> => {
    const hop: Hop = { url: address, method: 'POST', headers: new Map(), body: undefined };
    const { headers } = signByOAuth1(hop, keys, { ...freshOAuth1Values(), own });
    const mask = createMask([...secretsOf(evaluateFields(material), material.definition), keys.tokenSecret ?? '']);
    const answer = await request({
      method: 'POST',
      url: address.href,
      headers: { accept: '*/*', ...Object.fromEntries(headers.values()) },
      timeout,
      // A redirect would take the signature elsewhere.
      maxRedirects: 0,
    }).catch((error: unknown) => {
      throw new NodeError(mask.text(error instanceof Error ? error.message : String(error)), { cause: error });
    });
    const text = Buffer.from(answer.body).toString();
    const all = Object.fromEntries(new URLSearchParams(text));
    if (answer.status >= 200 && answer.status < 300 && all.oauth_token !== undefined)
      return { token: all.oauth_token, secret: all.oauth_token_secret ?? '', all };
    throw oauthFailed(
      `The service gave no token: it answered with status ${answer.status}.`,
      mask.text(
        text
          .replace(/<[^>]*>/g, ' ')
          .replace(/\s+/g, ' ')
          .trim()
          .slice(0, 300),
      ) || undefined,
    );
  };

  /** Without a token of before. */
  const clientKeys = (material: SigningMaterial): OAuth1Keys => {
    const { token: _, tokenSecret: __, ...keys } = oAuth1Keys(evaluateFields(material));
    return keys;
  };

  return {
    async begin(material, { callback, state }) {
      const fields = evaluateFields(material);
      const url = addressIn('Authorization URL', fields.authUrl);
      const back = new URL(callback);
      back.searchParams.set('state', state);
      const address = addressIn('Request token URL', fields.requestTokenUrl);
      const given = await ask(material, address, clientKeys(material), { oauth_callback: back.href });
      url.searchParams.set('oauth_token', given.token);
      return { url: url.href, keep: { token: given.token, secret: given.secret } };
    },

    async finish(material, { brought, kept }) {
      const { oauth_token: token, oauth_verifier: verifier } = brought;
      if (!verifier || token !== kept.token)
        throw oauthFailed('The service has brought back another token than it was given.');
      const keys = { ...clientKeys(material), token, tokenSecret: String(kept.secret ?? '') };
      const address = addressIn('Access token URL', evaluateFields(material).accessTokenUrl);
      return (await ask(material, address, keys, { oauth_verifier: verifier })).all;
    },
  };
};
