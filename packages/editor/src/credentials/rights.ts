import type { Credential } from '@millrace/contract';
import { personName } from '../account/person-name.ts';
import { t } from '../messages/credentials.ts';

type Permission = NonNullable<Credential['permissions']>[number];

/** Whether the person may do it with the credential. */
export const may = ({ permissions = [] }: Pick<Credential, 'permissions'>, what: Permission): boolean =>
  permissions.includes(what);

/** Who has given it, of one that is somebody else's. */
export const ownerText = (credential: Pick<Credential, 'ownedBy' | 'permissions'>): string | undefined => {
  const { ownedBy } = credential;
  if (!ownedBy || may(credential, 'share')) return undefined;
  const name = personName(ownedBy);
  return name ? t('credential.owner', { name }) : undefined;
};
