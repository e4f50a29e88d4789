import { isMantineColorScheme, localStorageColorSchemeManager } from '@mantine/core';

/** The person's choice of light, dark or system, kept in this browser. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'millrace.theme' });

/** Sets the theme before the first paint; Mantine's own script for this is inline, which the content policy refuses. */
export const applyStoredColorScheme = (): void => {
  const chosen = colorSchemeManager.get('auto');
  const scheme = isMantineColorScheme(chosen) ? chosen : 'auto';
  const prefersDark = window.matchMedia('(prefers-color-scheme: dark)').matches;
  const shown = scheme === 'auto' ? (prefersDark ? 'dark' : 'light') : scheme;
  document.documentElement.setAttribute('data-mantine-color-scheme', shown);
};
