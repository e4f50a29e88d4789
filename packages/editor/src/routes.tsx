import {
  createRootRoute,
  createRoute,
  createRouter,
  defaultStringifySearch,
  redirect,
  useParams,
} from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense } from 'react';
import { basePath } from './base-path.ts';
import type { ViewName } from './routes/access.ts';
import { guard } from './routes/guard.ts';
import { ScreenFailure } from './screens/shell/ScreenFailure.tsx';
import { Shell } from './screens/shell/Shell.tsx';
import { SignedIn } from './screens/signed-in/SignedIn.tsx';
import { WorkflowScreen } from './screens/workflow/WorkflowScreen.tsx';
import { StartFailure } from './start/StartFailure.tsx';
import { Starting } from './start/Starting.tsx';
import { homeOf, loadStart } from './start/start.ts';
import { readTemplatesAddress } from './templates/search-address.ts';
import { comesLater } from './ui/comes-later.tsx';

/* The addresses of the screens. Who may see which stands in `routes/access.ts`, by view name. */
declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    view: ViewName;
    /** False: of this screen nothing is told where the use of the editor is collected. */
    telemetry?: boolean;
  }
}

/** A screen that is loaded when somebody goes there, with the styles of its parts. */
const later = <Props extends object>(load: () => Promise<ComponentType<Props>>) => {
  const Screen = lazy(async () => {
    const [component] = await Promise.all([load(), import('./ui/mantine-later-styles.ts')]);
    return { default: component };
  });
  return (props: Props) => (
    <Suspense fallback={<Starting />}>
      <Screen {...props} />
    </Suspense>
  );
};

const root = createRootRoute({
  notFoundComponent: later(async () => (await import('./screens/not-found/NotFoundScreen.tsx')).NotFoundScreen),
  errorComponent: StartFailure,
  pendingComponent: Starting,
  beforeLoad: ({ matches, location }) => guard(matches.at(-1)?.staticData.view ?? 'NotFoundView', location.href),
  staticData: { view: 'NotFoundView' },
});

const homepage = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async () => {
    throw redirect({ href: await homeOf(await loadStart()), replace: true });
  },
  staticData: { view: 'Homepage' },
});

/** Around all screens of a person who is signed in. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signedIn',
  component: SignedIn,
  staticData: { view: 'Homepage' },
});

const shell = createRoute({
  getParentRoute: () => signedIn,
  id: 'shell',
  component: Shell,
  staticData: { view: 'Homepage' },
});

interface EditorQuery {
  action?: 'workflowSave';
  debug?: string;
  /** Of the template that the new workflow was made of. */
  templateId?: number;
}

/** Of the addresses of the editor, so that it stays as it is when a new workflow is saved and gets its own. */
const editor = createRoute({
  getParentRoute: () => shell,
  id: 'editor',
  component: () => {
    const { fresh, folderId, isSample, reopened } = editor.useRouteContext();
    const { id = null, templateId } = useParams({ strict: false });
    const template = templateId ?? reopened;
    return (
      <WorkflowScreen
        id={id}
        template={template === undefined ? undefined : { id: template, isReopened: templateId === undefined }}
        fresh={fresh}
        folderId={folderId}
        isSample={isSample}
      />
    );
  },
  validateSearch: ({ action, debug, templateId }: Record<string, unknown>): EditorQuery => ({
    ...(action === 'workflowSave' && { action }),
    ...(debug !== undefined && { debug: String(debug) }),
    ...(typeof templateId === 'number' && { templateId }),
  }),
  // Taken here, where it changes together with the id: the location is ahead of the screen that is shown.
  beforeLoad: ({ location, search }) => ({
    fresh: location.state.fresh,
    folderId: location.state.folderId,
    isSample: location.state.isSample,
    reopened: search.templateId === undefined ? undefined : String(search.templateId),
  }),
  staticData: { view: 'NodeViewNew' },
});

const newWorkflow = createRoute({
  getParentRoute: () => editor,
  path: '/workflow',
  staticData: { view: 'NodeViewNew' },
});

const existingWorkflow = createRoute({
  getParentRoute: () => editor,
  path: '/workflow/$id',
  staticData: { view: 'NodeViewExisting' },
});

const workflowTemplate = createRoute({
  getParentRoute: () => editor,
  path: '/workflows/templates/$templateId',
  // It leads on at once.
  staticData: { view: 'WorkflowTemplate', telemetry: false },
});

