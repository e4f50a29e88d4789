import type { PushMessage } from '@millrace/contract';
import { Outlet, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useStoredTheme } from '../../account/theme.ts';
import { refreshNodeTypes } from '../../api/node-types.ts';
import { connectPush, onPush, onPushLoss, onPushReconnect } from '../../api/push.ts';
import { queryClient, settingsQuery } from '../../api/queries.ts';
import { hasSessionEnded, useSessionEnd } from '../../api/session-end.ts';
import { t } from '../../messages/index.ts';
import { watchSession } from '../../start/watch-session.ts';
import { hideToastsOf, showError } from '../../ui/toasts.ts';

const SignInAgainDialog = lazy(async () => {
  const [file] = await Promise.all([
    import('../auth/SignInAgainDialog.tsx'),
    import('../../ui/mantine-later-styles.ts'),
  ]);
  return { default: file.SignInAgainDialog };
});

/** Around the screens of a person who is signed in: keeps the event stream open, and asks for the password when the session has ended under way. */
export const SignedIn = () => {
  const hasEnded = useSessionEnd();
  useStoredTheme();
  usePageViews();
  useEffect(() => {
    const ends = [onPush(onMessage), onPushReconnect(recover), onPushLoss(tellLoss), connectPush(), watchSession()];
    return () => {
      for (const end of ends) end();
    };
  }, []);
  return (
    <>
      <Outlet />
      {hasEnded && (
        <Suspense fallback={null}>
          <SignInAgainDialog />
        </Suspense>
      )}
    </>
  );
};

/** Tells which screens are opened, where the operator collects that. */
const usePageViews = () => {
  const router = useRouter();
  useEffect(() => {
    if (!queryClient.getQueryData(settingsQuery.queryKey)?.telemetry?.enabled) return;
    const tracking = import('../../telemetry/track-pages.ts').then(({ trackPages }) => trackPages(router));
    return () => void tracking.then((end) => end());
  }, [router]);
};

const onMessage = ({ type }: PushMessage) => {
  if (type === 'nodeTypesChanged') refreshNodeTypes();
};

/** With the session the stream ends as well, which is told otherwise. */
const tellLoss = () => {
  if (hasSessionEnded()) return;
  showError(t('shell.connectionLost'), { message: t('shell.connectionLost.message'), topic: 'connection' });
};

/** The server is there again: what was said about its absence goes, and what could not be read is read. */
const recover = () => {
  hideToastsOf('connection');
  // Messages of the time between are gone.
  refreshNodeTypes();
  void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
};
