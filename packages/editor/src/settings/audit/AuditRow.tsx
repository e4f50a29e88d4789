import { type AuditEvent, auditActions } from '@millrace/contract';
import { IconKey } from '@tabler/icons-react';
import { t } from '../../messages/accounts.ts';
import { formatDate } from '../../ui/dates.ts';
import table from '../../ui/Table.module.css';
import classes from './audit.module.css';

/** The title of an action; one that is newer than this editor goes by its name. */
const titleOf = ({ resource, action }: AuditEvent): string => {
  const titles: Readonly<Record<string, string>> = auditActions[resource] ?? {};
  return titles[action.slice(resource.length + 1)] ?? action;
};

const detailText = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(detailText).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
};

export const AuditRow = ({ event }: { event: AuditEvent }) => {
  const { at, user, apiKeyId, resource, resourceId, name, details } = event;
  const facts = Object.entries(details ?? {});
  return (
    <tr>
      <td className={table.muted}>{formatDate(at)}</td>
      <td>
        <span className={classes.who}>
          <bdi title={user?.name}>{user?.name ?? t('audit.nobody')}</bdi>
          {apiKeyId !== null && (
            <span className={classes.key} title={t('audit.byKey')}>
              <IconKey size={14} aria-hidden="true" />
              <span className="visually-hidden">{t('audit.byKey')}</span>
            </span>
          )}
        </span>
      </td>
      <td>{titleOf(event)}</td>
      <td className={table.grow}>
        {(name !== null || (resourceId !== null && resource !== 'user')) && (
          <span className={classes.what}>
            <bdi title={name ?? undefined}>{name ?? t(`audit.resource.${resource}`)}</bdi>
            {resourceId !== null && resource !== 'user' && <span className={table.muted}> #{resourceId}</span>}
          </span>
        )}
        {facts.length > 0 && (
          <span className={`${table.small} ${classes.details}`}>
            {facts.map(([key, value]) => `${key}: ${detailText(value)}`).join(' · ')}
          </span>
        )}
      </td>
    </tr>
  );
};
