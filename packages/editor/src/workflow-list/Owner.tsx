import type { WorkflowSummary } from '@millrace/contract';
import { IconUsers } from '@tabler/icons-react';
import { personName } from '../account/person-name.ts';
import { t } from '../messages/dialogs.ts';
import { useUser } from '../start/use-standing.ts';
import classes from './workflow-list.module.css';

/** Whose it is, and with how many it is shared. */
export const Owner = ({ workflow: { ownedBy, sharedWith = 0 } }: { workflow: WorkflowSummary }) => {
  const isSelf = useUser()?.id === ownedBy?.id;
  if (!ownedBy) return null;
  const name = isSelf ? t('open.owner.self') : personName(ownedBy);
  return (
    <span className={classes.person}>
      <bdi title={isSelf ? undefined : (ownedBy.email ?? undefined)}>{name}</bdi>
      {sharedWith > 0 && (
        <span className={classes.shared} title={t('open.shared', { count: sharedWith })}>
          <IconUsers size={14} aria-hidden="true" />
          <span className="visually-hidden">{t('open.shared', { count: sharedWith })}</span>
        </span>
      )}
    </span>
  );
};