/** Texts of the query that a screen takes. */
const texts =
  <Name extends string>(...names: readonly Name[]) =>
  (query: Record<string, unknown>): { [name in Name]?: string } =>
    Object.fromEntries(names.flatMap((name) => (typeof query[name] === 'string' ? [[name, query[name]]] : []))) as {
      [name in Name]?: string;
    };

const ExecutionScreen = later(async () => (await import('./screens/execution/ExecutionScreen.tsx')).ExecutionScreen);

const execution = createRoute({
  getParentRoute: () => shell,
  path: '/execution/$id',
  component: () => <ExecutionScreen id={execution.useParams().id} />,
  staticData: { view: 'ExecutionById' },
});

const ExecutionsScreen = later(
  async () => (await import('./screens/executions/ExecutionsScreen.tsx')).ExecutionsScreen,
);

/** The execution that the shown one is compared with. */
const compared = ({ compare }: Record<string, unknown>): { compare?: string } =>
  compare === undefined ? {} : { compare: String(compare) };

/** Of the addresses of a list and of one execution in it, so that the list stays as it is when another one is chosen. */
const workflowExecutions = createRoute({
  getParentRoute: () => shell,
  path: '/workflow/$id/executions',
  component: () => {
    const { id = '', executionId = null } = useParams({ strict: false });
    return <ExecutionsScreen key={id} workflowId={id} executionId={executionId} />;
  },
  validateSearch: compared,
  staticData: { view: 'WorkflowExecutions' },
});

const workflowExecution = createRoute({
  getParentRoute: () => workflowExecutions,
  path: '/$executionId',
  staticData: { view: 'WorkflowExecutions' },
});

const allExecutions = createRoute({
  getParentRoute: () => shell,
  path: '/executions',
  component: () => (
    <ExecutionsScreen workflowId={null} executionId={useParams({ strict: false }).executionId ?? null} />
  ),
  validateSearch: compared,
  staticData: { view: 'Executions' },
});

const oneOfAllExecutions = createRoute({
  getParentRoute: () => allExecutions,
  path: '/$executionId',
  staticData: { view: 'Executions' },
});

const workflows = createRoute({
  getParentRoute: () => shell,
  path: '/workflows',
  component: later(async () => (await import('./screens/workflows/WorkflowsScreen.tsx')).WorkflowsScreen),
  staticData: { view: 'Workflows' },
});

const templatesPart = () => import('./templates/TemplatesScreen.tsx');
const TemplatesScreen = comesLater(async () => {
  const [{ TemplatesScreen: Screen }] = await Promise.all([templatesPart(), import('./ui/mantine-later-styles.ts')]);
  return Screen;
});

const templatesSearch = createRoute({
  getParentRoute: () => shell,
  path: '/templates',
  // The screen before it stays until this one is there: most people begin here, and a fallback would be shown for a third of a second.
  loader: async ({ location }) => {
    const { askAhead } = await templatesPart();
    askAhead(readTemplatesAddress(location.search));
    await TemplatesScreen.fetch();
  },
  component: TemplatesScreen,
  validateSearch: readTemplatesAddress,
  staticData: { view: 'TemplatesSearchView' },
});

const TemplateScreen = later(async () => (await import('./templates/TemplateScreen.tsx')).TemplateScreen);

const template = createRoute({
  getParentRoute: () => shell,
  path: '/templates/$id',
  component: () => <TemplateScreen id={template.useParams().id} />,
  staticData: { view: 'TemplatesWorkflowView' },
});

const CollectionScreen = later(async () => (await import('./templates/CollectionScreen.tsx')).CollectionScreen);

const templateCollection = createRoute({
  getParentRoute: () => shell,
  path: '/collections/$id',
  component: () => <CollectionScreen id={templateCollection.useParams().id} />,
  staticData: { view: 'TemplatesCollectionView' },
});

/** No shell and no push: it is shown in a frame, and has nothing of its own. */
const demo = createRoute({
  getParentRoute: () => root,
  path: '/workflows/demo',
  component: later(async () => (await import('./screens/demo/DemoScreen.tsx')).DemoScreen),
  staticData: { view: 'WorkflowDemo' },
});

const dataTables = createRoute({
  getParentRoute: () => shell,
  path: '/data-tables',
  component: later(async () => (await import('./screens/data-tables/DataTablesScreen.tsx')).DataTablesScreen),
  staticData: { view: 'DataTables' },
});

const DataTableScreen = later(async () => (await import('./screens/data-tables/DataTableScreen.tsx')).DataTableScreen);

