import {
  ownershipShape,
  type StoredRevision,
  type TagReference,
  type Workflow,
  type WorkflowGraph,
} from '@millrace/contract';
import { maySeeFolder } from '../folders/may-see.ts';
import { type OwnershipRow, ownershipOf } from '../permissions/ownership.ts';
import type { Actor } from '../permissions/permissions.ts';

/** What the server knows of a workflow beside its graph; such keys of a body are never part of the stored graph. */
const ownKeys = new Set([
  'id',
  'name',
  'active',
  'tags',
  'folderId',
  'createdAt',
  'updatedAt',
  'staticData',
  'ownerId',
  ...Object.keys(ownershipShape),
  'revision',
  'publishedRevision',
]);

type Parts = Record<string, unknown>;

/** The graph in a body: nodes, connections, and every other key of the format, known or not. */
export const graphOf = (body: Parts): Parts =>
  Object.fromEntries(Object.entries(body).filter(([key, value]) => !ownKeys.has(key) && value !== undefined));

/** Settings that say DEFAULT follow the instance, just as settings that are not there. */
const withoutDefaults = (settings: Parts): Parts =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== 'DEFAULT'));

/** A graph with the parts replaced that a change brings. */
export const changeGraph = (graph: Parts, change: Parts): Parts => {
  const { settings, ...parts } = graphOf(change);
  if (settings === undefined) return { ...graph, ...parts };
  return { ...graph, ...parts, settings: settings === null ? null : withoutDefaults(settings as Parts) };
};

export const parseGraph = (text: string): WorkflowGraph => JSON.parse(text) as WorkflowGraph;

export interface WorkflowRow extends OwnershipRow {
  id: number;
  name: string;
  active: 0 | 1;
  graph: string;
  static_data: string | null;
  folder_id: number | null;
  /** In their order. */
  tags: TagReference[];
  revision: number;
  published_revision: number | null;
  published_name: string | null;
  published_graph: string | null;
  created_at: number;
  updated_at: number;
}

type PublishedColumns = Pick<WorkflowRow, 'published_revision' | 'published_name' | 'published_graph'>;
type Content = Pick<WorkflowRow, 'revision' | 'name' | 'graph'>;

/** The latest revision runs. */
export const latestPublished: PublishedColumns = {
  published_revision: null,
  published_name: null,
  published_graph: null,
};

export const published = ({ revision, name, graph }: Content): PublishedColumns => ({
  published_revision: revision,
  published_name: name,
  published_graph: graph,
});

/** What of a workflow runs when its triggers start it, or others call it. */
export const runningOf = (row: Content & PublishedColumns): Content => {
  const { published_revision: revision, published_name: name, published_graph: graph } = row;
  return revision === null || name === null || graph === null ? row : { revision, name, graph };
};

/** The nodes of the latest revision, and of the one that runs where that is another. */
export const storedNodes = (row: Pick<WorkflowRow, 'graph' | 'published_graph'>): WorkflowGraph['nodes'] => [
  ...parseGraph(row.graph).nodes,
  ...(row.published_graph === null ? [] : parseGraph(row.published_graph).nodes),
];

export const publishedRevisionOf = ({ published_revision: revision }: PublishedColumns) =>
  revision === null ? {} : { publishedRevision: revision };

/** What someone who has saved a workflow knows of it then. */
export const storedRevisionOf = (row: WorkflowRow): StoredRevision => ({
  revision: row.revision,
  ...publishedRevisionOf(row),
  updatedAt: new Date(row.updated_at).toISOString(),
});

/** A stored workflow as the API gives it to a user. */
export const toWorkflow = (user: Actor, row: WorkflowRow): Workflow => ({
  id: String(row.id),
  name: row.name,
  active: row.active === 1,
  settings: {},
  ...parseGraph(row.graph),
  staticData: row.static_data === null ? null : JSON.parse(row.static_data),
  tags: row.tags,
  folderId: row.folder_id === null || !maySeeFolder(user, row) ? null : String(row.folder_id),
  revision: row.revision,
  ...publishedRevisionOf(row),
  ...ownershipOf(user, 'workflow', row),
  createdAt: new Date(row.created_at).toISOString(),
  updatedAt: new Date(row.updated_at).toISOString(),
});
