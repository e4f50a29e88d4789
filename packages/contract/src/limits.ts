/** Names, sizes and times that server and editor must agree on. Times are milliseconds unless said otherwise. */
export const limits = {
  workflowNameMaxLength: 128,
  nodeNameMaxLength: 256,
  tagNameMaxLength: 24,
  /** Of an instance: lists of them are not read in pages. */
  tags: 1000,
  folderNameMaxLength: 64,
  templateNameMaxLength: 128,
  templateDescriptionMaxLength: 20_000,
  /** Of one template. */
  templateCategories: 5,
  /** Templates in one answer of a list. */
  templatesMaxPageSize: 100,
  /** Characters of a text that templates are searched for. */
  templateSearch: 200,
  /** Of one user: they are read at once. */
  folders: 1000,
  /** Folders in each other. */
  folderDepth: 10,
  /** Workflows in one answer of a list that is read in pages, or in one call that changes several. */
  workflowsMaxPageSize: 200,
  /** First and last names of users. */
  personNameMaxLength: 32,
  emailMaxLength: 254,
  passwordMinLength: 8,
  passwordMaxLength: 64,
  /** Of what is sent to be compared with a password, so that nothing endless is. */
  givenPasswordMaxLength: 512,
  /** Addresses that one call can invite. */
  invitesAtOnce: 100,
  inviteLifetime: 7 * 24 * 3_600_000,
  passwordResetLifetime: 3_600_000,
  credentialNameMaxLength: 64,
  dataTableNameMaxLength: 128,
  /** Characters of a text that rows of a data table are searched for: the search takes as many steps for each character of a row. */
  dataTableSearch: 200,
  /** Columns of a data table, beside those that each has. */
  dataTableColumns: 100,
  /** Rows of a data table in one answer or call. */
  dataTableRowsMaxPageSize: 1000,
  /** One text in a data table, in characters. */
  dataTableTextMaxLength: 1024 * 1024,
  /** Type of the trigger that starts runs by hand only. */
  manualTriggerType: 'core.manualTrigger',
  defaultWorkflowName: 'My workflow',
  duplicateSuffix: ' copy',
  /** JSON text of one node's shown run, in characters; above it the editor asks before it shows the data. */
  maxDisplayDataSize: 204_800,
  /** JSON body of an API request, in bytes. */
  apiBodyBytes: 64 * 1024 * 1024,
  /** Body of a webhook call, in bytes. */
  webhookBodyBytes: 16 * 1024 * 1024,
  /** A path in a change of a workflow, in characters. */
  patchPathMaxLength: 16_384,
  /** The last input or output that a wire may lead to. */
  portIndexMax: 9999,
  /** Changes of a workflow that are kept, so that an editor that knew an earlier state can be told what has changed since. */
  changesKept: 100,
  versionsPerPage: 100,
  versionNameMaxLength: 128,
  /** Drafts of one person, the newest. */
  draftsKept: 50,
  /** After the last change in it. */
  draftLifetime: 30 * 24 * 3_600_000,
  /** JSON of a draft on the server, in characters; a larger one stays in the browser alone. */
  draftMaxLength: 4 * 1024 * 1024,
  /** Items in a page of a node run's output. */
  itemsMaxPageSize: 1000,
  /** Characters of a text that executions are searched for. */
  executionSearch: 200,
  executionsPerPage: 10,
  executionsRefreshPageSize: 30,
  executionsMaxPageSize: 100,
  executionsRefreshInterval: 4000,
  pushReconnectDelay: 3000,
  pushHeartbeatInterval: 15_000,
  testWebhookLifetime: 120_000,
  debounce: 250,
  retryMaxTries: { min: 2, max: 5, default: 3 },
  retryWait: { min: 0, max: 5000, default: 1000 },
  canvasGrid: 20,
  /** How far from the middle of the canvas a node may lie, in canvas pixels. */
  positionMax: 1_000_000,
  defaultNodePosition: [240, 300] as [number, number],
} as const;

/** A `waitTill` of this value means: until someone resumes it. */
export const waitIndefinitely = '3000-01-01T00:00:00.000Z';
