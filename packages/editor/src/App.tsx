import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { queryClient } from './api/queries.ts';
import { router } from './routes.tsx';
import { colorSchemeManager } from './ui/color-scheme.ts';
import { Toasts } from './ui/Toasts.tsx';
import { createEditorTheme, cssVariables } from './ui/theme.ts';

export const App = () => {
  const [theme] = useState(createEditorTheme);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      // All variables come from the theme: Mantine's own list of them, a sixth of its styles, is not loaded.
      deduplicateCssVariables={false}
    >
      <QueryClientProvider client={queryClient}>
        <Toasts />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
};
