import { useNavigate } from '@tanstack/react-router';
import { client } from '../api/client.ts';
import { ApiError, describeError } from '../api/errors.ts';
import { currentUserQuery, queryClient, settingsQuery } from '../api/queries.ts';
import { t } from '../messages/index.ts';
import { changeUser } from '../start/watch-session.ts';
import { showError } from '../ui/toasts.ts';

const kept = new Set<unknown>([settingsQuery.queryKey[0], currentUserQuery.queryKey[0]]);

/** Ends this session, or all of them: what the person has seen leaves the memory of the page, and the sign-in is shown. */
export const useSignOut = () => {
  const navigate = useNavigate();
  const end = async (call: () => Promise<unknown>): Promise<void> => {
    try {
      await call();
    } catch (error) {
      // Whoever is not signed in any more is signed out.
      if (!(error instanceof ApiError && error.status === 401)) {
        showError(t('shell.signOut.failed'), describeError(error));
        return;
      }
    }
    await import('../workflow/draft-store.ts').then(({ clearLocal }) => clearLocal());
    changeUser(null);
    await navigate({ to: '/signin', search: {}, replace: true, ignoreBlocker: true });
    queryClient.removeQueries({ predicate: ({ queryKey }) => !kept.has(queryKey[0]) });
  };
  return {
    signOut: () => end(() => client.signIn.signOut()),
    signOutEverywhere: () => end(() => client.me.signOutEverywhere()),
  };
};
