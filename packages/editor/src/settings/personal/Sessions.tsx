import { ActionIcon, Button, Skeleton, Tooltip } from '@mantine/core';
import type { UserSession } from '@millrace/contract';
import { IconDeviceDesktop, IconDeviceMobile, IconLogout } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSignOut } from '../../account/sign-out.ts';
import { client } from '../../api/client.ts';
import { describeError } from '../../api/errors.ts';
import { queryClient } from '../../api/queries.ts';
import { confirm } from '../../dialogs/stack.ts';
import { t } from '../../messages/accounts.ts';
import { formatDate } from '../../ui/dates.ts';
import { FailureMessage } from '../../ui/FailureMessage.tsx';
import { showError } from '../../ui/toasts.ts';
import classes from '../settings.module.css';
import { deviceOf } from './device.ts';
import own from './personal.module.css';

const sessionsKey = ['me', 'sessions'];

/** Where the person is signed in, and the ends of it. */
export const Sessions = () => {
  const { data, error, refetch } = useQuery({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => client.me.sessions({ signal }),
    staleTime: 0,
  });
  const { signOutEverywhere } = useSignOut();
  if (error) {
    return <FailureMessage title={t('sessions.failed')} error={error} onRetry={() => void refetch()} />;
  }
  const everywhere = async () => {
    const isSure = await confirm({
      title: t('sessions.endAll.title'),
      message: t('sessions.endAll.message'),
      confirm: t('sessions.endAll'),
      danger: true,
    });
    if (isSure) await signOutEverywhere();
  };
  return (
    <>
      <ul className={classes.list} aria-busy={!data}>
        {data ? (
          data.map((session) => <SessionRow key={session.id} session={session} />)
        ) : (
          <li className={classes.row}>
            <Skeleton height={32} />
          </li>
        )}
      </ul>
      <Button className={own.end} variant="default" onClick={() => void everywhere()}>
        {t('sessions.endAll')}
      </Button>
    </>
  );
};

const deviceName = (userAgent: string): string => {
  const { browser, system } = deviceOf(userAgent);
  if (browser && system) return t('sessions.device', { browser, system });
  return browser ?? system ?? (userAgent || t('sessions.unknownDevice'));
};

const SessionRow = ({ session: { id, userAgent, address, usedAt, isCurrent } }: { session: UserSession }) => {
  const name = deviceName(userAgent);
  const Icon = /Mobile|Android|iPhone/.test(userAgent) ? IconDeviceMobile : IconDeviceDesktop;
  const end = async () => {
    try {
      await client.me.endSession({ params: { id } });
    } catch (error) {
      showError(t('sessions.end.failed'), describeError(error));
    }
    await queryClient.invalidateQueries({ queryKey: sessionsKey });
  };
  return (
    <li className={classes.row}>
      <Icon size={20} stroke={1.6} aria-hidden="true" />
      <div className={classes.rowText}>
        <span className={classes.rowTitle}>
          <bdi>{name}</bdi>
        </span>
        <span className={classes.rowNote}>{t('sessions.used', { address, time: formatDate(usedAt) })}</span>
      </div>
      {isCurrent ? (
        <span className={classes.badge} data-kind="current">
          {t('sessions.current')}
        </span>
      ) : (
        <Tooltip label={t('sessions.end')}>
          <ActionIcon aria-label={t('sessions.end.of', { device: name })} onClick={() => void end()}>
            <IconLogout size={18} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  );
};
