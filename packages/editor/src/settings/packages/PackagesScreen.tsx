import { Button, Loader } from '@mantine/core';
import type { PackageList } from '@millrace/contract';
import { IconPackage, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, describeError } from '../../api/errors.ts';
import { t } from '../../messages/packages.ts';
import { Message } from '../../ui/Message.tsx';
import { SettingsPage } from '../SettingsPage.tsx';
import { InstallDialog, type InstallRequest } from './InstallDialog.tsx';
import { OwnNodesSection } from './OwnNodesSection.tsx';
import classes from './PackagesScreen.module.css';
import { PackagesTable } from './PackagesTable.tsx';
import { packagesQuery } from './queries.ts';

/** Packages of nodes that the owner has installed, with what their code can reach. */
export const PackagesScreen = () => {
  const { data, error, refetch } = useQuery(packagesQuery);
  const [request, setRequest] = useState<InstallRequest | null>(null);
  return (
    <SettingsPage
      title={t('packages.title')}
      text={t('packages.intro')}
      action={
        data?.enabled && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => setRequest({ kind: 'install' })}>
            {t('packages.install')}
          </Button>
        )
      }
      isWide
    >
      {data ? (
        <Content list={data} onRequest={setRequest} />
      ) : error ? (
        <Message
          title={t('packages.loadFailed')}
          text={describeError(error).message}
          action={
            !(error instanceof ApiError && error.status === 403) && (
              <Button onClick={() => void refetch()}>{t('shell.retry')}</Button>
            )
          }
        />
      ) : (
        <div className={classes.loading}>
          <Loader size="sm" role="status" aria-label={t('shell.loading')} />
        </div>
      )}
      {request && <InstallDialog request={request} onClose={() => setRequest(null)} />}
    </SettingsPage>
  );
};

const Content = ({ list, onRequest }: { list: PackageList; onRequest: (request: InstallRequest) => void }) => (
  <>
    {!list.enabled && <Message title={t('packages.off.title')} text={t('packages.off.message')} />}
    {list.pending.length > 0 && (
      <ul className={classes.pending} aria-live="polite">
        {list.pending.map(({ name, version, action }) => (
          <li key={name}>
            <Loader size={14} />
            {t(`packages.pending.${action}`, { name, version })}
          </li>
        ))}
      </ul>
    )}
    {list.packages.length > 0 ? (
      <PackagesTable packages={list.packages} isEnabled={list.enabled} onRequest={onRequest} />
    ) : (
      list.enabled && (
        <Message
          icon={<IconPackage size={32} stroke={1.4} />}
          title={t('packages.empty.title')}
          text={t('packages.empty.message')}
        />
      )
    )}
    {list.ownNodes && <OwnNodesSection ownNodes={list.ownNodes} />}
  </>
);
