import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { configure, type RenderResult, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createEditorTheme } from './theme.ts';

// A dialog's file is loaded when it is first shown, which takes its time on a busy machine.
configure({ asyncUtilTimeout: 4000 });

/** Renders what needs the theme and the queries of the page, without movements. */
export const renderInApp = (element: ReactNode): RenderResult =>
  render(
    <MantineProvider theme={createEditorTheme()} env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        {element}
      </QueryClientProvider>
    </MantineProvider>,
  );

/** The same at an address, for what navigates; `path` tells where it has led. */
export const renderAtAddress = async (element: ReactNode, address: string) => {
  const staticData = { view: 'NotFoundView', access: 'public' } as const;
  const root = createRootRoute({ staticData });
  const any = createRoute({ getParentRoute: () => root, path: '$', component: () => element, staticData });
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree: root.addChildren([any]), history });
  await router.load();
  const rendered = renderInApp(<RouterProvider router={router as never} />);
  return { ...rendered, path: () => history.location.pathname };
};
