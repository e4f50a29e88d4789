import type { ColumnType, Generated } from 'kysely';

/**
 * Tables of both databases. Times are epoch milliseconds, booleans 0 or 1, JSON is text: the same everywhere.
 * Ids that count are numbers here and decimal text outside.
 */
export interface Database {
  instance: { key: string; value: string };
  users: UserTable;
  workflows: WorkflowTable;
  workflow_versions: WorkflowVersionTable;
  executions: ExecutionTable;
  execution_nodes: ExecutionNodeTable;
  webhooks: WebhookTable;
  schedules: ScheduleTable;
}

type Flag = 0 | 1;

interface UserTable {
  id: string;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  role: 'default' | 'owner' | 'member';
  created_at: number;
  updated_at: number;
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
  /** Why the triggers of an active workflow could not be started: JSON of {time, error}. */
  activation_error: string | null;
  created_at: number;
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
  /** Who runs it; null when it is queued or has ended. */
  worker: string | null;
  /** 1: a run by hand that is not to be kept; shown to whoever ran it and deleted when the workflow is next run by hand. */
  temporary: ColumnType<Flag, Flag | undefined, Flag>;
}

/** One run of one node. */
interface ExecutionNodeTable {
  execution_id: number;
  /** Order in which the node runs ended, from 0. */
  position: number;
  node: string;
  /** JSON of TaskData without `data`. */
  task: string;
  /** JSON of TaskData.data. */
  data: string | null;
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
}

interface ScheduleTable {
  workflow_id: number;
  node: string;
  position: number;
  /** JSON of ScheduleSpec. */
  spec: string;
  timezone: string;
}
