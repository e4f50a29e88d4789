import { ActionIcon, Tooltip } from '@mantine/core';
import { type ApiKey, apiScopeNames } from '@millrace/contract';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { client } from '../../api/client.ts';
import { describeError } from '../../api/errors.ts';
import { queryClient } from '../../api/queries.ts';
import { confirm, openDialog } from '../../dialogs/stack.ts';
import { t } from '../../messages/accounts.ts';
import { formatDate } from '../../ui/dates.ts';
import { showError, showSuccess } from '../../ui/toasts.ts';
import classes from '../settings.module.css';
import own from './api-keys.module.css';
import { apiKeysQuery } from './api-keys-query.ts';

const scopesText = ({ scopes }: ApiKey): string =>
  scopes.length === apiScopeNames.length ? t('apiKeys.scopes.all') : t('apiKeys.scopes', { count: scopes.length });

export const ApiKeyRow = ({ apiKey }: { apiKey: ApiKey }) => {
  const { name, hint, scopes, expiresAt, lastUsedAt } = apiKey;
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  const remove = async () => {
    const isSure = await confirm({
      title: t('apiKeys.delete.title'),
      message: t('apiKeys.delete.message', { name }),
      confirm: t('apiKeys.delete.confirm'),
      danger: true,
    });
    if (!isSure) return;
    try {
      await client.apiKeys.remove({ params: { id: apiKey.id } });
      showSuccess(t('apiKeys.deleted'), { message: name });
    } catch (error) {
      showError(t('apiKeys.delete.failed'), describeError(error));
    }
    await queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey });
  };
  return (
    <li className={classes.row}>
      <div className={classes.rowText}>
        <span className={classes.rowTitle}>
          <bdi title={name}>{name}</bdi>
          <span className={own.hint}>{hint}…</span>
        </span>
        <span className={own.facts}>
          <span title={scopes.map((scope) => t(`apiKeys.scope.${scope}`)).join(', ')}>{scopesText(apiKey)}</span>
          <span>{lastUsedAt ? t('apiKeys.used', { time: formatDate(lastUsedAt) }) : t('apiKeys.neverUsed')}</span>
          {!isExpired && (
            <span>{expiresAt ? t('apiKeys.expires', { time: formatDate(expiresAt) }) : t('apiKeys.neverExpires')}</span>
          )}
        </span>
      </div>
      {isExpired && (
        <span className={classes.badge} data-kind="expired">
          {t('apiKeys.expired')}
        </span>
      )}
      <Tooltip label={t('apiKeys.change')}>
        <ActionIcon
          size={34}
          aria-label={t('apiKeys.change.of', { name })}
          onClick={() => openDialog('apiKey', { apiKey })}
        >
          <IconPencil size={17} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('apiKeys.delete')}>
        <ActionIcon size={34} aria-label={t('apiKeys.delete.of', { name })} onClick={() => void remove()}>
          <IconTrash size={17} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
    </li>
  );
};
