import { Select, TextInput } from '@mantine/core';
import { type AuditAction, type AuditResource, auditActions } from '@millrace/contract';
import { useQuery } from '@tanstack/react-query';
import { personName } from '../../account/person-name.ts';
import { t } from '../../messages/accounts.ts';
import { useStanding } from '../../start/use-standing.ts';
import { usersQuery } from '../users/users-query.ts';
import classes from './audit.module.css';
import type { AuditFilter } from './audit-filter.ts';

const actionChoices = Object.entries(auditActions).map(([resource, actions]) => ({
  group: t(`audit.resource.${resource as AuditResource}`),
  items: Object.keys(actions).map((name) => {
    const value = `${resource}.${name}` as AuditAction;
    return { value, label: t(`audit.action.${value}`) };
  }),
}));

export const AuditFilters = ({
  filter,
  onChange,
}: {
  filter: AuditFilter;
  onChange: (filter: AuditFilter) => void;
}) => {
  const standing = useStanding();
  const { data: users = [] } = useQuery({ ...usersQuery, enabled: standing.has('owner') });
  const change = (some: Partial<AuditFilter>) => onChange({ ...filter, ...some });
  return (
    <search className={classes.filters} aria-label={t('audit.filters')}>
      {standing.has('owner') && (
        <Select
          className={classes.filter}
          aria-label={t('audit.column.who')}
          placeholder={t('audit.anyone')}
          data={users.map((user) => ({ value: user.id, label: personName(user) }))}
          value={filter.userId}
          onChange={(userId) => change({ userId })}
          searchable
          clearable
        />
      )}
      <Select
        className={classes.filter}
        aria-label={t('audit.column.action')}
        placeholder={t('audit.anything')}
        data={actionChoices}
        value={filter.action}
        onChange={(action) => change({ action: action as AuditAction | null })}
        searchable
        clearable
      />
      <TextInput
        type="date"
        aria-label={t('audit.from')}
        value={filter.from}
        max={filter.to || undefined}
        onChange={(event) => change({ from: event.currentTarget.value })}
      />
      <span aria-hidden="true">–</span>
      <TextInput
        type="date"
        aria-label={t('audit.to')}
        value={filter.to}
        min={filter.from || undefined}
        onChange={(event) => change({ to: event.currentTarget.value })}
      />
    </search>
  );
};
