import { type Credential, type CredentialFields, hostSettings, type ShareRole } from '@millrace/contract';
import { credentialReference } from '@millrace/engine';
import { client } from '../../api/client.ts';
import { type CredentialTypes, credentialTypesQuery, refreshCredentials } from '../../api/credentials.ts';
import { ApiError } from '../../api/errors.ts';
import { queryClient } from '../../api/queries.ts';
import { may } from '../../credentials/rights.ts';
import type { SharedResource } from './share-calls.ts';

/** A credential that the person may change, and whose secrets may be sent to any host. */
export type Unlimited = Pick<Credential, 'id' | 'name'> & { data: CredentialFields };

/** Whether somebody with the share may say where requests go. */
export const mayAim = (resource: SharedResource, role: ShareRole): boolean =>
  resource === 'credential' || (resource === 'workflow' && role === 'edit');

const hasLimits = (types: CredentialTypes, { type, data = {} }: Credential): boolean => {
  const canBeLimited = types.find(type)?.properties.some(({ name }) => name === hostSettings.mode) ?? false;
  return !canBeLimited || !['all', undefined].includes(data[hostSettings.mode] as string | undefined);
};

const idsIn = async (resource: SharedResource, id: string): Promise<string[]> => {
  if (resource === 'credential') return [id];
  if (resource === 'dataTable') return [];
  const { nodes } = await client.workflows.get({ params: { id } });
  const held = nodes.flatMap(({ credentials = {} }) => Object.values(credentials).map(credentialReference));
  return [...new Set(held.flatMap((reference) => reference.id ?? []))];
};

/** Those that go with what is shared: the credential itself, or those that the workflow uses as it is stored. */
export const findUnlimited = async (resource: SharedResource, id: string): Promise<Unlimited[]> => {
  const [types, ids] = await Promise.all([queryClient.fetchQuery(credentialTypesQuery), idsIn(resource, id)]);
  const opened = await Promise.all(
    ids.map(async (one) => {
      try {
        return await client.credentials.get({ params: { id: one }, query: { includeData: 'true' } });
      } catch (error) {
        // Somebody else's, or deleted: not the person's to limit.
        if (error instanceof ApiError && (error.status === 403 || error.status === 404)) return undefined;
        throw error;
      }
    }),
  );
  return opened
    .filter((one) => one !== undefined)
    .filter((one) => may(one, 'update') && !hasLimits(types, one))
    .map(({ id: own, name, data = {} }) => ({ id: own, name, data }));
};

/** Stores the hosts that a credential is for. @param hosts with commas between them */
export const limitHosts = async ({ id, data }: Unlimited, hosts: string): Promise<void> => {
  await client.credentials.update({
    params: { id },
    body: { data: { ...data, [hostSettings.mode]: 'domains', [hostSettings.hosts]: hosts } },
  });
  void refreshCredentials();
};
