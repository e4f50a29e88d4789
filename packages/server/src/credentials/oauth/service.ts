import type { OAuthResult } from '@millrace/contract';
import { NodeError } from '@millrace/engine/node-api';
import type { Audit } from '../../audit/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { Caller } from '../../users/access.ts';
import { tokenField } from '../fields.ts';
import { type RequestToken, TokenRefusal } from '../oauth2-tokens.ts';
import type { OverwrittenFields } from '../overwritten.ts';
import type { CredentialStore, StoredCredential } from '../store/credential-store.ts';
import type { CredentialTypes, SigningMaterial } from '../types.ts';
import { oauthFailed } from './addresses.ts';
import type { OAuthFlow } from './flow.ts';
import { createOAuth1Flow } from './oauth1-flow.ts';
import { createOAuth2Flow } from './oauth2-flow.ts';
import type { OAuthStates } from './states.ts';

export type OAuthKind = 'oauth1' | 'oauth2';

/** Connects accounts at services to credentials. */
export interface OAuth {
  /**
   * @param browser something that only this browser knows
   * @returns the address that its window is to show. @throws AppError credentialNotFound, forbidden, oauthFailed
   */
  begin(kind: OAuthKind, caller: Caller, id: string, browser: string): Promise<string>;
  /** @param brought query of the address that the service has sent the browser to. Whatever is wrong is a result */
  finish(
    kind: OAuthKind,
    caller: Caller | undefined,
    brought: Readonly<Record<string, string>>,
    browser: string | undefined,
  ): Promise<OAuthResult>;
}

const kindOf = ({ authenticate }: SigningMaterial['definition']): OAuthKind | undefined => {
  if (authenticate?.type === 'oAuth1') return 'oauth1';
  return authenticate?.type === 'oAuth2' ? 'oauth2' : undefined;
};

const longest = 500;

const asText = (error: unknown): string | undefined => {
  if (error instanceof AppError) return [error.message, error.hint].filter(Boolean).join(' ');
  if (error instanceof NodeError) return [error.message, error.description].filter(Boolean).join('. ');
  return error instanceof TokenRefusal ? error.message : undefined;
};

export const createOAuth = (options: {
  store: CredentialStore;
  types: CredentialTypes;
  overwritten: OverwrittenFields;
  oauthStates: OAuthStates;
  request: RequestToken;
  /** A stored credential that the caller may change. @throws AppError credentialNotFound, forbidden */
  open(caller: Caller, id: string): Promise<StoredCredential>;
  /** Address of the editor, without a slash at its end. */
  editorUrl(): string;
  audit: Pick<Audit, 'record'>;
  clock: Clock;
}): OAuth => {
  const { store, oauthStates: states, request, overwritten, clock } = options;
  const flows = {
    oauth1: createOAuth1Flow({ request, now: clock.now }),
    oauth2: createOAuth2Flow({ request, now: clock.now }),
  } satisfies Record<OAuthKind, OAuthFlow>;

  const callbackOf = (kind: OAuthKind): string => `${options.editorUrl()}/rest/${kind}-credential/callback`;

  const sessionOf = ({ by }: Caller, browser: string): string =>
    `${by.kind === 'session' ? by.id : by.kind} ${browser}`;

  const materialOf = async (kind: OAuthKind, stored: StoredCredential): Promise<SigningMaterial> => {
    const definition = await options.types(stored.type);
    if (!definition || kindOf(definition) !== kind)
      throw oauthFailed(
        `Credentials of the type "${definition?.displayName ?? stored.type}" are not connected by ${kind}.`,
      );
    const data = { ...stored.data, ...overwritten.valuesOf(definition) };
    return { id: String(stored.id), type: stored.type, name: stored.name, data, revision: stored.revision, definition };
  };

  /** What goes wrong at the service is no defect of ours. */
  const told = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      const text = error instanceof AppError ? undefined : asText(error);
      throw text === undefined ? error : oauthFailed(text, undefined, error);
    }
  };

  const connect = async (
    kind: OAuthKind,
    caller: Caller,
    brought: Readonly<Record<string, string>>,
    session: string,
  ): Promise<string> => {
    const begun = await states.take(brought.state ?? '', { userId: caller.user.id, session });
    if (!begun)
      throw oauthFailed(
        'This sign-in was not begun here, or it took longer than ten minutes.',
        'Connect the account once more.',
      );
    const denied = brought.error ?? brought.oauth_problem ?? brought.denied;
    if (denied !== undefined && brought.code === undefined && brought.oauth_verifier === undefined)
      throw oauthFailed(`The service has refused: ${(brought.error_description ?? denied).slice(0, longest)}`);
    const id = String(begun.credentialId);
    const stored = await options.open(caller, id);
    const changed = () => oauthFailed('The credential was changed meanwhile.', 'Connect the account once more.');
    if (stored.revision !== begun.revision) throw changed();
    const material = await materialOf(kind, stored);
    const tokens = await told(() =>
      flows[kind].finish(material, { callback: callbackOf(kind), brought, kept: begun.data }),
    );
    const data = { ...stored.data, [tokenField]: tokens };
    if (!(await store.change(stored.id, begun.revision, { data, now: clock.now() }))) throw changed();
    await options.audit.record({ action: 'credential.connected', caller, resourceId: id, name: stored.name });
    return id;
  };

  return {
    async begin(kind, caller, id, browser) {
      const stored = await options.open(caller, id);
      const material = await materialOf(kind, stored);
      // The state is in the address, and what is kept under it comes with the address.
      const reserved = states.reserve();
      const { url, keep } = await told(() =>
        flows[kind].begin(material, { callback: callbackOf(kind), state: reserved }),
      );
      const { id: credentialId, revision } = stored;
      await states.begin(reserved, {
        credentialId,
        revision,
        userId: caller.user.id,
        session: sessionOf(caller, browser),
        data: keep,
      });
      return url;
    },

    async finish(kind, caller, brought, browser) {
      try {
        if (!caller) throw oauthFailed('You are not signed in.', 'Sign in, and connect the account once more.');
        if (browser === undefined)
          throw oauthFailed(
            'This sign-in was not begun in this browser, or under another address of this instance.',
            `Open the editor at ${options.editorUrl()}.`,
          );
        const credentialId = await connect(kind, caller, brought, sessionOf(caller, browser));
        return { credentialId, result: 'success' };
      } catch (error) {
        const message = asText(error);
        if (message === undefined) throw error;
        return { credentialId: null, result: 'error', message };
      }
    },
  };
};
