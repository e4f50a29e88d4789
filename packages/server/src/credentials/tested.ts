import type { Renewal } from './renewal.ts';
import type {
  Asker,
  CredentialResolver,
  CredentialType,
  CredentialUser,
  GrantedCredential,
  ResolvedCredential,
} from './types.ts';

/** Credentials as somebody has them in hand, stored or not: what signs with them finds them here, for as long as they are tested. */
export interface TestedCredentials {
  find(asker: Asker, token: string): GrantedCredential | undefined;
  /** Tokens of a tested credential are renewed in hand. */
  renewalOf(granted: GrantedCredential): Renewal | undefined;
  /** @param work gets what it signs its requests as */
  during<T>(
    credential: Pick<ResolvedCredential, 'type' | 'name' | 'data' | 'allowedHosts'>,
    about: { definition: CredentialType; user: CredentialUser },
    work: (asker: Asker) => Promise<T>,
  ): Promise<T>;
}

/** @param ownToken of this process: no other may ask for them */
export const createTestedCredentials = (options: {
  ownToken: string;
  createRenewal(resolver: CredentialResolver): Renewal;
}): TestedCredentials => {
  const tested = new Map<string, { current: ResolvedCredential; granted: GrantedCredential; renewal: Renewal }>();
  let last = 0;
  const idOf = (asker: Asker) => `test ${asker}`;

  return {
    find(asker, token) {
      const one = token === options.ownToken ? tested.get(idOf(asker)) : undefined;
      return one && { ...one.granted, material: { ...one.granted.material, ...one.current } };
    },

    renewalOf: ({ use }) => (use.id === undefined ? undefined : tested.get(use.id)?.renewal),

    async during(credential, { definition, user }, work) {
      const asker = ++last;
      const id = idOf(asker);
      const resolver: CredentialResolver = {
        resolve: async () => one.current,
        async update(_id, revision, data) {
          one.current = { ...one.current, revision: revision + 1, data };
          return one.current;
        },
        locked: (_id, renew) => renew(),
      };
      const current = { ...credential, id, revision: 1 };
      const one = {
        current,
        granted: {
          material: { ...current, definition },
          use: { type: credential.type, id, node: '', readsSecrets: false },
          user,
        },
        renewal: options.createRenewal(resolver),
      };
      tested.set(id, one);
      try {
        return await work(asker);
      } finally {
        tested.delete(id);
      }
    },
  };
};
