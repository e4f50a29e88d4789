import { type CredentialUse, NodeError } from '@millrace/engine/node-api';
import type { Clock } from '../../platform/clock.ts';
import type { Locks } from '../../processes/locks.ts';
import type { ForeignUse } from '../audited-uses.ts';
import { ambiguous, notSet, notThere } from '../missing.ts';
import type { OverwrittenFields } from '../overwritten.ts';
import type { CredentialResolver, CredentialTypes, CredentialUser, ResolvedCredential } from '../types.ts';
import type { CredentialRow, CredentialStore, StoredCredential } from './credential-store.ts';
import type { CredentialGrants } from './grants.ts';

const nodeNotAllowed = ({ name }: CredentialRow, nodeType: string): NodeError =>
  new NodeError(`The credentials "${name}" may not be used by nodes of the type "${nodeType}"`, {
    description: 'Allow it in the details of the credentials, or choose others in the node.',
  });

/** Credentials as they are stored. */
export const createCredentialResolver = (options: {
  store: CredentialStore;
  types: CredentialTypes;
  overwritten: OverwrittenFields;
  grants: CredentialGrants;
  /** Own name of a node type that may be called by an alias. */
  nodeTypeName(type: string): string;
  /** Names of the node types that may use a credential of a type where it says nothing itself. */
  supportedNodes(type: string): readonly string[];
  locks: Locks;
  clock: Clock;
  /** Told of each use of a credential by somebody else than its owner. */
  usedByOther(use: ForeignUse): void;
}): CredentialResolver => {
  const { store, grants, overwritten } = options;

  const whole = async ({ id, type, name, data, revision }: StoredCredential): Promise<ResolvedCredential> => {
    const definition = await options.types(type);
    const preset = definition ? overwritten.valuesOf(definition) : {};
    return { id: String(id), type, name, data: { ...data, ...preset }, revision };
  };

  /**
   * Those that are meant, and that may be used. What is stored runs for whose workflow it is. What someone runs by hand may hold anything: it runs for that
   * person, and for the owner of the workflow only with what the stored one names as well.
   * @returns also on whose behalf
   */
  const fitting = async (
    { type, id, name }: CredentialUse,
    user: CredentialUser,
  ): Promise<{ rows: CredentialRow[]; userId?: string }> => {
    const meant = id === undefined ? { type, name } : { type, id: Number(id) };
    if (user.ranBy === '') {
      const owner = user.workflowId === null ? undefined : await grants.ownerOf(user.workflowId);
      return owner ? { rows: await store.list(owner, 'use', meant), userId: owner.id } : { rows: [] };
    }
    const runner = await grants.findUser(user.ranBy);
    const userId = runner?.id;
    const own = runner ? await store.list(runner, 'use', meant) : [];
    if (own.length > 0 || user.workflowId === null) return { rows: own, userId };
    const granted: CredentialRow[] = [];
    for (const row of await store.listAll(meant)) {
      const owner = await grants.ownerOfUsing(user.workflowId, row);
      if (owner) granted.push(...(await store.list(owner, 'use', { id: row.id })));
    }
    return { rows: granted, userId };
  };

  const find = async (id: number): Promise<StoredCredential> => {
    const found = await store.find(id);
    if (!found) throw new NodeError('The credentials were deleted meanwhile');
    return found;
  };

  return {
    async resolve(use, user) {
      if (use.id === undefined && use.name === undefined) throw notSet(use.type);
      if (use.id !== undefined && !/^\d{1,15}$/.test(use.id)) throw notThere(use);
      const {
        rows: [found, ...others],
        userId,
      } = await fitting(use, user);
      if (!found) throw notThere(use);
      if (others.length > 0) throw ambiguous(use);
      const nodes = found.nodesAccess ?? options.supportedNodes(found.type);
      if (!nodes.includes(options.nodeTypeName(user.nodeType))) throw nodeNotAllowed(found, user.nodeType);
      if (userId !== undefined && userId !== found.ownerId)
        options.usedByOther({ credential: found, userId, workflowId: user.workflowId });
      return whole(await find(found.id));
    },

    async update(id, revision, data) {
      const before = await find(Number(id));
      const definition = await options.types(before.type);
      const preset = definition ? overwritten.namesOf(definition) : new Set<string>();
      const own = Object.fromEntries(
        Object.entries(data).flatMap(([name, value]) => {
          if (!preset.has(name)) return [[name, value]];
          return Object.hasOwn(before.data, name) ? [[name, before.data[name]]] : [];
        }),
      );
      await store.change(before.id, revision, { data: own, now: options.clock.now() });
      return whole(await find(before.id));
    },

    locked: (id, work) => options.locks.hold(Number(id), work),
  };
};
