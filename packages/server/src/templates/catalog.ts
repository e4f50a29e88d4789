import { readdir, readFile } from 'node:fs/promises';
import {
  type Language,
  languages,
  type TemplateCategory,
  type TemplateListing,
  type TemplateNode,
} from '@millrace/contract';
import type { NodeTypes } from '../node-types/service.ts';
import { createSelection, type Searched, type Selection, searchedOf } from './search.ts';
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
  /** Further words that a search finds it by. */
  keywords?: string;
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
  /** Markdown, in English. That of the listing is in the language that was asked for. */
  description: string;
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
  select: { templates: Selection<CatalogTemplate>; collections: Selection<CatalogCollection> };
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
    description: listing.description,
    categories: own,
    searched: searchedOf(listing, own, content.keywords),
    readWorkflow: async () => (await readJson<TemplateFile>(file)).workflow,
  };
};

/** `texts.<language>.json`: the catalogue in another language, by ids. What is left out stays in English. */
interface TranslatedCatalog {
  categories: Partial<Record<string, string>>;
  collections: Partial<Record<string, { name: string; description: string }>>;
  /** The description is the first sentence or two, as cards show it. */
  templates: Partial<Record<string, { name: string; description: string }>>;
}

const noTexts: TranslatedCatalog = { categories: {}, collections: {}, templates: {} };

/** Found by its words in both languages. */
const searchedInBoth = (own: Searched, english: Searched): Searched => ({
  name: `${own.name} ${english.name}`,
  nodes: own.nodes,
  keywords: english.keywords,
  categories: `${own.categories} ${english.categories}`,
  description: `${own.description} ${english.description}`,
});

const translateTemplate = (
  template: CatalogTemplate,
  categories: readonly TemplateCategory[],
  texts: TranslatedCatalog,
): CatalogTemplate => {
  const own = categories.filter(({ id }) => template.categories.some((one) => one.id === id));
  const listing = { ...template.listing, ...texts.templates[template.listing.id] };
  return {
    ...template,
    listing,
    categories: own,
    searched: searchedInBoth(searchedOf(listing, own), template.searched),
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
      nodes: own.map(({ listing }) => listing.name).join(' '),
    },
  };
};

const readCatalog = async (
  folder: URL,
  nodeTypes: Pick<NodeTypes, 'list'>,
): Promise<ReadonlyMap<Language, Catalog>> => {
  const workflows = new URL('workflows/', folder);
  const [english, collections, names, ...translations] = await Promise.all([
    readJson<TemplateCategory[]>(new URL('categories.json', folder)),
    readJson<CollectionFile[]>(new URL('collections.json', folder)),
    readdir(workflows),
    ...languages.map((language) =>
      language === 'en' ? noTexts : readJson<TranslatedCatalog>(new URL(`texts.${language}.json`, folder)),
    ),
  ]);
  const nodesOf = createNodesOf(nodeTypes);
  const files = names.filter((name) => /^\d+-[\w-]+\.json$/.test(name));
  const templates = await Promise.all(files.map((name) => readTemplate(workflows, name, english, nodesOf)));
  templates.sort((a, b) => byDate(a.listing, b.listing));
  const inLanguage = (texts: TranslatedCatalog): Catalog => {
    const categories = english.map(({ id, name }) => ({ id, name: texts.categories[id] ?? name }));
    const own =
      texts === noTexts ? templates : templates.map((template) => translateTemplate(template, categories, texts));
    const byId = new Map(own.map((one) => [one.listing.id, one]));
    const sets = collections.map((one) => collectionOf({ ...one, ...texts.collections[one.id] }, byId)).sort(byDate);
    return {
      categories,
      templates: own,
      collections: sets,
      select: { templates: createSelection(own), collections: createSelection(sets) },
    };
  };
  return new Map(languages.map((language, index) => [language, inLanguage(translations[index]!)]));
};

/** @returns what reads the templates, once; after a failure again */
export const openCatalogFiles = (
  nodeTypes: Pick<NodeTypes, 'list'>,
  folder: URL = bundledCatalog,
): ((language?: Language) => Promise<Catalog>) => {
  let reading: Promise<ReadonlyMap<Language, Catalog>> | undefined;
  return async (language = 'en') => {
    reading ??= readCatalog(folder, nodeTypes).catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    return (await reading).get(language)!;
  };
};
