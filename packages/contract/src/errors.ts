import type { WorkflowChange } from './document/patches.ts';

interface ErrorKind {
  code: number;
  status: number;
  meaning: string;
  /** Seconds after which the same request may be sent again; every 503 has them. */
  retryAfter?: number;
}

/**
 * Every error that the API can answer with: a number that never changes its meaning, the HTTP status, and a line on what it means.
 * `docs/errors.md` holds the same table; a test keeps both equal.
 */
export const errorCodes = {
  badRequest: {
    code: 1000,
    status: 400,
    meaning: 'The request does not have the expected shape; the message names each field.',
  },
  notFound: { code: 1001, status: 404, meaning: 'No such address in the API.' },
  internal: {
    code: 1002,
    status: 500,
    meaning: 'A defect of Millrace. The message holds an id under which the log has the details.',
  },
  bodyTooLarge: { code: 1003, status: 413, meaning: 'The body is larger than the limit.' },
  invalidJson: { code: 1004, status: 400, meaning: 'The body is not valid JSON.' },
  unsupportedMediaType: { code: 1005, status: 415, meaning: 'The API takes JSON bodies only.' },
  forbiddenHost: {
    code: 1006,
    status: 403,
    meaning: 'The request names a host or an origin that this instance does not serve.',
  },
  tooManyConnections: { code: 1007, status: 429, meaning: 'Too many event streams of one user are open.' },
  notOffered: {
    code: 1008,
    status: 402,
    meaning: 'This instance is a showcase and does not run workflows; the hint says where they can be run.',
  },
  storageUnavailable: {
    code: 1009,
    status: 503,
    meaning:
      'The database, or the place where files are kept, cannot be used now: it is full, locked or out of reach. Nothing was changed; try again.',
    retryAfter: 5,
  },
  outcomeUnknown: {
    code: 1010,
    status: 500,
    meaning:
      'The connection to the database was lost before it had answered, so what was asked for may or may not have been carried out. Look before you ask again.',
  },
  notSignedIn: { code: 1011, status: 401, meaning: 'Nobody is signed in, or the API key is not valid.' },
  forbidden: {
    code: 1012,
    status: 403,
    meaning: 'The user, or the API key, may not do this; the message says what is missing.',
  },
  workflowNotFound: { code: 2000, status: 404, meaning: 'No workflow with this id.' },
  workflowConflict: {
    code: 2001,
    status: 409,
    meaning:
      'The workflow was changed by someone else since it was loaded; `conflict` says what has changed since the revision that was named.',
  },
  workflowNotRunnable: {
    code: 2002,
    status: 400,
    meaning: 'The workflow cannot be run: the message names the node and its issue.',
  },
  noTrigger: {
    code: 2003,
    status: 400,
    meaning: 'The workflow has no enabled trigger node, so it cannot be activated.',
  },
  webhookConflict: { code: 2004, status: 409, meaning: 'Another active workflow answers on the same webhook path.' },
  activationFailed: { code: 2005, status: 400, meaning: 'A trigger of the workflow could not be started.' },
  importFailed: { code: 2006, status: 400, meaning: 'The address does not give a workflow.' },
  noTriggerData: { code: 2007, status: 400, meaning: 'The trigger was run by hand, and found nothing to start with.' },
  workflowVersionNotFound: {
    code: 2008,
    status: 404,
    meaning: 'The workflow has no such version, or it is not kept any more.',
  },
  draftNotFound: { code: 2009, status: 404, meaning: 'No draft of yours with this id.' },
  tagNotFound: { code: 2100, status: 404, meaning: 'No tag with this id.' },
  tagNameTaken: {
    code: 2101,
    status: 409,
    meaning: 'There is another tag with this name; upper and lower case are the same.',
  },
  tagsOff: {
    code: 2102,
    status: 403,
    meaning: 'The instance is set up without tags (MILLRACE_WORKFLOW_TAGS_DISABLED).',
  },
  tooManyTags: { code: 2103, status: 409, meaning: 'The instance has as many tags as it may have.' },
  folderNotFound: { code: 2110, status: 404, meaning: 'No folder with this id.' },
  folderNameTaken: {
    code: 2111,
    status: 409,
    meaning: 'There is another folder with this name in the same place; upper and lower case are the same.',
  },
  tooManyFolders: { code: 2112, status: 409, meaning: 'The user has as many folders as one may have.' },
  templateNotFound: { code: 2200, status: 404, meaning: 'No template with this id.' },
  templateCollectionNotFound: { code: 2201, status: 404, meaning: 'No collection of templates with this id.' },
  executionNotFound: { code: 3000, status: 404, meaning: 'No execution with this id.' },
  executionNotRunning: { code: 3001, status: 409, meaning: 'The execution has already ended.' },
  tooManyRuns: {
    code: 3002,
    status: 503,
    meaning: 'Too many runs wait for a worker; try again after the time in Retry-After.',
    retryAfter: 2,
  },
  executionNotRetryable: {
    code: 3003,
    status: 409,
    meaning: 'The execution cannot be retried: the message says why.',
  },
  executionDataTooLarge: {
    code: 3004,
    status: 413,
    meaning: 'What was asked for is too large for one answer; the message names the way to read it in parts.',
  },
  webhookNotRegistered: {
    code: 4000,
    status: 404,
    meaning: 'No active workflow (or waiting editor) answers on this webhook path and method.',
  },
  webhookBadBody: { code: 4001, status: 400, meaning: 'The body of the webhook call does not fit its content type.' },
  webhookFailed: { code: 4002, status: 500, meaning: 'The workflow failed before it could answer.' },
  webhookRefused: { code: 4003, status: 403, meaning: 'The webhook does not accept calls from this sender.' },
  resumeAddressUnknown: {
    code: 4004,
    status: 404,
    meaning: 'No run waits at this address. The same is said of addresses that never were.',
  },
  waitOver: {
    code: 4005,
    status: 409,
    meaning: 'The address has ended a wait already, or the run that waited there goes on or has ended.',
  },
  notWaitingYet: {
    code: 4006,
    status: 409,
    meaning: 'The run has not come to the wait that this address is for; try again after the time in Retry-After.',
  },
  webhookUnauthorized: {
    code: 4007,
    status: 401,
    meaning: 'The webhook wants its callers to prove who they are, and this one has said nothing of it.',
  },
  formClosed: {
    code: 4008,
    status: 404,
    meaning: 'No active workflow (or waiting editor) has a form at this address.',
  },
  nodeTypeNotFound: { code: 5000, status: 404, meaning: 'No node type with this name and version.' },
  nodeMethodNotFound: {
    code: 5001,
    status: 404,
    meaning: 'The node type has no method with this name.',
  },
  nodeCallFailed: {
    code: 5002,
    status: 400,
    meaning: 'The node could not answer what it was asked outside of an execution: the message is its own.',
  },
  packagesNotAllowed: {
    code: 5003,
    status: 403,
    meaning: 'Packages of nodes are not allowed on this instance: MILLRACE_PACKAGES says so.',
  },
  packageNotFound: { code: 5004, status: 404, meaning: 'There is no such package, or no such version of it.' },
  packageRefused: {
    code: 5005,
    status: 400,
    meaning: 'The package cannot be installed: the message says why. What was there before is as it was.',
  },
  packageConflict: {
    code: 5006,
    status: 409,
    meaning: 'The package is there already, or someone else has changed it meanwhile.',
  },
  binaryDataNotFound: { code: 6000, status: 404, meaning: 'No binary data with this id.' },
  credentialNotFound: { code: 7000, status: 404, meaning: 'No credential with this id.' },
  credentialTypeNotFound: { code: 7001, status: 404, meaning: 'No credential type with this name.' },
  credentialNotUsable: {
    code: 7002,
    status: 403,
    meaning:
      'A node of the workflow names a credential that neither the owner of the workflow nor the caller may use, or that its node type may not use.',
  },
  secretsNeeded: {
    code: 7003,
    status: 400,
    meaning:
      'The change would let stored secrets go to another host than before; the hint names the fields that must be sent again.',
  },
  oauthFailed: {
    code: 7004,
    status: 400,
    meaning: 'An account could not be connected: the message says what the service or the credential lacks.',
  },
  dataTableNotFound: { code: 7500, status: 404, meaning: 'No data table with this id.' },
  dataTableColumnNotFound: { code: 7501, status: 404, meaning: 'The data table has no column with this id.' },
  dataTableNameTaken: {
    code: 7502,
    status: 409,
    meaning: 'The owner of the data table has another one with this name, or it has another column with this name.',
  },
  dataTablesFull: {
    code: 7503,
    status: 413,
    meaning: 'The data tables of the instance would take more room than MILLRACE_DATA_TABLES_MAX_SIZE.',
  },
  dataTableColumnsMissing: {
    code: 7504,
    status: 409,
    meaning: 'The file has columns that the data table does not have: the message names them.',
  },
  signInFailed: {
    code: 8000,
    status: 401,
    meaning: 'Nobody has this mail address and this password. Which of the two is wrong is not said.',
  },
  tooManyAttempts: {
    code: 8001,
    status: 429,
    meaning: 'Too many attempts to sign in, or to have a password changed; try again after the time in Retry-After.',
  },
  userManagementOff: {
    code: 8002,
    status: 403,
    meaning: 'The instance has no accounts: MILLRACE_USER_MANAGEMENT is false.',
  },
  setupTokenNeeded: {
    code: 8003,
    status: 403,
    meaning: 'Setting up the instance from elsewhere needs the token that the server has printed at its start.',
  },
  alreadySetUp: { code: 8004, status: 400, meaning: 'The instance has an owner already.' },
  notSetUp: { code: 8005, status: 400, meaning: 'The instance has no owner yet, and so no accounts.' },
  emailTaken: { code: 8006, status: 409, meaning: 'Another user has this mail address.' },
  userNotFound: { code: 8007, status: 404, meaning: 'No user with this id.' },
  inviteNotValid: {
    code: 8008,
    status: 400,
    meaning: 'The link of the invitation was used, has expired, or never was one.',
  },
  resetNotValid: {
    code: 8009,
    status: 404,
    meaning: 'The link for another password was used, has expired, or never was one.',
  },
  wrongPassword: { code: 8010, status: 400, meaning: 'The current password is another one.' },
  notPending: { code: 8011, status: 400, meaning: 'The user has signed up already, so there is no invitation.' },
  userNotRemovable: { code: 8012, status: 400, meaning: 'The owner and the caller cannot be deleted.' },
  mailNotSetUp: { code: 8013, status: 500, meaning: 'No mail server is configured, and the call needs one.' },
  mailFailed: { code: 8014, status: 502, meaning: 'The mail server could not be reached, or refused the mail.' },
  sessionNotFound: { code: 8015, status: 404, meaning: 'No session of the caller has this id.' },
  apiKeyNotFound: { code: 8100, status: 404, meaning: 'No API key of the caller has this id.' },
} as const satisfies Record<string, ErrorKind>;

export type ErrorName = keyof typeof errorCodes;

/** What is wrong with one field of a request. */
export interface RequestIssue {
  /** Such as `nodes[1].name`, or `query.filter.finished`. */
  path: string;
  message: string;
}

/** Body of every answer that is not 2xx. */
export interface ErrorBody {
  code: number;
  /** Key of `errorCodes`. */
  error: ErrorName;
  message: string;
  hint?: string;
  /** Of `badRequest`: each field that was refused. */
  issues?: RequestIssue[];
  /** Of `workflowConflict`: the present revision, and what has changed since the one that the request named. */
  conflict?: { revision: number; changes: WorkflowChange[] };
  /** Only outside production. */
  stack?: string;
}
