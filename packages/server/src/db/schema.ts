import type { LifecycleEvent } from '@millrace/engine/node-api';
import type { ColumnType, Generated } from 'kysely';

/**
 * Tables of both databases. Times are epoch milliseconds, booleans 0 or 1, JSON is text: the same everywhere.
 * Ids that count are numbers here and decimal text outside.
 */
export interface Database {
  instance: { key: string; value: string };
  users: UserTable;
  sessions: SessionTable;
  user_tokens: UserTokenTable;
  attempts: AttemptTable;
  workflows: WorkflowTable;
  workflow_changes: WorkflowChangeTable;
  workflow_versions: WorkflowVersionTable;
  workflow_drafts: WorkflowDraftTable;
  executions: ExecutionTable;
  execution_nodes: ExecutionNodeTable;
  execution_items: ExecutionItemTable;
  file_uses: FileUseTable;
  processes: ProcessTable;
  webhooks: WebhookTable;
  schedules: ScheduleTable;
  used_idempotency_keys: UsedIdempotencyKeyTable;
  test_webhooks: TestWebhookTable;
  listeners: ListenerTable;
  lifecycle_triggers: LifecycleTriggerTable;
  lifecycle_events: LifecycleEventTable;
  registrations: RegistrationTable;
  trigger_states: TriggerStateTable;
  bus_messages: BusMessageTable;
  workflow_shares: WorkflowShareTable;
  credential_shares: CredentialShareTable;
  api_keys: ApiKeyTable;
  audit_events: AuditEventTable;
  packages: PackageTable;
  credentials: CredentialTable;
  oauth_states: OAuthStateTable;
  data_tables: DataTableTable;
  data_table_columns: DataTableColumnTable;
  data_table_shares: DataTableShareTable;
  data_table_writes: DataTableWriteTable;
  tags: TagTable;
  workflow_tags: WorkflowTagTable;
  folders: FolderTable;
  template_views: TemplateViewTable;
  prompts: PromptTable;
  saved_templates: SavedTemplateTable;
}

type Flag = 0 | 1;

/** 3000-01-01T00:00:00.000Z, as `wait_till` of a wait that only a call or a person ends. */
export const endlessWait = 32_503_680_000_000;

interface UserTable {
  id: string;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  role: 'default' | 'owner' | 'member';
  /** What addresses are compared by: in lower case, with one form for each letter. */
  email_key: string | null;
  /** In the PHC string format; null: nobody can sign in as this user. */
  password_hash: string | null;
  /** JSON of UserSettings. */
  settings: string | null;
  /** JSON. */
  personalization_answers: string | null;
  created_at: number;
  updated_at: number;
}

/** Where someone is signed in. */
interface SessionTable {
  /** By which it is named; opens nothing. */
  id: string;
  /** SHA-256 of the cookie's token, hex. */
  token_hash: string;
  user_id: string;
  created_at: number;
  used_at: number;
  expires_at: number;
  /** Where it began. */
  address: string;
  user_agent: string;
}

/** What the link of a mail opens, once. */
interface UserTokenTable {
  /** SHA-256 of the link's token, hex. */
  token_hash: string;
  purpose: 'invite' | 'resetPassword';
  user_id: string;
  /** Who has invited. */
  created_by: string | null;
  expires_at: number;
}

/** How often something was tried that is limited. */
interface AttemptTable {
  /** SHA-256 of what is counted, hex. */
  key: string;
  count: number;
  forgotten_at: number;
}

interface WorkflowTable {
  id: Generated<number>;
  owner_id: string;
  name: string;
  active: ColumnType<Flag, Flag, Flag>;
  /** JSON of nodes, connections, settings, pinData, meta and whatever else came with it. */
  graph: string;
  /** JSON; written by runs, so it is apart from the graph. */
  static_data: string | null;
  /** Of its owner; null: in none. */
  folder_id: ColumnType<number | null, number | null | undefined, number | null>;
  /** Counts the changes of name and graph. */
  revision: Generated<number>;
  /** What an active workflow runs, where that is not its latest revision; null: it is. */
  published_revision: Generated<number | null>;
  published_name: Generated<string | null>;
  published_graph: Generated<string | null>;
  /** Why the triggers of an active workflow could not be started: JSON of {time, error}. */
  activation_error: string | null;
  created_at: number;
  updated_at: number;
}

