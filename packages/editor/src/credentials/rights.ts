import type { Credential } from '@millrace/contract';
import { personName } from '../account/person-name.ts';
import { t } from '../messages/credentials.ts';
import { useUser } from '../start/use-standing.ts';

type Permission = NonNullable<Credential['permissions']>[number];

/** Whether the person may do it with the credential. */
export const may = ({ permissions = [] }: Pick<Credential, 'permissions'>, what: Permission): boolean =>
  permissions.includes(what);

/** Says whose a credential is, of one that is somebody else's: shared by them, or seen because the instance is the person's. */
export const useOwnerText = (): ((credential: Pick<Credential, 'ownedBy' | 'permissions'>) => string | undefined) => {
  const user = useUser();
  return (credential) => {
    const { ownedBy } = credential;
    const name = ownedBy && ownedBy.id !== user?.id ? personName(ownedBy) : undefined;
    if (!name) return undefined;
    if (!may(credential, 'share')) return t('credential.owner', { name });
    return user ? t('credential.ownedBy', { name }) : undefined;
  };
};
