import { readFile } from 'node:fs/promises';
import {
  type Action,
  type AuditAction,
  type Credential,
  type CredentialCreate,
  type CredentialFilter,
  type CredentialToTest,
  type CredentialTypeDescription,
  type CredentialUpdate,
  type CredentialUses,
  limits,
} from '@millrace/contract';
import type { CredentialTestResult } from '@millrace/engine/node-api';
import type { Kysely } from 'kysely';
import type { Audit } from '../../audit/audit.ts';
import type { Database } from '../../db/schema.ts';
import { mayDo, permissionsOf } from '../../permissions/permissions.ts';
import { forbidden } from '../../permissions/refusals.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError, badRequest, notFound } from '../../platform/errors.ts';
import { freeName } from '../../platform/free-name.ts';
import { invalidField } from '../../platform/validation.ts';
import type { Caller } from '../../users/access.ts';
import type { OverwrittenFields } from '../overwritten.ts';
import type { CredentialStore, SeenCredential, StoredCredential } from '../store/credential-store.ts';
import type { TestCredential } from '../test-credential.ts';
import type { CredentialType, CredentialTypes } from '../types.ts';
import type { CredentialUses as Uses } from '../uses.ts';
import { changedData, maskedData } from './changed-data.ts';
import { readOwners } from './owners.ts';
import type { CredentialTypeList } from './type-list.ts';

export interface CredentialService {
  /** By name, without what they hold. */
  list(caller: Caller, filter?: CredentialFilter): Promise<Credential[]>;
  /** A name that none has yet which the user sees. */
  newName(caller: Caller, wanted?: string): Promise<string>;
  /** @throws AppError credentialNotFound, credentialNotPermitted */
  get(caller: Caller, id: string, options: { includeData: boolean }): Promise<Credential>;
  /** @throws AppError credentialTypeNotFound, badRequest */
  create(caller: Caller, credential: CredentialCreate): Promise<Credential>;
  /** @throws AppError credentialNotFound, credentialNotPermitted, badRequest, secretsNeeded; nothing is changed then */
  update(caller: Caller, id: string, change: CredentialUpdate): Promise<Credential>;
  /** @throws AppError credentialNotFound, credentialNotPermitted */
  remove(caller: Caller, id: string): Promise<void>;
  /** @throws AppError as `update`; what is wrong with the credential itself is a result */
  test(caller: Caller, credential: CredentialToTest): Promise<CredentialTestResult>;
  /** @throws AppError credentialNotFound */
  uses(caller: Caller, id: string): Promise<CredentialUses>;
  /** A stored one that the caller may change, with its secrets: for what happens on this side. @throws AppError as `update` */
  open(caller: Caller, id: string): Promise<StoredCredential>;
  types(): CredentialTypeDescription[];
  /** SVG of a type. */
  icon(type: string): Promise<string | undefined>;
}

/** Times that a change is tried again where its tokens are renewed at the same moment. */
const maxAttempts = 5;
const unnamed = 'Unnamed credential';

