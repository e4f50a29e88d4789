import { type AuditAction, type AuditEvent, auditActionNames } from '@millrace/contract';
import { IconKey } from '@tabler/icons-react';
import { t } from '../../messages/accounts.ts';
import { formatDate } from '../../ui/dates.ts';
import table from '../../ui/Table.module.css';
import classes from './audit.module.css';
import { detailTexts } from './detail-texts.ts';

/** The title of an action; one that is newer than this editor goes by its name. */
const titleOf = ({ action }: AuditEvent): string => {
  const isKnown = (name: string): name is AuditAction => auditActionNames.some((known) => known === name);
  return isKnown(action) ? t(`audit.action.${action}`) : action;
};

export const AuditRow = ({ event, names }: { event: AuditEvent; names: ReadonlyMap<string, string> }) => {
  const { at, user, apiKeyId, resource, resourceId, name, details } = event;
  const facts = detailTexts(details ?? {}, (id) => names.get(id));
  const subject = name ?? (resource === 'user' && resourceId !== null ? (names.get(resourceId) ?? null) : null);
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
        {(subject !== null || (resourceId !== null && resource !== 'user')) && (
          <span className={classes.what}>
            <bdi title={subject ?? undefined}>{subject ?? t(`audit.resource.${resource}`)}</bdi>
            {resourceId !== null && resource !== 'user' && <span className={table.muted}> #{resourceId}</span>}
          </span>
        )}
        {facts.length > 0 && <span className={`${table.small} ${classes.details}`}>{facts.join(' · ')}</span>}
      </td>
    </tr>
  );
};
