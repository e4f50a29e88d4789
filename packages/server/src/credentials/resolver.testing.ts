import type { CredentialData } from '@millrace/engine/node-api';
import { ambiguous, notSet, notThere } from './missing.ts';
import type { CredentialResolver, CredentialUser, ResolvedCredential } from './types.ts';

type Given = Pick<ResolvedCredential, 'type' | 'data'> & Partial<ResolvedCredential> & { ownerId?: string };

/** Credentials in memory, with the refusals and locks of a real store. */
export interface TestResolver extends CredentialResolver {
  /** @returns its id */
  add(credential: Given): string;
  get(id: string): ResolvedCredential;
  /** As somebody who edits it does. */
  edit(id: string, data: CredentialData): void;
  /** Who has asked for which, in order. */
  readonly asked: { id: string; user: CredentialUser }[];
  /** Highest number of holders that a lock has had at once. */
  readonly mostHolders: number;
}

export const createTestResolver = (...credentials: Given[]): TestResolver => {
  const stored = new Map<string, ResolvedCredential & { ownerId?: string }>();
  const locks = new Map<string, Promise<unknown>>();
  const asked: TestResolver['asked'] = [];
  let holders = 0;
  let mostHolders = 0;

  const add: TestResolver['add'] = (given) => {
    const id = given.id ?? String(stored.size + 1);
    stored.set(id, { name: `${given.type} account`, revision: 1, ...given, id });
    return id;
  };
  const get = (id: string) => {
    const found = stored.get(id);
    if (!found) throw new Error(`There is no credential ${id}`);
    const { ownerId: _, ...credential } = found;
    return structuredClone(credential);
  };
  const change = (id: string, data: CredentialData) => {
    const found = stored.get(id);
    if (found) stored.set(id, { ...found, data: structuredClone(data), revision: found.revision + 1 });
  };
  for (const credential of credentials) add(credential);

  return {
    add,
    get,
    edit: change,
    asked,
    get mostHolders() {
      return mostHolders;
    },
    async resolve({ type, id, name }, user) {
      if (id === undefined && name === undefined) throw notSet(type);
      const fitting = [...stored.values()].filter(
        (one) =>
          one.type === type &&
          (one.ownerId === undefined || one.ownerId === user.ranBy) &&
          (id === undefined ? one.name === name : one.id === id),
      );
      const [found] = fitting;
      if (!found) throw notThere({ type, name });
      if (fitting.length > 1) throw ambiguous({ type, name });
      asked.push({ id: found.id, user });
      return get(found.id);
    },
    async update(id, revision, data) {
      if (get(id).revision === revision) change(id, data);
      return get(id);
    },
    locked(id, work) {
      const before = locks.get(id) ?? Promise.resolve();
      const run = async () => {
        mostHolders = Math.max(mostHolders, ++holders);
        try {
          return await work();
        } finally {
          holders--;
        }
      };
      const done = before.then(run, run);
      locks.set(
        id,
        done.catch(() => {}),
      );
      return done;
    },
  };
};