/** Belongs to everyone. */
interface TagTable {
  id: Generated<number>;
  name: string;
  /** What names are compared by: in lower case, with one form for each letter. */
  name_key: string;
  created_at: number;
  updated_at: number;
}

interface WorkflowTagTable {
  workflow_id: number;
  tag_id: number;
  /** Among the tags of the workflow, from 0. */
  position: number;
}

/** Holds workflows of its owner. */
interface FolderTable {
  id: Generated<number>;
  owner_id: string;
  /** Null: it is in no other folder. */
  parent_id: number | null;
  name: string;
  /** As of tags. Unique in its place. */
  name_key: string;
  created_at: number;
  updated_at: number;
}

/** A template that was made of a workflow of the instance. */
interface SavedTemplateTable {
  id: Generated<number>;
  name: string;
  /** Markdown. */
  description: string;
  /** JSON of TemplateCategory[]. */
  categories: string;
  /** JSON of the types of its nodes, each once. */
  node_types: string;
  /** JSON of nodes, connections and settings. */
  graph: string;
  author_id: string | null;
  created_at: number;
  updated_at: number;
}

/** Of a template that comes with the product, or that was saved. */
interface TemplateViewTable {
  template_id: number;
  views: number;
}

/** A version of a workflow: what a revision has changed in the one before. */
interface WorkflowChangeTable {
  workflow_id: number;
  revision: number;
  /** JSON of patches of the document as it was stored; null where they are too many to be kept, and of the first. */
  patches: string | null;
  changed_at: number;
  /** Null: from before saves had authors. */
  author_id: string | null;
  /** What people call it. */
  name: string | null;
  /** Nodes, wires and other parts that it has changed. */
  changes: Generated<number>;
  /** The whole at this revision, compressed: see `snapshot.ts`. Others are made from the last one before. */
  snapshot: string | null;
}

/** What someone has edited and not saved. */
interface WorkflowDraftTable {
  user_id: string;
  /** Made by whoever edits. */
  id: string;
  /** Null: of a workflow that was never saved. */
  workflow_id: number | null;
  /** JSON of a DraftContent; null: the draft has become this workflow. */
  content: string | null;
  updated_at: number;
}

/** A graph as it was run. Executions of the same graph share one row. */
interface WorkflowVersionTable {
  id: Generated<number>;
  /** Null for workflows that were run without having been saved. */
  workflow_id: number | null;
  name: string;
  graph: string;
  /** SHA-256 of name and graph, hex. */
  digest: string;
  created_at: number;
}

interface ExecutionTable {
  id: Generated<number>;
  workflow_id: number | null;
  workflow_version_id: number;
  owner_id: string;
  mode: string;
  /** Type of the trigger whose event has started it; null also for those of earlier versions. */
  trigger_type: ColumnType<string | null, string | null | undefined, string | null>;
  status: string;
  started_at: number;
  stopped_at: number | null;
  wait_till: number | null;
  retry_of: number | null;
  retry_success_id: number | null;
  /** JSON of how the run starts: trigger payload, start nodes, destination. */
  start: string;
  /** JSON of an ExecutionError. */
  error: string | null;
  last_node: string | null;
  /** Id of the process that runs it, or hands it to its workers; null when it is queued, waits or has ended. */
  process_id: string | null;
  /** 1: a run by hand that is not to be kept; shown to whoever ran it and deleted when the workflow is next run by hand. */
  temporary: ColumnType<Flag, Flag | undefined, Flag>;
  /** Id of the process in which someone waits for its answer or its news. */
  origin: string | null;
  /** Push session of whoever runs it by hand. */
  session_id: string | null;
  /** How often it was claimed again after whoever ran it was lost. */
  attempt: Generated<number>;
  /** JSON of {node, position}: the node run that may have begun and must not be repeated. Counts while no result has that position. */
  in_flight: string | null;
  /** JSON of StoredWait, while it waits. A waiting row has stopped_at and wait_till; waits without end have `endlessWait`. */
  wait: string | null;
  /** JSON of a Resumption: what ended the wait of the first node run that is not recorded. */
  resumption: string | null;
  /** Waits so far; part of what a resume address signs, so each works once. */
  wait_count: Generated<number>;
  /** Milliseconds that it has run for before its last wait or hand-over. */
  elapsed: Generated<number>;
  /** JSON of RunProgress: what the recorded part has changed besides its results. */
  progress: string | null;
  /** JSON object of texts, for searching. */
  custom_data: string | null;
  /** What starts at most one execution: `workflowId:node:position:scheduledAt` of a schedule, `call:…` of a sub-workflow. */
  idempotency_key: string | null;
  /** The execution and its node that called this one. */
  parent_id: number | null;
  parent_node: string | null;
  /**
   * JSON of a WorkflowCallResult: of an execution that has ended and is not kept, but whose caller may ask once more until it has recorded the
   * result.
   */
  call_result: string | null;
}

