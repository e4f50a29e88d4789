import type { NodeTypeDescription } from '@millrace/contract';
import { namesOfDefinition } from '@millrace/engine/node-api';
import type { Audit } from '../audit/audit.ts';
import type { Config } from '../config.ts';
import type { OpenDatabase } from '../db/database.ts';
import type { Catalogue } from '../node-types/catalogue.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Locks } from '../processes/locks.ts';
import { type CredentialTypeList, createCredentialTypeList, type UsingNode } from './api/type-list.ts';
import { createAuditedUses } from './audited-uses.ts';
import { catalogueCredentialTypes } from './credential-types.ts';
import { createOAuthStates, type OAuthStates } from './oauth/states.ts';
import { createOverwrittenFields, type OverwrittenFields, readOverwrites, unknownOverwrites } from './overwritten.ts';
import { type CredentialStore, createCredentialStore } from './store/credential-store.ts';
import { createCredentialGrants } from './store/grants.ts';
import { createCredentialResolver } from './store/resolver.ts';
import type { CredentialResolver, CredentialTypes } from './types.ts';
import { createKeySource } from './vault/key-source.ts';
import { openVault } from './vault/vault.ts';

/** Credentials as they are stored, and what is known of their types. */
export interface StoredCredentials {
  store: CredentialStore;
  resolver: CredentialResolver;
  types: CredentialTypes;
  typeList: CredentialTypeList;
  overwritten: OverwrittenFields;
  oauthStates: OAuthStates;
  /** Own name of a node type, also of the tool made of it; what is not known keeps its name. */
  nodeTypeName(type: string): string;
}

/** @throws OperatorError where the key is not there, or another one */
export const openStoredCredentials = async (options: {
  database: OpenDatabase;
  config: Pick<Config, 'encryptionKey' | 'dataFolder' | 'credentialsOverwrites' | 'credentialsOverwritesFile'>;
  catalogue: Catalogue;
  locks: Locks;
  clock: Clock;
  audit: Pick<Audit, 'record'>;
  log: Pick<Log, 'warn'>;
}): Promise<StoredCredentials> => {
  const { database, config, catalogue, locks, clock, audit, log } = options;
  const vault = await openVault(database, createKeySource(config.encryptionKey, config.dataFolder));
  const store = createCredentialStore({ db: database.db, vault });
  const types = catalogueCredentialTypes(catalogue);
  const overwrites = await readOverwrites(config);
  for (const name of await unknownOverwrites(overwrites, types))
    log.warn({ name }, 'MILLRACE_CREDENTIALS_OVERWRITES sets what is no field of a credential type');
  const overwritten = createOverwrittenFields(overwrites);

  const versionsOf = (type: string): readonly number[] => catalogue.versionsOf?.(type) ?? [];
  const nodeTypeName = (type: string): string => {
    const version = versionsOf(type).at(-1);
    const own = version === undefined ? type : (catalogue.find(type, version)?.name ?? type);
    const base = namesOfDefinition(own).at(-1)!;
    return versionsOf(base).length > 0 ? base : own;
  };

  let read: { text: string; nodes: UsingNode[] } | undefined;
  const nodes = (): UsingNode[] => {
    const text = catalogue.readList('versions');
    if (read?.text !== text) {
      const all = JSON.parse(text) as NodeTypeDescription[];
      const using = all.filter(({ credentials = [] }) => credentials.length > 0);
      read = { text, nodes: using.map(({ name, credentials }) => ({ name: nodeTypeName(name), credentials })) };
    }
    return read.nodes;
  };
  const typeList = createCredentialTypeList({ catalogue, nodes, overwritten });
  const { supportedNodes } = typeList;
  const grants = createCredentialGrants(database.db);
  const resolver = createCredentialResolver({
    store,
    types,
    overwritten,
    grants,
    nodeTypeName,
    supportedNodes,
    locks,
    clock,
    usedByOther: createAuditedUses({
      audit,
      clock,
      findPerson: grants.findPerson,
    }),
  });
  const oauthStates = createOAuthStates({ db: database.db, vault, clock });
  return { store, resolver, types, typeList, overwritten, oauthStates, nodeTypeName };
};
