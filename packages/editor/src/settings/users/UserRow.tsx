import { ActionIcon, Menu } from '@mantine/core';
import type { ListedUser } from '@millrace/contract';
import { IconDots, IconKey, IconLink, IconMail, IconTrash } from '@tabler/icons-react';
import { initials, personName } from '../../account/person-name.ts';
import { client } from '../../api/client.ts';
import { describeError } from '../../api/errors.ts';
import { openDialog } from '../../dialogs/stack.ts';
import { t } from '../../messages/accounts.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { showError, showSuccess } from '../../ui/toasts.ts';
import classes from '../settings.module.css';
import own from './users.module.css';

export const UserRow = ({ user, isSelf, canMail }: { user: ListedUser; isSelf: boolean; canMail: boolean }) => {
  const isOwner = user.globalRole.name === 'owner';
  return (
    <li className={classes.row}>
      <Avatar initials={initials(user)} size={36} isPending={user.isPending} />
      <div className={classes.rowText}>
        <span className={classes.rowTitle}>
          <bdi title={personName(user)}>{personName(user)}</bdi>
          {isSelf && <span className={classes.rowNote}>{t('users.you')}</span>}
        </span>
        <span className={classes.rowNote}>{user.isPending ? t('users.pending.text') : user.email}</span>
      </div>
      {user.isPending && (
        <span className={classes.badge} data-kind="pending">
          {t('users.pending')}
        </span>
      )}
      <span className={classes.badge} data-kind={user.globalRole.name}>
        {t(isOwner ? 'users.role.owner' : 'users.role.member')}
      </span>
      <span className={own.menu}>{!isSelf && !isOwner && <UserMenu user={user} canMail={canMail} />}</span>
    </li>
  );
};

const UserMenu = ({ user, canMail }: { user: ListedUser; canMail: boolean }) => {
  const reinvite = async () => {
    try {
      await client.users.reinvite({ params: { id: user.id } });
      showSuccess(t('users.reinvited'), { message: t('users.reinvited.message', { email: user.email ?? '' }) });
    } catch (error) {
      showError(t('users.reinvite.failed'), describeError(error));
    }
  };
  const label = t('users.actions', { name: personName(user) });
  return (
    <Menu position="bottom-end" width={210}>
      <Menu.Target>
        <ActionIcon size={34} aria-label={label}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {user.isPending && (
          <>
            <Menu.Item leftSection={<IconMail size={16} />} disabled={!canMail} onClick={() => void reinvite()}>
              {t('users.reinvite')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconLink size={16} />}
              onClick={() => openDialog('inviteLink', { user: { id: user.id, email: user.email ?? '' } })}
            >
              {t('users.inviteLink')}
            </Menu.Item>
            <Menu.Divider />
          </>
        )}
        {!user.isPending && (
          <>
            <Menu.Item
              leftSection={<IconKey size={16} />}
              onClick={() => openDialog('passwordLink', { user: { id: user.id, email: user.email ?? '' } })}
            >
              {t('users.passwordLink')}
            </Menu.Item>
            <Menu.Divider />
          </>
        )}
        <Menu.Item
          leftSection={<IconTrash size={16} />}
          color="var(--error)"
          onClick={() => openDialog('deleteUser', { user })}
        >
          {t('users.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
