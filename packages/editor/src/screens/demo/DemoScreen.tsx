import { Button, Loader } from '@mantine/core';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { currentUserQuery } from '../../api/queries.ts';
import { useSessionEnd } from '../../api/session-end.ts';
import { Canvas } from '../../canvas/Canvas.tsx';
import { t } from '../../messages/preview.ts';
import { Message } from '../../ui/Message.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { SessionContext } from '../../workflow/hooks.ts';
import { onNotice } from '../../workflow/notices.ts';
import { showNotice } from '../shell/show-notice.ts';
import { LaterNodePanel } from '../workflow/LaterNodePanel.tsx';
import classes from './DemoScreen.module.css';
import { knownQuery } from './known.ts';
import { type Shown, useParentPage } from './use-parent-page.ts';

/**
 * A canvas by itself, read-only, made to be shown in a frame: it shows the workflows that the page around it sends. Nothing is stored, evaluated or
 * asked of anyone on account of what they say.
 */
export const DemoScreen = () => {
  const { data: user } = useQuery(currentUserQuery);
  const isSignedOut = useSessionEnd() || user === null;
  const { data: known, error, refetch, isFetching } = useQuery({ ...knownQuery, enabled: !isSignedOut });
  const problem = isSignedOut ? t('preview.signIn') : error ? t('preview.noTypes') : null;
  const shown = useParentPage(known !== undefined && !isSignedOut, problem);
  useTitle(t('preview.title'));
  useEffect(() => onNotice(showNotice), []);
  return (
    <main className={classes.page}>
      {isSignedOut ? (
        <Message title={t('preview.signIn')} text={t('preview.signIn.message')} />
      ) : error ? (
        <Message
          title={t('preview.failed.message')}
          text={t('preview.noTypes')}
          action={
            <Button loading={isFetching} onClick={() => void refetch()}>
              {t('shell.retry')}
            </Button>
          }
        />
      ) : known ? (
        <QueryClientProvider client={known}>
          <ShownWorkflow key={shown?.count} shown={shown} />
        </QueryClientProvider>
      ) : (
        <div className={classes.place}>
          <Loader size="sm" role="status" aria-label={t('preview.loading')} />
        </div>
      )}
    </main>
  );
};

const ShownWorkflow = ({ shown }: { shown: Shown | null }) => {
  if (!shown) return <Message title={t('preview.waiting')} text={t('preview.waiting.message')} />;
  if ('failure' in shown) return <Message title={t('preview.import.failed')} text={shown.failure} />;
  return (
    <SessionContext value={shown.session}>
      <Canvas />
      <LaterNodePanel />
    </SessionContext>
  );
};
