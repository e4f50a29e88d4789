import { createRootRoute, createRoute, createRouter, redirect, useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { basePath } from './base-path.ts';
import { NotFoundScreen } from './screens/not-found/NotFoundScreen.tsx';
import { ScreenFailure } from './screens/shell/ScreenFailure.tsx';
import { Shell } from './screens/shell/Shell.tsx';
import { WorkflowScreen } from './screens/workflow/WorkflowScreen.tsx';

/*
 * One row a screen: its address, its view name, what is shown, who may see it. Until there are accounts, `user` is whoever reaches
 * the server.
 */
declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    view: 'CommunityNodes' | 'Homepage' | 'NodeViewNew' | 'NodeViewExisting' | 'ExecutionById' | 'NotFoundView';
    access: 'public' | 'user';
  }
}

const ExecutionScreen = lazy(async () => {
  const [file] = await Promise.all([
    import('./screens/execution/ExecutionScreen.tsx'),
    import('./ui/mantine-later-styles.ts'),
  ]);
  return { default: file.ExecutionScreen };
});

const PackagesScreen = lazy(async () => {
  const [file] = await Promise.all([
    import('./settings/packages/PackagesScreen.tsx'),
    import('./ui/mantine-later-styles.ts'),
  ]);
  return { default: file.PackagesScreen };
});

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFoundScreen,
  errorComponent: ScreenFailure,
  staticData: { view: 'NotFoundView', access: 'public' },
});

const homepage = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/workflow', replace: true });
  },
  staticData: { view: 'Homepage', access: 'user' },
});

/** Of both addresses of the editor, so that it stays as it is when a new workflow is saved and gets its own. */
const editor = createRoute({
  getParentRoute: () => root,
  id: 'editor',
  component: () => <WorkflowScreen id={useParams({ strict: false }).id ?? null} />,
  staticData: { view: 'NodeViewNew', access: 'user' },
});

const newWorkflow = createRoute({
  getParentRoute: () => editor,
  path: '/workflow',
  staticData: { view: 'NodeViewNew', access: 'user' },
});

const existingWorkflow = createRoute({
  getParentRoute: () => editor,
  path: '/workflow/$id',
  staticData: { view: 'NodeViewExisting', access: 'user' },
});

const execution = createRoute({
  getParentRoute: () => root,
  path: '/execution/$id',
  component: () => (
    <Suspense fallback={null}>
      <ExecutionScreen id={execution.useParams().id} />
    </Suspense>
  ),
  staticData: { view: 'ExecutionById', access: 'user' },
});

const communityNodes = createRoute({
  getParentRoute: () => root,
  path: '/settings/community-nodes',
  component: () => (
    <Suspense fallback={null}>
      <PackagesScreen />
    </Suspense>
  ),
  staticData: { view: 'CommunityNodes', access: 'user' },
});

export const router = createRouter({
  routeTree: root.addChildren([
    homepage,
    editor.addChildren([newWorkflow, existingWorkflow]),
    execution,
    communityNodes,
  ]),
  basepath: basePath || '/',
  defaultPreload: false,
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
