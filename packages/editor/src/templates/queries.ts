import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { queryClient } from '../api/queries.ts';
import { askHost } from './host.ts';
import { isSaved, readSaved, savedCategory, savedQuery } from './saved.ts';

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

/** Of the category of saved ones, all that are saved; otherwise those of the categories. Without them the others are still there. */
const savedFor = async ({ search, category }: { search: string; category: string }, isAsked: boolean) => {
  const saved = queryClient.ensureQueryData(savedQuery({ search, category: isAsked ? '' : category }));
  return isAsked ? saved : saved.catch(() => []);
};

/** Pages of the host; before the first come those that are saved here. */
export const workflowsQuery = ({ search, categories }: TemplatesFilter) => {
  const ofHost = categories.filter((id) => id !== savedCategory);
  const hasSaved = ofHost.length < categories.length;
  const isOnlySaved = hasSaved && ofHost.length === 0;
  const texts = textsOf({ search, categories: ofHost });
  return infiniteQueryOptions({
    queryKey: ['templates', 'workflows', { ...texts, hasSaved }],
    queryFn: async ({ pageParam, signal }) => {
      const query = new URLSearchParams({ skip: String(pageParam), rows: String(templatesAtOnce), ...texts });
      const [saved, { totalWorkflows, workflows }] = await Promise.all([
        savedFor(texts, hasSaved),
        isOnlySaved
          ? { totalWorkflows: 0, workflows: [] }
          : askHost('workflows', `/templates/workflows?${query}`, signal),
      ]);
      return {
        totalWorkflows: saved.length + totalWorkflows,
        workflows: pageParam === 0 ? [...saved, ...workflows] : workflows,
        next: workflows.length > 0 && pageParam + workflows.length < totalWorkflows && pageParam + workflows.length,
      };
    },
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next || undefined,
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
      isSaved(id)
        ? readSaved(id, signal)
        : (await askHost('template', `/templates/workflows/${encodeURIComponent(id)}`, signal)).workflow,
    ...kept,
  });
