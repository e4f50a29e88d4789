import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { personName } from '../../account/person-name.ts';
import { client } from '../../api/client.ts';
import { t } from '../../messages/accounts.ts';
import { useStanding } from '../../start/use-standing.ts';
import { FailureMessage } from '../../ui/FailureMessage.tsx';
import { Message } from '../../ui/Message.tsx';
import table from '../../ui/Table.module.css';
import { SettingsPage } from '../SettingsPage.tsx';
import { usersQuery } from '../users/users-query.ts';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditRow } from './AuditRow.tsx';
import classes from './audit.module.css';
import { type AuditFilter, auditQuery, isFiltered, noFilter } from './audit-filter.ts';

const pageSize = 50;

/** Who did what, newest first. */
export const AuditScreen = () => {
  const [filter, setFilter] = useState<AuditFilter>(noFilter);
  const { data, error, isPending, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam, signal }) =>
      client.audit.list({ query: { ...auditQuery(filter), lastId: pageParam, limit: pageSize }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length === pageSize ? page.at(-1)?.id : undefined),
    staleTime: 0,
  });
  const standing = useStanding();
  const { data: users = [] } = useQuery({ ...usersQuery, enabled: standing.has('owner') });
  const names = new Map(users.map((user) => [user.id, personName(user)]));
  const events = data?.pages.flat() ?? [];
  return (
    <SettingsPage title={t('settingsArea.audit')} text={t('audit.text')} isWide>
      <AuditFilters filter={filter} onChange={setFilter} />
      <div className={table.scroll}>
        {events.length > 0 ? (
          <table className={table.table}>
            <thead>
              <tr>
                <th>{t('audit.column.time')}</th>
                <th>{t('audit.column.who')}</th>
                <th>{t('audit.column.action')}</th>
                <th>{t('audit.column.what')}</th>
              </tr>
            </thead>
            <tbody>
              {events.map((event) => (
                <AuditRow key={event.id} event={event} names={names} />
              ))}
            </tbody>
          </table>
        ) : isPending ? (
          <div className={classes.loading} role="status" aria-label={t('shell.loading')}>
            {[1, 2, 3, 4, 5, 6].map((row) => (
              <Skeleton key={row} height={18} />
            ))}
          </div>
        ) : error ? (
          <FailureMessage title={t('audit.failed')} error={error} onRetry={() => void refetch()} />
        ) : (
          <Message
            title={t(isFiltered(filter) ? 'audit.nothingFound' : 'audit.empty')}
            text={t(isFiltered(filter) ? 'audit.nothingFound.message' : 'audit.empty.message')}
          />
        )}
      </div>
      {hasNextPage && (
        <div className={classes.more}>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('audit.more')}
          </Button>
        </div>
      )}
    </SettingsPage>
  );
};
