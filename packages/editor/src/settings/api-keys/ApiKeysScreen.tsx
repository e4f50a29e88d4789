import { Anchor, Button, Skeleton } from '@mantine/core';
import { IconExternalLink, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { apiBase } from '../../api/client.ts';
import { openDialog } from '../../dialogs/stack.ts';
import { t } from '../../messages/accounts.ts';
import { FailureMessage } from '../../ui/FailureMessage.tsx';
import { Message } from '../../ui/Message.tsx';
import { SettingsPage } from '../SettingsPage.tsx';
import classes from '../settings.module.css';
import { ApiKeyRow } from './ApiKeyRow.tsx';
import own from './api-keys.module.css';
import { apiKeysQuery } from './api-keys-query.ts';

/** The own keys, with which programs call the API. */
export const ApiKeysScreen = () => {
  const { data: keys, error, refetch } = useQuery(apiKeysQuery);
  const create = () => openDialog('apiKey', {});
  return (
    <SettingsPage
      title={t('settingsArea.apiKeys')}
      text={t('apiKeys.text')}
      action={
        <Button leftSection={<IconPlus size={16} />} onClick={create}>
          {t('apiKeys.create')}
        </Button>
      }
    >
      {error ? (
        <FailureMessage title={t('apiKeys.failed')} error={error} onRetry={() => void refetch()} />
      ) : keys?.length === 0 ? (
        <div className={own.empty}>
          <Message title={t('apiKeys.empty.title')} text={t('apiKeys.empty.message')} />
        </div>
      ) : (
        <ul className={classes.list} aria-label={t('settingsArea.apiKeys')} aria-busy={!keys}>
          {keys ? (
            keys.map((key) => <ApiKeyRow key={key.id} apiKey={key} />)
          ) : (
            <li className={classes.row}>
              <Skeleton height={36} />
            </li>
          )}
        </ul>
      )}
      <p className={own.docs}>
        <Anchor href={`${apiBase}/docs`} target="_blank" size="sm" className={own.link}>
          {t('apiKeys.docs')}
          <IconExternalLink size={14} aria-hidden="true" />
        </Anchor>
      </p>
    </SettingsPage>
  );
};
