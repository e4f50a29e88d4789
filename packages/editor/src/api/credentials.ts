import type { Credential, CredentialTypeDescription, Ownership } from '@millrace/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { client } from './client.ts';
import { inOwnLanguage } from './node-texts.ts';
import { currentUserQuery, parameterAnswersKey, queryClient } from './queries.ts';

/** The credentials that the person may use, without what they hold, and the types that there are. */

export const credentialsQuery = queryOptions({
  queryKey: ['credentials'],
  queryFn: ({ signal }) => client.credentials.list({ signal }),
  staleTime: 0,
});

export interface CredentialTypes {
  list: readonly CredentialTypeDescription[];
  find(name: string): CredentialTypeDescription | undefined;
}

export const credentialTypesQuery = queryOptions({
  queryKey: ['credential-types'],
  queryFn: async ({ signal }): Promise<CredentialTypes> =>
    indexCredentialTypes(await inOwnLanguage(await client.credentialTypes.list({ signal }))),
  staleTime: Number.POSITIVE_INFINITY,
});

export const indexCredentialTypes = (list: readonly CredentialTypeDescription[]): CredentialTypes => {
  const byName = new Map(list.map((type) => [type.name, type]));
  return { list, find: (name) => byName.get(name) };
};

/** All of both, as issues of nodes are told from it. */
export interface CredentialsAtHand {
  list: readonly Credential[];
  ofType(type: string): readonly Credential[];
  /** What people call a type; the name of one that is not known. */
  titleOf(type: string): string;
  /** The workflow is somebody else's, whose credentials it may use: the person need not see them. */
  hasOthers: boolean;
}

/** Whose workflow it is, where there are accounts. */
type Owner = Ownership['ownedBy'] | undefined;

const none: readonly Credential[] = [];

const atHand = (list: readonly Credential[], types: CredentialTypes, hasOthers: boolean): CredentialsAtHand => {
  const byType = new Map<string, Credential[]>();
  for (const credential of list) byType.set(credential.type, [...(byType.get(credential.type) ?? []), credential]);
  return {
    list,
    ofType: (type) => byType.get(type) ?? none,
    titleOf: (type) => types.find(type)?.displayName ?? type,
    hasOthers,
  };
};

/** Undefined until both are loaded. @param owner of the workflow @param isWanted whether they are loaded at all */
export const useCredentials = (owner: Owner, isWanted = true): CredentialsAtHand | undefined => {
  const { data: list } = useQuery({ ...credentialsQuery, enabled: isWanted });
  const { data: types } = useQuery({ ...credentialTypesQuery, enabled: isWanted });
  const { data: user } = useQuery(currentUserQuery);
  const hasOthers = owner !== undefined && owner.id !== user?.id;
  return useMemo(() => (list && types ? atHand(list, types, hasOthers) : undefined), [list, types, hasOthers]);
};

/** The same for code outside React, as the server has them now. @throws ApiError */
export const fetchCredentials = async (owner: Owner): Promise<CredentialsAtHand> => {
  const [list, types, user] = await Promise.all([
    queryClient.fetchQuery(credentialsQuery),
    queryClient.fetchQuery(credentialTypesQuery),
    queryClient.fetchQuery(currentUserQuery),
  ]);
  return atHand(list, types, owner !== undefined && owner.id !== user?.id);
};

/** After one was made, changed or deleted: services may answer something else with it. */
export const refreshCredentials = async (): Promise<void> => {
  await Promise.all(
    [credentialsQuery.queryKey, [parameterAnswersKey]].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
};