export const createCredentialService = (options: {
  db: Kysely<Database>;
  clock: Clock;
  uses: Pick<Uses, 'of'>;
  audit: Pick<Audit, 'record'>;
  store: CredentialStore;
  types: CredentialTypes;
  typeList: CredentialTypeList;
  overwritten: OverwrittenFields;
  test: TestCredential;
  /** Own name of a node type that may be called by an alias. */
  nodeTypeName(type: string): string;
}): CredentialService => {
  const { db, clock, store, types, typeList, overwritten } = options;

  const typeOf = async (name: string): Promise<CredentialType> => {
    const type = await types(name);
    if (type) return type;
    throw new AppError('credentialTypeNotFound', `Could not find credential of type "${name}".`);
  };

  /** All that are ticked are no choice: those that come later are allowed as well. */
  const storedAccess = (type: string, access: CredentialCreate['nodesAccess']): readonly string[] | null => {
    if (access === undefined) return null;
    const chosen = new Set(access.map(({ nodeType }) => options.nodeTypeName(nodeType)));
    return typeList.supportedNodes(type).every((node) => chosen.has(node)) ? null : [...chosen];
  };

  const describe = async ({ user }: Caller, rows: readonly SeenCredential[]): Promise<Credential[]> => {
    const owners = await readOwners(
      db,
      rows.map(({ ownerId }) => ownerId),
    );
    const supported = new Map<string, readonly string[]>();
    return rows.map((row) => {
      const nodes = row.nodesAccess ?? supported.get(row.type) ?? typeList.supportedNodes(row.type);
      if (row.nodesAccess === null) supported.set(row.type, nodes);
      const createdAt = new Date(row.createdAt).toISOString();
      return {
        id: String(row.id),
        name: row.name,
        type: row.type,
        nodesAccess: nodes.map((nodeType) => ({ nodeType, date: createdAt })),
        createdAt,
        updatedAt: new Date(row.updatedAt).toISOString(),
        ownedBy: owners.get(row.ownerId),
        sharedWith: row.sharedWith,
        permissions: permissionsOf(user, 'credential', row),
      };
    });
  };

  /** What a user may not see is not there. */
  const see = async ({ user }: Caller, id: string, need: Action = 'list'): Promise<SeenCredential> => {
    const [seen] = await store.list(user, 'list', { id: Number(id) });
    if (!seen) throw notFound('credential', id);
    if (!mayDo(user, need, 'credential', seen)) throw forbidden(need, 'credential', seen.name);
    return seen;
  };

  const open = async (caller: Caller, id: string, need: Action): Promise<StoredCredential> => {
    await see(caller, id, need);
    const found = await store.find(Number(id));
    if (!found) throw notFound('credential', id);
    return found;
  };

  const describeOne = async (caller: Caller, id: string): Promise<Credential> =>
    (await describe(caller, [await see(caller, id)]))[0]!;

  const record = (caller: Caller, action: AuditAction, id: string | number | undefined, name: string) =>
    options.audit.record({ action, caller, resourceId: id, name });

  const changeOf = async (before: StoredCredential, change: CredentialUpdate) => {
    const type = change.data && (await typeOf(before.type));
    return {
      name: change.name,
      nodesAccess: change.nodesAccess && storedAccess(before.type, change.nodesAccess),
      data:
        type &&
        changedData({
          sent: change.data!,
          stored: before.data,
          name: before.name,
          type,
          overwritten: overwritten.namesOf(type),
        }),
      now: Math.max(clock.now(), before.updatedAt + 1),
    };
  };

  return {
    list: async (caller, filter = {}) => describe(caller, await store.list(caller.user, 'list', filter)),

    async newName(caller, wanted) {
      const rows = await store.list(caller.user, 'list', {});
      const base = wanted?.trim() || unnamed;
      return freeName(
        base,
        rows.map(({ name }) => name),
        limits.credentialNameMaxLength,
      );
    },

    async get(caller, id, { includeData }) {
      if (!includeData) return describeOne(caller, id);
      const found = await open(caller, id, 'read');
      const credential = await describeOne(caller, id);
      const type = await types(found.type);
      await record(caller, 'credential.read', id, found.name);
      // Of a type that is not there any more, nobody knows what is secret.
      const known = type ?? { name: found.type, displayName: found.type, properties: [] };
      return { ...credential, data: maskedData(found.data, known) };
    },

    async create(caller, { name, type: typeName, data: sent, nodesAccess }) {
      const type = await typeOf(typeName);
      const data = changedData({ sent, stored: undefined, name, type, overwritten: overwritten.namesOf(type) });
      const access = storedAccess(type.name, nodesAccess);
      const id = await store.insert({
        ownerId: caller.user.id,
        name,
        type: type.name,
        nodesAccess: access,
        data,
        now: clock.now(),
      });
      await record(caller, 'credential.created', id, name);
      return describeOne(caller, String(id));
    },

    async update(caller, id, change) {
      for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
        const before = await open(caller, id, 'update');
        if (change.type !== undefined && change.type !== before.type)
          throw invalidField(['type'], `is "${before.type}" and cannot be changed`);
        const prepared = await changeOf(before, change);
        if (!(await store.change(before.id, prepared.data ? before.revision : null, prepared))) continue;
        await record(caller, 'credential.changed', id, prepared.name ?? before.name);
        return describeOne(caller, id);
      }
      throw badRequest(`The credential "${id}" is being changed by others all the time; please try again.`);
    },

    async remove(caller, id) {
      const { id: number, name } = await see(caller, id, 'delete');
      if (await store.remove(number)) await record(caller, 'credential.deleted', id, name);
    },

    async test(caller, { id, name, type: typeName, data: sent }) {
      const stored = id ? await open(caller, id, 'read') : undefined;
      if (stored && stored.type !== typeName) throw invalidField(['type'], `is "${stored.type}" where it is stored`);
      const type = await typeOf(typeName);
      const called = name ?? stored?.name ?? type.displayName;
      const data = changedData({
        sent,
        stored: stored?.data,
        name: called,
        type,
        overwritten: overwritten.namesOf(type),
      });
      const tested = { type: typeName, name: called, data: { ...data, ...overwritten.valuesOf(type) } };
      await record(caller, 'credential.tested', stored?.id, called);
      return options.test(tested, { workflowId: null, ranBy: caller.user.id, nodeType: '' });
    },

    uses: async (caller, id) => options.uses.of(caller.user, await see(caller, id)),

    open: (caller, id) => open(caller, id, 'update'),
    types: () => typeList.all(),
    async icon(type) {
      const file = typeList.findIcon(type);
      return file && readFile(file, 'utf8');
    },
  };
};