const dataTable = createRoute({
  getParentRoute: () => shell,
  path: '/data-tables/$id',
  component: () => <DataTableScreen id={dataTable.useParams().id} />,
  staticData: { view: 'DataTable' },
});

const HelpScreen = later(async () => (await import('./help/HelpScreen.tsx')).HelpScreen);

/** Of all pages of the documentation, so that its navigation stays as it is. */
const help = createRoute({
  getParentRoute: () => shell,
  path: '/help',
  component: HelpScreen,
  staticData: { view: 'Help' },
});

const helpPage = createRoute({ getParentRoute: () => help, path: '/$', staticData: { view: 'Help' } });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/signin',
  component: later(async () => (await import('./screens/auth/SignInScreen.tsx')).SignInScreen),
  validateSearch: texts('redirect'),
  staticData: { view: 'SigninView' },
});

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/signup',
  component: later(async () => (await import('./screens/auth/SignUpScreen.tsx')).SignUpScreen),
  validateSearch: texts('inviterId', 'inviteeId'),
  staticData: { view: 'SignupView' },
});

const setUp = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: later(async () => (await import('./screens/auth/SetupScreen.tsx')).SetupScreen),
  validateSearch: texts('setupToken'),
  staticData: { view: 'SetupView' },
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: later(async () => (await import('./screens/auth/ForgotPasswordScreen.tsx')).ForgotPasswordScreen),
  staticData: { view: 'ForgotMyPasswordView' },
});

const changePassword = createRoute({
  getParentRoute: () => root,
  path: '/change-password',
  component: later(async () => (await import('./screens/auth/ChangePasswordScreen.tsx')).ChangePasswordScreen),
  validateSearch: texts('token', 'userId'),
  staticData: { view: 'ChangePasswordView' },
});

const settings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings',
  component: later(async () => (await import('./settings/SettingsFrame.tsx')).SettingsFrame),
  staticData: { view: 'Settings' },
});

const settingsHome = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/settings/personal', replace: true });
  },
  staticData: { view: 'Settings' },
});

const personal = createRoute({
  getParentRoute: () => settings,
  path: '/personal',
  component: later(async () => (await import('./settings/personal/PersonalScreen.tsx')).PersonalScreen),
  staticData: { view: 'PersonalSettings' },
});

const users = createRoute({
  getParentRoute: () => settings,
  path: '/users',
  component: later(async () => (await import('./settings/users/UsersScreen.tsx')).UsersScreen),
  staticData: { view: 'UsersSettings' },
});

const apiKeys = createRoute({
  getParentRoute: () => settings,
  path: '/api-keys',
  component: later(async () => (await import('./settings/api-keys/ApiKeysScreen.tsx')).ApiKeysScreen),
  staticData: { view: 'ApiKeysSettings' },
});

const audit = createRoute({
  getParentRoute: () => settings,
  path: '/audit',
  component: later(async () => (await import('./settings/audit/AuditScreen.tsx')).AuditScreen),
  staticData: { view: 'AuditSettings' },
});

const usage = createRoute({
  getParentRoute: () => settings,
  path: '/usage-data',
  component: later(async () => (await import('./settings/usage/UsageScreen.tsx')).UsageScreen),
  staticData: { view: 'UsageSettings' },
});

const communityNodes = createRoute({
  getParentRoute: () => settings,
  path: '/community-nodes',
  component: later(async () => (await import('./settings/packages/PackagesScreen.tsx')).PackagesScreen),
  staticData: { view: 'CommunityNodes' },
});

export const router = createRouter({
  routeTree: root.addChildren([
    homepage,
    signedIn.addChildren([
      shell.addChildren([
        editor.addChildren([newWorkflow, existingWorkflow, workflowTemplate]),
        execution,
        workflowExecutions.addChildren([workflowExecution]),
        allExecutions.addChildren([oneOfAllExecutions]),
        workflows,
        templatesSearch,
        template,
        templateCollection,
        dataTables,
        dataTable,
        help.addChildren([helpPage]),
      ]),
      settings.addChildren([settingsHome, personal, users, apiKeys, audit, usage, communityNodes]),
    ]),
    demo,
    signIn,
    signUp,
    setUp,
    forgotPassword,
    changePassword,
  ]),
  basepath: basePath || '/',
  // The list of templates ends with a slash.
  trailingSlash: 'preserve',
  // A comma needs no other sign in a query.
  stringifySearch: (search) => defaultStringifySearch(search).replaceAll('%2C', ','),
  defaultPreload: false,
  defaultErrorComponent: ScreenFailure,
  notFoundMode: 'root',
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