/** One run of one node. */
interface ExecutionNodeTable {
  execution_id: number;
  /** Order in which the node runs ended, from 0. */
  position: number;
  node: string;
  /** JSON of TaskData without `data`. */
  task: string;
  /** JSON of connection type → number of items of each output, null where nothing was sent; null when the node failed. */
  outputs: ColumnType<string | null, string | null | undefined, string | null>;
  /** JSON of TaskData.data, while it is small; else null, and the items are in `execution_items`. */
  data: string | null;
}

/** A piece of the items that one output of a node run gave. */
interface ExecutionItemTable {
  execution_id: number;
  position: number;
  /** Connection type. */
  connection: string;
  output: number;
  /** From 0 within the output. */
  chunk: number;
  /** Index of the first item within the output. */
  first_item: number;
  item_count: number;
  /** JSON list. */
  items: string;
}

/** An execution refers to files of another one, its `owner_id`, which may be gone. */
interface FileUseTable {
  execution_id: number;
  owner_id: number;
}

/** Processes that own runs or listen for others. Times by the database's clock on PostgreSQL. */
interface ProcessTable {
  id: string;
  role: 'start' | 'web' | 'worker';
  started_at: number;
  /** Its heartbeat. */
  seen_at: number;
}

/** What active workflows listen on; derived from the graph in the transaction that activates. */
interface WebhookTable {
  workflow_id: number;
  node: string;
  method: string;
  /** With every parameter segment written as `:`, so that twins clash. */
  path: string;
  /** JSON of WebhookSpec. */
  spec: string;
  /** 1: code of the node judges each call before an execution starts. */
  receives: ColumnType<Flag, Flag | undefined, Flag>;
}

interface ScheduleTable {
  workflow_id: number;
  node: string;
  position: number;
  /** JSON of ScheduleSpec. */
  spec: string;
  /** IANA name; DEFAULT: the instance's. */
  timezone: string;
  /** 1: code of the node looks for news, and an execution starts where there are any. */
  polls: ColumnType<Flag, Flag | undefined, Flag>;
}

/** Triggers that keep a connection open while their workflow is active. */
interface ListenerTable {
  workflow_id: number;
  node: string;
  /** Of what the connection depends on: the node's type, parameters and credentials. */
  digest: string;
}

/** Triggers that are told what happens to their workflow and to the instance. */
interface LifecycleTriggerTable {
  workflow_id: number;
  node: string;
  /** JSON of the events that it is told of. */
  events: string;
}

/** What has happened, and has started no execution yet. */
interface LifecycleEventTable {
  id: Generated<number>;
  workflow_id: number;
  node: string;
  event: LifecycleEvent;
  at: number;
}

/**
 * What services were told of webhooks, or are to be told. Rows outlive their workflow: what it has registered is taken back when that works.
 */
interface RegistrationTable {
  id: Generated<number>;
  /** Null for a test call of a workflow that was never saved. */
  workflow_id: number | null;
  node: string;
  /** Whose test call it is, as `workflow` in `test_webhooks`; null: of the active workflow. */
  test: string | null;
  /** `wanted` → `registering` → `registered` → `leaving` → gone. */
  state: 'wanted' | 'registering' | 'registered' | 'leaving';
  /** Of what it depends on: the node's type, parameters, credentials and webhooks. */
  digest: string;
  /** JSON of name → address under which it is registered; null while nothing was. */
  urls: string | null;
  /** JSON of a CallSubject: the workflow as it was when it was registered; null while nothing was. */
  subject: string | null;
  /** JSON of what registering has left in the static data of the node; null where that is not known. */
  static_data: string | null;
  /** When it is seen to next. Null: there is nothing to do. */
  try_at: number | null;
  /** Until then a process sees to it, and no other does so with this or another one of its node. Null: none does. */
  claimed_until: Generated<number | null>;
  /** Failures in a row, and why the last one failed. */
  failures: Generated<number>;
  failure: string | null;
}

