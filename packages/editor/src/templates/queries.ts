import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { askHost } from './host.ts';

/* What is known of templates lives as long as the page: who wants to know what is new loads it again. */

const kept = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY, retry: false } as const;

/** What is looked for. Of categories, what belongs to any of them. */
export interface TemplatesFilter {
  search: string;
  /** Ids, in any order. */
  categories: readonly number[];
}

/** In one answer. */
export const templatesAtOnce = 10;

/** The same for the same search, in whatever order its categories were chosen. */
const textsOf = ({ search, categories }: TemplatesFilter) => ({
  search,
  category: [...categories].sort((a, b) => a - b).join(','),
});

export const categoriesQuery = queryOptions({
  queryKey: ['templates', 'categories'],
  queryFn: async ({ signal }) => (await askHost('categories', '/templates/categories', signal)).categories,
  ...kept,
});

export const collectionsQuery = (filter: TemplatesFilter) => {
  const texts = textsOf(filter);
  return queryOptions({
    queryKey: ['templates', 'collections', texts],
    queryFn: async ({ signal }) =>
      (await askHost('collections', `/templates/collections?${new URLSearchParams(texts)}`, signal)).collections,
    ...kept,
  });
};

export const workflowsQuery = (filter: TemplatesFilter) => {
  const texts = textsOf(filter);
  return infiniteQueryOptions({
    queryKey: ['templates', 'workflows', texts],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ skip: String(pageParam), rows: String(templatesAtOnce), ...texts });
      return askHost('workflows', `/templates/workflows?${query}`, signal);
    },
    initialPageParam: 0,
    getNextPageParam: ({ workflows, totalWorkflows }, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.workflows.length, 0);
      return workflows.length > 0 && loaded < totalWorkflows ? loaded : undefined;
    },
    ...kept,
  });
};

export const collectionQuery = (id: string) =>
  queryOptions({
    queryKey: ['templates', 'collection', id],
    queryFn: async ({ signal }) =>
      (await askHost('collection', `/templates/collections/${encodeURIComponent(id)}`, signal)).collection,
    ...kept,
  });

export const templateQuery = (id: string) =>
  queryOptions({
    queryKey: ['templates', 'template', id],
    queryFn: async ({ signal }) =>
      (await askHost('template', `/templates/workflows/${encodeURIComponent(id)}`, signal)).workflow,
    ...kept,
  });
