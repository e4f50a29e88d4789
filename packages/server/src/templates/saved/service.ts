import {
  type api,
  type EndpointRequest,
  type EndpointResponse,
  firstSavedTemplate,
  type RemovedValue,
  type TemplateCategory,
  type TemplateListing,
  type WorkflowGraph,
} from '@millrace/contract';
import type { Kysely } from 'kysely';
import type { Audit } from '../../audit/audit.ts';
import type { Database } from '../../db/schema.ts';
import type { NodeTypes } from '../../node-types/service.ts';
import type { Clock } from '../../platform/clock.ts';
import { notFound } from '../../platform/errors.ts';
import type { Caller } from '../../users/access.ts';
import { createSelection, type Listed, searchedOf } from '../search.ts';
import { createNodesOf, type NodesOf } from '../shown-nodes.ts';
import type { TemplateViews } from '../views.ts';
import {
  deleteSavedTemplate,
  insertSavedTemplate,
  listSavedTemplates,
  readGraph,
  type SavedTemplateRow,
  updateSavedTemplate,
} from './store.ts';
import { withoutSecrets } from './without-secrets.ts';

type Endpoints = (typeof api)['templates'];
type Answer<Name extends keyof Endpoints> = Promise<EndpointResponse<Endpoints[Name]>>;
type Body<Name extends keyof Endpoints> = EndpointRequest<Endpoints[Name]>['body'];

/** Templates of the instance, which its owner makes of workflows and everyone finds. */
export interface SavedTemplates {
  list(query: EndpointRequest<Endpoints['list']>['query']): Answer<'list'>;
  /** Counts as a view. @throws AppError templateNotFound, as all that take an id */
  get(id: number): Answer<'get'>;
  workflow(id: number): Answer<'workflow'>;
  create(caller: Caller, template: Body<'create'>): Answer<'create'>;
  update(caller: Caller, id: number, change: Body<'update'>): Answer<'update'>;
  remove(caller: Caller, id: number): Promise<void>;
}

interface Found extends Listed {
  listing: TemplateListing;
  categories: TemplateCategory[];
}

type StoredGraph = Pick<WorkflowGraph, 'nodes' | 'connections' | 'settings'>;

const outside = (row: number): number => row + firstSavedTemplate;
const inside = (id: number): number => id - firstSavedTemplate;

export const createSavedTemplates = (options: {
  db: Kysely<Database>;
  clock: Clock;
  audit: Pick<Audit, 'record'>;
  nodeTypes: Pick<NodeTypes, 'list' | 'describe'>;
  views: TemplateViews;
  /** Of the host whose templates are shown beside these, as far as the instance knows them. */
  readCategories: () => Promise<readonly TemplateCategory[]>;
}): SavedTemplates => {
  const { db, clock, audit, nodeTypes, views, readCategories } = options;

  /** How rows are told. Categories are known by their ids: names are kept as somebody saw them, in whatever language. */
  const openDescribing = async () => {
    const names = new Map((await readCategories()).map(({ id, name }) => [id, name]));
    const nodesOf = createNodesOf(nodeTypes);
    return (row: SavedTemplateRow): Found => describe(row, nodesOf, names);
  };

  const describe = (row: SavedTemplateRow, nodesOf: NodesOf, names: ReadonlyMap<number, string>): Found => {
    const stored = JSON.parse(row.categories) as TemplateCategory[];
    const categories = stored.map(({ id, name }) => ({ id, name: names.get(id) ?? name }));
    const types = JSON.parse(row.node_types) as string[];
    const author = [row.first_name, row.last_name].filter(Boolean).join(' ');
    const listing = {
      id: outside(Number(row.id)),
      name: row.name,
      description: row.description,
      createdAt: new Date(Number(row.created_at)).toISOString(),
      user: author === '' ? null : { username: author },
      nodes: nodesOf(types.map((type) => ({ type }))),
      categories,
    };
    return { listing, categories, searched: searchedOf(listing, categories) };
  };

  const counted = async (all: readonly Found[]): Promise<TemplateListing[]> => {
    const counts = await views.of(all.map(({ listing }) => listing.id));
    return all.map(({ listing }) => ({ ...listing, totalViews: counts.get(listing.id) ?? 0 }));
  };

  const find = async (id: number) => {
    const [[row], graph] = await Promise.all([listSavedTemplates(db, inside(id)), readGraph(db, inside(id))]);
    if (!row || graph === undefined) throw notFound('template', id);
    const found = (await openDescribing())(row);
    const [listing] = await counted([found]);
    const workflow = JSON.parse(graph) as StoredGraph;
    return { ...listing!, full: true, image: [], categories: found.categories, workflow };
  };

  const contentOf = (workflow: WorkflowGraph): { graph: string; nodeTypes: string[]; removed: RemovedValue[] } => {
    const { graph, removed } = withoutSecrets(workflow, (name, version) => nodeTypes.describe([{ name, version }])[0]);
    return {
      graph: JSON.stringify(graph),
      nodeTypes: [...new Set(graph.nodes.map(({ type }) => type))],
      removed,
    };
  };

  return {
    async list({ skip, rows, ...query }) {
      const stored = await listSavedTemplates(db);
      if (stored.length === 0) return { totalWorkflows: 0, workflows: [] };
      const found = createSelection(stored.map(await openDescribing()))(query);
      return { totalWorkflows: found.length, workflows: await counted(found.slice(skip, skip + rows)) };
    },

    async get(id) {
      const found = await find(id);
      views.count(id);
      return found;
    },

    async workflow(id) {
      const { name, workflow } = await find(id);
      return { id, name, workflow };
    },

    async create(caller, { workflow, ...about }) {
      const { removed, ...content } = contentOf(workflow);
      const id = await db.transaction().execute(async (transaction) => {
        const author = { authorId: caller.user.id, now: clock.now() };
        const made = outside(await insertSavedTemplate(transaction, { ...about, ...content }, author));
        await audit.record({ action: 'template.created', caller, resourceId: made, name: about.name }, transaction);
        return made;
      });
      return { template: await find(id), removed };
    },

    async update(caller, id, { workflow, ...about }) {
      const { removed, ...content } = workflow ? contentOf(workflow) : { removed: [] };
      await db.transaction().execute(async (transaction) => {
        const change = { ...about, ...content };
        const isThere = await updateSavedTemplate(transaction, inside(id), change, clock.now());
        if (!isThere) throw notFound('template', id);
        await audit.record({ action: 'template.changed', caller, resourceId: id, name: about.name }, transaction);
      });
      return { template: await find(id), removed };
    },

    async remove(caller, id) {
      const { name } = await find(id);
      await db.transaction().execute(async (transaction) => {
        await deleteSavedTemplate(transaction, inside(id));
        await views.forget(id, transaction);
        await audit.record({ action: 'template.deleted', caller, resourceId: id, name }, transaction);
      });
    },
  };
};
