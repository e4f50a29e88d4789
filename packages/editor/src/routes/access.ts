import type { Trait } from '../start/standing.ts';

/** Who may see a screen: with one of the allowed traits at least, and none of the denied ones. */
interface ScreenAccess {
  allow: readonly Trait[];
  deny?: readonly Trait[];
  /** With one of these there is no such screen, for nobody. */
  absent?: readonly Trait[];
}

const signedIn = { allow: ['signedIn'] } as const;
const ofTemplates = { allow: ['signedIn'], absent: ['templatesOff'] } as const;
const visitor = { allow: ['visitor'] } as const;

/** The one table of who may see what, by view name. */
export const screenAccess = {
  Homepage: signedIn,
  NodeViewNew: signedIn,
  NodeViewExisting: signedIn,
  Workflows: signedIn,
  WorkflowDemo: signedIn,
  ExecutionById: signedIn,
  Executions: signedIn,
  WorkflowExecutions: signedIn,
  DataTables: signedIn,
  DataTable: signedIn,
  TemplatesSearchView: ofTemplates,
  TemplatesWorkflowView: ofTemplates,
  TemplatesCollectionView: ofTemplates,
  WorkflowTemplate: ofTemplates,
  Help: signedIn,
  SigninView: visitor,
  SignupView: visitor,
  ForgotMyPasswordView: visitor,
  ChangePasswordView: visitor,
  SetupView: { allow: ['default'], deny: ['usersOff'] },
  Settings: signedIn,
  PersonalSettings: { allow: ['signedIn'], deny: ['default'] },
  UsersSettings: { allow: ['default', 'owner'], deny: ['usersOff'] },
  ApiKeysSettings: signedIn,
  AuditSettings: { allow: ['default', 'owner'] },
  UsageSettings: { allow: ['default', 'owner'] },
  CommunityNodes: { allow: ['default', 'owner'] },
  NotFoundView: { allow: ['visitor', 'signedIn'] },
} as const satisfies Record<string, ScreenAccess>;

export type ViewName = keyof typeof screenAccess;

/** Whether the instance has the screen at all. */
export const isThere = (view: ViewName, standing: ReadonlySet<Trait>): boolean => {
  const { absent = [] }: ScreenAccess = screenAccess[view];
  return !absent.some((trait) => standing.has(trait));
};

export const maySee = (view: ViewName, standing: ReadonlySet<Trait>): boolean => {
  const { allow, deny = [] }: ScreenAccess = screenAccess[view];
  return (
    isThere(view, standing) && !deny.some((trait) => standing.has(trait)) && allow.some((trait) => standing.has(trait))
  );
};
