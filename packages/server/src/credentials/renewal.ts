import { isObject } from '@millrace/contract/data';
import { type CredentialData, type CredentialUse, NodeError } from '@millrace/engine/node-api';
import type { Log } from '../platform/log.ts';
import { evaluateFields, tokenField } from './fields.ts';
import { type RequestToken, requestToken, TokenRefusal } from './oauth2-tokens.ts';
import type { CredentialResolver, CredentialUser, SigningMaterial } from './types.ts';

/** Keeps the tokens of credentials fresh: ahead of their end, and when a service has refused one. */
export interface Renewal {
  /** The credential with a token that serves. @throws NodeError where it has none and can get none */
  ensure(material: SigningMaterial, use: CredentialUse, user: CredentialUser): Promise<SigningMaterial>;
  /** After a service has refused it: with another token, or as it is stored if it cannot get one. @throws NodeError where its account must be connected again */
  refused(material: SigningMaterial, use: CredentialUse, user: CredentialUser): Promise<SigningMaterial>;
}

/** Runs the code of the type that fetches a session, in a worker. */
export type SignIn = (
  type: string,
  credential: CredentialData,
  user: CredentialUser,
) => Promise<{ data: CredentialData; endsAt?: number }>;

/** Where the end of a session is kept that `signIn` gave, in epoch milliseconds. */
const sessionEnd = 'sessionEndsAt';
/** Milliseconds before the end of a token at which it is renewed. */
const ahead = 60_000;
/** Milliseconds after which a token that is refused again may be renewed again: a service may refuse for other reasons than the token. */
const pause = 10_000;

type State = 'missing' | 'ended' | 'endsSoon' | 'good';

const stateOf = (isThere: boolean, endsAt: unknown, now: number): State => {
  if (!isThere) return 'missing';
  if (typeof endsAt !== 'number') return 'good';
  return endsAt <= now ? 'ended' : endsAt - ahead <= now ? 'endsSoon' : 'good';
};

export const createRenewal = (options: {
  resolver: CredentialResolver;
  request: RequestToken;
  signIn: SignIn;
  now(): number;
  log: Log;
}): Renewal => {
  const { resolver, now, log } = options;
  /** By id of the credential. */
  const renewedAt = new Map<string, number>();

  const stateNow = ({ data, definition }: SigningMaterial): State => {
    if (definition.authenticate?.type === 'oAuth2') {
      const tokens = isObject(data[tokenField]) ? data[tokenField] : {};
      return stateOf(typeof tokens.access_token === 'string', tokens.expires_at, now());
    }
    if (!definition.signIn) return 'good';
    return stateOf(Boolean(data[definition.signIn.field]), data[sessionEnd], now());
  };

  const isRenewable = (material: SigningMaterial): boolean => {
    if (material.definition.authenticate?.type !== 'oAuth2') return material.definition.signIn !== undefined;
    const tokens = material.data[tokenField];
    const hasRefreshToken = isObject(tokens) && typeof tokens.refresh_token === 'string';
    return hasRefreshToken || evaluateFields(material).grantType === 'clientCredentials';
  };

  const fetchData = async (material: SigningMaterial, user: CredentialUser): Promise<CredentialData> => {
    if (material.definition.authenticate?.type === 'oAuth2')
      return { ...material.data, [tokenField]: await requestToken(material, options.request, now) };
    const { data, endsAt } = await options.signIn(material.type, evaluateFields(material), user);
    return { ...material.data, ...data, [sessionEnd]: endsAt };
  };

  const mustConnect = ({ name }: SigningMaterial, why: string, cause?: unknown) =>
    new NodeError(`The account of the credentials "${name}" must be connected again`, { description: why, cause });

  /** One at a time for each credential: whoever comes later finds what the first has stored. */
  const renew = (material: SigningMaterial, use: CredentialUse, user: CredentialUser): Promise<SigningMaterial> =>
    resolver.locked(material.id, async () => {
      const { definition } = material;
      const current = { ...(await resolver.resolve(use, user)), definition };
      if (current.revision !== material.revision) return current;
      try {
        const data = await fetchData(current, user);
        // Stored before it is used: a refresh token may serve once only.
        const stored = await resolver.update(current.id, current.revision, data);
        renewedAt.set(current.id, now());
        return { ...stored, definition };
      } catch (error) {
        if (!(error instanceof TokenRefusal)) throw error;
        throw mustConnect(current, error.message, error);
      }
    });

  return {
    async ensure(material, use, user) {
      const state = stateNow(material);
      if (state === 'good') return material;
      if (!isRenewable(material)) {
        if (state === 'endsSoon') return material;
        if (state === 'ended')
          throw mustConnect(material, 'The access has ended, and the service gave no means to renew it.');
        throw new NodeError(`The account of the credentials "${material.name}" is not connected`, {
          description: 'Open the credentials and connect the account.',
        });
      }
      try {
        return await renew(material, use, user);
      } catch (error) {
        if (state !== 'endsSoon') throw error;
        log.warn({ err: error, credential: material.id }, 'A token could not be renewed ahead of its end');
        return material;
      }
    },

    async refused(material, use, user) {
      if (!isRenewable(material) || now() - (renewedAt.get(material.id) ?? -Infinity) < pause) {
        const current = await resolver.resolve(use, user);
        return { ...current, definition: material.definition };
      }
      return renew(material, use, user);
    },
  };
};
