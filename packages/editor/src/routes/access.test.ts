import { expect, test } from 'vitest';
import { standingOf, type Trait } from '../start/standing.ts';
import { userFor } from '../start/user-for-test.ts';
import { isThere, maySee, screenAccess, type ViewName } from './access.ts';

const settings = (enabled = true, hasTemplates = true) => ({
  userManagement: { enabled, showSetupOnFirstLoad: false, setupTokenNeeded: false, smtpSetup: false },
  templates: { enabled: hasTemplates, host: '' },
});
const people = {
  visitor: standingOf(settings(), null),
  default: standingOf(settings(), userFor('default')),
  owner: standingOf(settings(), userFor('owner')),
  member: standingOf(settings(), userFor('member')),
  only: standingOf(settings(false), userFor('default')),
};

/** Who of them may see it. */
const seenBy = (view: ViewName) =>
  Object.entries(people)
    .filter(([, standing]) => maySee(view, standing))
    .map(([name]) => name);

const signedIn = ['default', 'owner', 'member', 'only'];
const expected: Record<ViewName, string[]> = {
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
  TemplatesSearchView: signedIn,
  TemplatesWorkflowView: signedIn,
  TemplatesCollectionView: signedIn,
  WorkflowTemplate: signedIn,
  Help: signedIn,
  SigninView: ['visitor'],
  SignupView: ['visitor'],
  ForgotMyPasswordView: ['visitor'],
  ChangePasswordView: ['visitor'],
  SetupView: ['default'],
  Settings: signedIn,
  PersonalSettings: ['owner', 'member'],
  UsersSettings: ['default', 'owner'],
  ApiKeysSettings: signedIn,
  AuditSettings: ['default', 'owner', 'only'],
  UsageSettings: ['default', 'owner', 'only'],
  CommunityNodes: ['default', 'owner', 'only'],
  NotFoundView: ['visitor', ...signedIn],
};

test.each(Object.keys(screenAccess) as ViewName[])('%s is seen by those who may', (view) => {
  expect(seenBy(view)).toEqual(expected[view]);
});

test('what is denied is denied, whatever is allowed', () => {
  const both: ReadonlySet<Trait> = new Set(['owner', 'signedIn', 'usersOff']);
  expect(maySee('UsersSettings', both)).toBe(false);
});

test('without templates their screens are not there, for nobody', () => {
  const standing = standingOf(settings(true, false), userFor('owner'));
  const absent = (Object.keys(screenAccess) as ViewName[]).filter((view) => !isThere(view, standing));
  expect(absent).toEqual([
    ...['TemplatesSearchView', 'TemplatesWorkflowView', 'TemplatesCollectionView', 'WorkflowTemplate'],
  ]);
  expect(absent.some((view) => maySee(view, standing))).toBe(false);
});
