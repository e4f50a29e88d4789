import { Alert, Button, Skeleton, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconLink, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { settingsQuery } from '../../api/queries.ts';
import { openDialog } from '../../dialogs/stack.ts';
import { t } from '../../messages/accounts.ts';
import { useStanding, useUser } from '../../start/use-standing.ts';
import { FailureMessage } from '../../ui/FailureMessage.tsx';
import { Message } from '../../ui/Message.tsx';
import { SettingsPage } from '../SettingsPage.tsx';
import classes from '../settings.module.css';
import { UserRow } from './UserRow.tsx';
import own from './users.module.css';
import { usersQuery } from './users-query.ts';

/** Who uses the instance. Before it has an owner, the offer to set one up. */
export const UsersScreen = () => (useStanding().has('default') ? <NotSetUp /> : <UserList />);

const NotSetUp = () => (
  <SettingsPage title={t('users.title')}>
    <div className={own.offer}>
      <Message
        title={t('users.setUp.title')}
        text={t('users.setUp.message')}
        action={
          <Button component={Link} to="/setup">
            {t('shell.setUpWarning.action')}
          </Button>
        }
      />
    </div>
  </SettingsPage>
);

const UserList = () => {
  const user = useUser();
  const { data: settings } = useQuery(settingsQuery);
  const { data: users, error, refetch } = useQuery(usersQuery);
  const canMail = settings?.userManagement.smtpSetup ?? true;
  return (
    <SettingsPage
      title={t('users.title')}
      text={t('users.text')}
      action={
        <Tooltip label={t('users.invite.noMail')} disabled={canMail} multiline w={260}>
          <Button
            leftSection={<IconUserPlus size={16} />}
            disabled={!canMail}
            data-disabled={!canMail || undefined}
            onClick={() => openDialog('inviteUsers', {})}
          >
            {t('users.invite')}
          </Button>
        </Tooltip>
      }
    >
      {!canMail && (
        <Alert
          className={own.warning}
          color="yellow"
          icon={<IconAlertTriangle size={18} />}
          title={t('users.noMail.title')}
        >
          <p className={own.warningText}>{t('users.noMail.message')}</p>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconLink size={15} />}
            onClick={() => openDialog('inviteLink', {})}
          >
            {t('users.noMail.link')}
          </Button>
        </Alert>
      )}
      {error ? (
        <FailureMessage title={t('users.failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <ul className={classes.list} aria-label={t('users.title')} aria-busy={!users}>
          {users
            ? users.map((one) => <UserRow key={one.id} user={one} isSelf={one.id === user?.id} canMail={canMail} />)
            : [1, 2, 3].map((row) => (
                <li key={row} className={classes.row}>
                  <Skeleton height={36} />
                </li>
              ))}
        </ul>
      )}
    </SettingsPage>
  );
};
