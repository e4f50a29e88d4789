import type { ReactNode } from 'react';
import { Invitation } from '../../first-run/Invitation.tsx';
import { t } from '../../messages/organizing.ts';
import { FailureMessage } from '../../ui/FailureMessage.tsx';
import { LoadingMessage } from '../../ui/LoadingMessage.tsx';
import { Message } from '../../ui/Message.tsx';
import classes from './workflows.module.css';

/** Stands where there are none: they are on the way, could not be loaded, or there are really none. */
export const NoWorkflows = ({
  query: { isPending, error, refetch },
  isSearched,
  isFolder,
  action,
}: {
  query: { isPending: boolean; error: Error | null; refetch: () => unknown };
  isSearched: boolean;
  isFolder: boolean;
  action: ReactNode;
}) => (
  <div className={classes.nothing}>
    {isPending ? (
      <LoadingMessage />
    ) : error ? (
      <FailureMessage title={t('workflows.failed')} error={error} onRetry={() => void refetch()} />
    ) : isSearched ? (
      <Message title={t('workflows.nothingFound.title')} text={t('workflows.nothingFound.message')} />
    ) : isFolder ? (
      <Message title={t('workflows.folder.empty.title')} text={t('workflows.folder.empty.message')} action={action} />
    ) : (
      <>
        <Message title={t('workflows.empty.title')} text={t('workflows.empty.message')} action={action} />
        <Invitation />
      </>
    )}
  </div>
);
