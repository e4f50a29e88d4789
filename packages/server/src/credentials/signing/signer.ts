import { isObject } from '@millrace/contract/data';
import { type Authentication, type CredentialData, NodeError } from '@millrace/engine/node-api';
import type { Hop } from '../../platform/http/redirects.ts';
import type { Signer } from '../../platform/http/signer.ts';
import { evaluateFields, evaluateText, secretsOf, tokenField } from '../fields.ts';
import { createMask, type Mask } from '../mask.ts';
import type { SigningMaterial } from '../types.ts';
import { assertAllowedHosts } from './allowed-hosts.ts';
import { signByAws } from './aws.ts';
import { type DigestSession, digestChallenge, signByDigest } from './digest.ts';
import { withBody, withHeaders, withQuery } from './edit-request.ts';
import { signByFields } from './fields.ts';
import { freshOAuth1Values, oAuth1Keys, signByOAuth1 } from './oauth1.ts';

export interface CredentialSigner extends Signer {
  /** Over all that it has signed with. */
  readonly mask: Mask;
}

/** Answers to challenges serve for later requests to the same server. */
export type DigestSessions = Map<string, DigestSession>;

const mostSessions = 1000;

interface Prepared {
  material: SigningMaterial;
  fields: CredentialData;
}

const unauthorized = 401;

const signByToken = (hop: Hop, how: Extract<Authentication, { type: 'oAuth2' }>, fields: CredentialData): Hop => {
  const tokens = fields[tokenField];
  const token = isObject(tokens) ? String(tokens.access_token ?? '') : '';
  const parameter = how.parameter ?? (how.in === undefined || how.in === 'header' ? 'Authorization' : 'access_token');
  const prefix = how.prefix ?? (how.in === undefined || how.in === 'header' ? 'Bearer' : '');
  const values = { [parameter]: prefix === '' ? token : `${prefix} ${token}` };
  if (how.in === 'query') return withQuery(hop, values);
  return how.in === 'body' ? withBody(hop, values) : withHeaders(hop, values);
};

/** Signs the requests of one exchange with a credential. */
export const createSigner = (options: {
  material: SigningMaterial;
  /** Of the request. */
  proxy: string | undefined;
  /** Certificates are not verified, so whoever passes the request on can read it. */
  isReadableByProxy: boolean;
  sessions: DigestSessions;
  /** After the service has refused the secret: a newer one, or the same if there is none. */
  renew(material: SigningMaterial): Promise<SigningMaterial>;
}): CredentialSigner => {
  const { sessions } = options;
  const prepare = (material: SigningMaterial): Prepared => ({ material, fields: evaluateFields(material) });
  let prepared = prepare(options.material);
  const secrets = new Set(secretsOf(prepared.fields, prepared.material.definition));
  let mask: Mask | undefined;
  /** What was made of the secrets: a header may hold a form of them that only its text knows. */
  const made = (text: string) => {
    if (text === '' || secrets.has(text)) return;
    secrets.add(text);
    mask = undefined;
  };

  const sessionKey = (hop: Hop) => `${prepared.material.id} ${prepared.material.revision} ${hop.url.origin}`;

  const readByProxy = ({ url }: Hop): URL | undefined => {
    const { proxy } = options;
    if (!proxy || !(url.protocol === 'http:' || options.isReadableByProxy)) return undefined;
    return URL.parse(proxy.includes('://') ? proxy : `http://${proxy}`) ?? undefined;
  };

  const signWith = (hop: Hop, authentication: Authentication): Hop | Promise<Hop> => {
    const { fields, material } = prepared;
    const evaluate = (text: string | undefined) =>
      String(text === undefined ? '' : (evaluateText(text, fields, material) ?? ''));
    switch (authentication.type) {
      case 'fields':
        return signByFields(hop, authentication, fields, material);
      case 'digest': {
        const session = sessions.get(sessionKey(hop));
        const { username, password } = authentication;
        return session
          ? signByDigest(hop, { username: evaluate(username), password: evaluate(password) }, session)
          : hop;
      }
      case 'oAuth1':
        return signByOAuth1(hop, oAuth1Keys(fields), freshOAuth1Values());
      case 'oAuth2':
        return signByToken(hop, authentication, fields);
      case 'aws': {
        const { accessKeyId, secretAccessKey, sessionToken, region, service } = authentication;
        return signByAws(hop, {
          accessKeyId: evaluate(accessKeyId),
          secretAccessKey: evaluate(secretAccessKey),
          sessionToken: evaluate(sessionToken),
          region: evaluate(region) || undefined,
          service: evaluate(service) || undefined,
        });
      }
    }
  };

  let last: Hop | undefined;
  return {
    get mask() {
      mask ??= createMask(secrets);
      return mask;
    },

    async sign(hop) {
      const { fields, material } = prepared;
      assertAllowedHosts(hop.url, readByProxy(hop), fields, material);
      last = hop;
      const { authenticate } = material.definition;
      if (!authenticate)
        throw new NodeError(`Credentials of the type "${material.definition.displayName}" cannot sign requests`);
      const signed = await signWith(hop, authenticate);
      for (const [name, [, value]] of signed.headers) {
        if (hop.headers.get(name)?.[1] === value || name === 'content-type') continue;
        made(value);
        made(value.replace(/^\S+\s+/, ''));
      }
      return signed;
    },

    async isRefused({ status, headers }) {
      const { material, fields } = prepared;
      const { authenticate, signIn } = material.definition;
      if (authenticate?.type === 'digest') {
        const challenge = status === unauthorized ? digestChallenge(headers['www-authenticate']) : undefined;
        if (!challenge || !last) return false;
        const key = sessionKey(last);
        sessions.delete(key);
        sessions.set(key, { challenge, count: 0 });
        for (const oldest of sessions.keys()) {
          if (sessions.size <= mostSessions) break;
          sessions.delete(oldest);
        }
        return true;
      }
      if (authenticate?.type !== 'oAuth2' && !signIn) return false;
      if (status !== (Number(fields.tokenExpiredStatusCode ?? unauthorized) || unauthorized)) return false;
      const renewed = await options.renew(material);
      if (renewed.revision === material.revision) return false;
      prepared = prepare(renewed);
      for (const secret of secretsOf(prepared.fields, renewed.definition)) made(secret);
      return true;
    },
  };
};
