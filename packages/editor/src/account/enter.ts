import type { SignedInUser } from '@millrace/contract';
import { useNavigate } from '@tanstack/react-router';
import { queryClient, settingsQuery } from '../api/queries.ts';
import { basePath } from '../base-path.ts';
import { changeUser } from '../start/watch-session.ts';

/** Lets a person in who has just been given a session, and leads to a path of this origin. */
export const useEnter = () => {
  const navigate = useNavigate();
  return async (user: SignedInUser, path = '/'): Promise<void> => {
    changeUser(user);
    // What the server itself answers is no screen.
    if (path.startsWith('/rest/')) location.replace(`${basePath}${path}`);
    else await navigate({ href: path, replace: true });
  };
};

/** The set-up was made or skipped: the instance does not ask for it any more. */
export const endSetUp = (): void => {
  queryClient.setQueryData(
    settingsQuery.queryKey,
    (settings) =>
      settings && { ...settings, userManagement: { ...settings.userManagement, showSetupOnFirstLoad: false } },
  );
};
