/**
 * What the audit list holds, by what it was done to: each action with its name for people. Programs know an action as `workflow.created`.
 * Names and details never hold secrets.
 */
export const auditActions = {
  user: {
    signedIn: 'Signed in',
    signInFailed: 'Sign-in failed',
    signedOut: 'Signed out',
    sessionsEnded: 'Ended other sessions',
    setUp: 'Set up the instance',
    invited: 'Invited a user',
    signedUp: 'Signed up',
    changed: 'Changed a profile',
    passwordResetAsked: 'Asked for a new password',
    passwordLinkMade: 'Made a link for a new password',
    passwordChanged: 'Changed a password',
    roleChanged: 'Changed a role',
    transferred: "Took over a user's belongings",
    deleted: 'Deleted a user',
  },
  workflow: {
    created: 'Created a workflow',
    changed: 'Changed a workflow',
    activated: 'Activated a workflow',
    deactivated: 'Deactivated a workflow',
    tagged: 'Changed the tags of a workflow',
    moved: 'Moved a workflow',
    published: 'Published a version of a workflow',
    shared: 'Shared a workflow',
    run: 'Ran a workflow by hand',
    deleted: 'Deleted a workflow',
  },
  tag: {
    created: 'Created a tag',
    changed: 'Renamed a tag',
    deleted: 'Deleted a tag',
  },
  folder: {
    created: 'Created a folder',
    changed: 'Changed a folder',
    deleted: 'Deleted a folder',
  },
  template: {
    created: 'Saved a template',
    changed: 'Changed a template',
    deleted: 'Deleted a template',
  },
  execution: {
    retried: 'Retried an execution',
    stopped: 'Stopped an execution',
    deleted: 'Deleted executions',
  },
  credential: {
    created: 'Created a credential',
    changed: 'Changed a credential',
    read: 'Opened a credential',
    tested: 'Tested a credential',
    connected: 'Connected a credential to its service',
    used: 'Used a shared credential',
    shared: 'Shared a credential',
    deleted: 'Deleted a credential',
  },
  dataTable: {
    created: 'Created a data table',
    changed: 'Changed a data table',
    rowsImported: 'Imported rows into a data table',
    exported: 'Exported a data table',
    shared: 'Shared a data table',
    deleted: 'Deleted a data table',
  },
  apiKey: {
    created: 'Created an API key',
    changed: 'Changed an API key',
    deleted: 'Deleted an API key',
  },
  package: {
    installed: 'Installed a package',
    updated: 'Updated a package',
    removed: 'Removed a package',
  },
  settings: {
    changed: 'Changed settings of the instance',
  },
} as const;

type Actions = typeof auditActions;
export type AuditResource = keyof Actions;
export type AuditAction = { [R in AuditResource]: `${R}.${keyof Actions[R] & string}` }[AuditResource];

export const auditResourceNames = Object.keys(auditActions) as [AuditResource, ...AuditResource[]];

export const auditActionNames = Object.entries(auditActions).flatMap(([resource, actions]) =>
  Object.keys(actions).map((action) => `${resource}.${action}`),
) as [AuditAction, ...AuditAction[]];