/** How a trigger of an active workflow does, beside that it is served. */
interface TriggerStateTable {
  workflow_id: number;
  node: string;
  /** What it is that does so. */
  part: 'registration' | 'poll' | 'connection';
  status: 'connecting' | 'listening' | 'failing';
  since: number;
  message: string | null;
  next_try: number | null;
}

/** Of executions that have ended and are not kept, for an hour. */
interface UsedIdempotencyKeyTable {
  key: string;
  ended_at: number;
  execution_id: number | null;
  status: string | null;
}

/** What an open editor waits for to be called once. */
interface TestWebhookTable {
  /** Id of the workflow, or the editor's session while it has none. */
  workflow: string;
  method: string;
  /** As in `webhooks`. */
  path: string;
  /** JSON of WebhookSpec. */
  spec: string;
  /** JSON of the run that the call starts. */
  run: string;
  session_id: string | null;
  expires_at: number;
}

interface WorkflowShareTable {
  user_id: string;
  workflow_id: number;
  role: 'use' | 'view' | 'edit';
}

interface CredentialShareTable {
  user_id: string;
  credential_id: number;
  role: 'use' | 'view' | 'edit';
}

/** Keys that users have made for programs. */
interface ApiKeyTable {
  id: string;
  user_id: string;
  name: string;
  /** JSON list. */
  scopes: string;
  /** What the key begins with. */
  hint: string;
  /** SHA-256 of the key, hex: it is random and long, so that nobody finds it by trying. */
  digest: string;
  created_at: number;
  expires_at: number | null;
  /** To the minute. */
  last_used_at: number | null;
}

/** Who did what. Names are those of the time. */
interface AuditEventTable {
  id: Generated<number>;
  at: number;
  user_id: string | null;
  user_name: string | null;
  api_key_id: string | null;
  resource: string;
  action: string;
  resource_id: string | null;
  name: string | null;
  /** JSON. */
  details: string | null;
}

/** PostgreSQL only: messages between processes that are too large for a notification. */
interface BusMessageTable {
  key: string;
  /** JSON. */
  body: string;
  created_at: number;
}

/** Packages of nodes that the owner has installed. */
interface PackageTable {
  name: string;
  version: string;
  /** JSON of `package-lock.json`: all that belongs to it, with what its content must hash to. */
  lock: string;
  installed_at: number;
  updated_at: number;
}
interface CredentialTable {
  id: Generated<number>;
  owner_id: string;
  name: string;
  type: string;
  /** JSON of the fields, encrypted; bound to the id. */
  data: string;
  /** Of the key that it is encrypted with. */
  key_id: string;
  /** JSON list of names of node types that may use it; null: all that support it. */
  nodes_access: string | null;
  /** Counts the changes of what it holds. */
  revision: Generated<number>;
  created_at: number;
  updated_at: number;
}

/** A sign-in at a service that somebody has begun, and has not come back from. */
interface OAuthStateTable {
  /** SHA-256 of the state that the service brings back, hex. */
  digest: string;
  credential_id: number;
  /** Of the credential when it began. */
  revision: number;
  user_id: string;
  /** Of the browser that has begun it: nobody else can bring it to an end. */
  session: string;
  /** JSON of what it needs at its end, encrypted. */
  data: string;
  key_id: string;
  expires_at: number;
}

/** A data table without its rows, which are in `data_table_rows_<id>`: `id`, `created_at`, `updated_at` and a column `c<id>` for each of its own. */
interface DataTableTable {
  id: Generated<number>;
  owner_id: string;
  name: string;
  row_count: Generated<number>;
  /** Bytes that its rows take, as counted by what writes them. */
  size: Generated<number>;
  created_at: number;
  updated_at: number;
}

interface DataTableColumnTable {
  id: Generated<number>;
  data_table_id: number;
  name: string;
  type: 'string' | 'number' | 'boolean' | 'date';
  position: number;
}

interface DataTableShareTable {
  user_id: string;
  data_table_id: number;
  role: 'use' | 'view' | 'edit';
}

/** Writes of node runs that may begin anew: the same key is answered with what it was answered before. */
interface DataTableWriteTable {
  key: string;
  execution_id: number;
  /** JSON of the answer. */
  result: string;
  created_at: number;
}

/** What someone was asked. */
interface PromptTable {
  id: Generated<number>;
  user_id: string;
  question: 'contact' | 'value';
  asked_at: number;
  /** Null: not yet, or never. */
  answered_at: number | null;
  value: number | null;
  email: string | null;
}
