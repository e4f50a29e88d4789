import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import type { SignedInUser, UserSettings } from '@millrace/contract';
import { useEffect, useRef } from 'react';
import { client } from '../api/client.ts';
import { currentUserQuery, queryClient } from '../api/queries.ts';
import { useUser } from '../start/use-standing.ts';

/** Stores what a person has set for himself, so that it is the same in other browsers. A failure says nothing: here it holds. */
export const storeUserSettings = async (settings: UserSettings): Promise<void> => {
  queryClient.setQueryData(
    currentUserQuery.queryKey,
    (user: SignedInUser | null | undefined) => user && { ...user, settings: { ...user.settings, ...settings } },
  );
  await client.me.changeSettings({ body: settings }).catch(() => undefined);
};

/** Light, dark or as the system has it: what is shown, and the choice of another. */
export const useTheme = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const choose = (theme: MantineColorScheme) => {
    setColorScheme(theme);
    void storeUserSettings({ theme });
  };
  return { theme: colorScheme, choose };
};

/** Shows the theme that the person has chosen, in whatever browser. */
export const useStoredTheme = (): void => {
  const theme = useUser()?.settings.theme;
  const { setColorScheme } = useMantineColorScheme();
  const show = useRef(setColorScheme);
  useEffect(() => {
    if (theme !== undefined) show.current(theme);
  }, [theme]);
};
