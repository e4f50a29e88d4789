import { readdir, readFile } from 'node:fs/promises';
import type { TemplateCategory, TemplateListing, TemplateNode } from '@millrace/contract';
import type { NodeTypes } from '../node-types/service.ts';
import { type Searched, searchedOf, searchText } from './search.ts';
import { createNodesOf, type NodesOf } from './shown-nodes.ts';

/*
 * The templates that come with the product are files: `workflows/<id>-<name>.json` with the workflow, and `.md` beside it with its description. They are
 * read when somebody first asks; what lists and searches need is kept, the workflows themselves are read again.
 */

export const bundledCatalog = new URL('catalog/', import.meta.url);

/** What a file of a template holds. Its id stands in its name. */
export interface TemplateFile {
  name: string;
  /** Ids. */
  categories: number[];
  createdAt: string;
  workflow: { nodes: { name: string; type: string }[]; connections: Record<string, unknown> };
}

interface CollectionFile {
  id: number;
  name: string;
  /** Markdown. */
  description: string;
  /** Ids, in the order in which they are shown. */
  workflows: number[];
  createdAt: string;
}

export interface CatalogTemplate {
  listing: Omit<TemplateListing, 'totalViews'>;
  categories: TemplateCategory[];
  searched: Searched;
  readWorkflow(): Promise<TemplateFile['workflow']>;
}

export interface CatalogCollection extends Omit<CollectionFile, 'workflows'> {
  templates: CatalogTemplate[];
  /** Of its templates. */
  nodes: TemplateNode[];
  categories: TemplateCategory[];
  searched: Searched;
}

export interface Catalog {
  categories: TemplateCategory[];
  /** The newest first. */
  templates: CatalogTemplate[];
  /** The newest first. */
  collections: CatalogCollection[];
}

const readJson = async <T>(file: URL): Promise<T> => JSON.parse(await readFile(file, 'utf8')) as T;

const byDate = (a: { createdAt: string; id: number }, b: { createdAt: string; id: number }): number =>
  Date.parse(b.createdAt) - Date.parse(a.createdAt) || b.id - a.id;

const uniqueBy = <T>(all: readonly T[], key: (one: T) => unknown): T[] =>
  [...new Map(all.toReversed().map((one) => [key(one), one])).values()].reverse();

const readTemplate = async (
  folder: URL,
  fileName: string,
  categories: readonly TemplateCategory[],
  nodesOf: NodesOf,
): Promise<CatalogTemplate> => {
  const file = new URL(fileName, folder);
  const [content, description] = await Promise.all([
    readJson<TemplateFile>(file),
    readFile(new URL(fileName.replace(/\.json$/, '.md'), folder), 'utf8'),
  ]);
  const nodes = nodesOf(content.workflow.nodes);
  const own = categories.filter(({ id }) => content.categories.includes(id));
  const { name, createdAt } = content;
  const listing = {
    id: Number.parseInt(fileName, 10),
    name,
    description: description.trim(),
    createdAt,
    user: { username: 'Millrace' },
    nodes,
  };
  return {
    listing,
    categories: own,
    searched: searchedOf(listing, own),
    readWorkflow: async () => (await readJson<TemplateFile>(file)).workflow,
  };
};

const collectionOf = (
  { workflows, ...file }: CollectionFile,
  templates: ReadonlyMap<number, CatalogTemplate>,
): CatalogCollection => {
  const own = workflows.flatMap((id) => templates.get(id) ?? []);
  const nodes = uniqueBy(
    own.flatMap(({ listing }) => listing.nodes),
    ({ name }) => name,
  );
  const categories = uniqueBy(
    own.flatMap((one) => one.categories),
    ({ id }) => id,
  );
  return {
    ...file,
    templates: own,
    nodes,
    categories,
    // Found by the names of its templates as well.
    searched: {
      ...searchedOf({ ...file, nodes }, categories),
      nodes: searchText(own.map(({ listing }) => listing.name).join(' ')),
    },
  };
};

const readCatalog = async (folder: URL, nodeTypes: Pick<NodeTypes, 'list'>): Promise<Catalog> => {
  const workflows = new URL('workflows/', folder);
  const [categories, collections, names] = await Promise.all([
    readJson<TemplateCategory[]>(new URL('categories.json', folder)),
    readJson<CollectionFile[]>(new URL('collections.json', folder)),
    readdir(workflows),
  ]);
  const nodesOf = createNodesOf(nodeTypes);
  const files = names.filter((name) => /^\d+-[\w-]+\.json$/.test(name));
  const templates = await Promise.all(files.map((name) => readTemplate(workflows, name, categories, nodesOf)));
  const byId = new Map(templates.map((one) => [one.listing.id, one]));
  return {
    categories,
    templates: templates.sort((a, b) => byDate(a.listing, b.listing)),
    collections: collections.map((one) => collectionOf(one, byId)).sort(byDate),
  };
};

/** @returns what reads the templates, once; after a failure again */
export const openCatalogFiles = (
  nodeTypes: Pick<NodeTypes, 'list'>,
  folder: URL = bundledCatalog,
): (() => Promise<Catalog>) => {
  let reading: Promise<Catalog> | undefined;
  return () => {
    reading ??= readCatalog(folder, nodeTypes).catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    return reading;
  };
};
