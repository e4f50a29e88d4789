import { fromFormat, type WorkflowVersion } from '@millrace/contract';
import { type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { client } from '../../../api/client.ts';
import { useWorkflow } from '../../../workflow/hooks.ts';
import type { WorkflowDocument } from '../../../workflow/types.ts';

const perPage = 100;

const versionsKey = (id: string) => ['versions', id];

/** The versions of the open workflow, newest first. What is saved meanwhile, here or by others whose changes come in, is added. */
export const useVersions = (id: string) => {
  const queryClient = useQueryClient();
  const revision = useWorkflow((state) => state.revision);
  const query = useInfiniteQuery({
    queryKey: [...versionsKey(id), 'list'],
    queryFn: ({ pageParam: before, signal }) =>
      client.versions.list({ params: { id }, query: { limit: perPage, ...(before !== null && { before }) }, signal }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.length < perPage ? null : (page.at(-1)?.revision ?? null)),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another revision is another version
  useEffect(() => void queryClient.invalidateQueries({ queryKey: [...versionsKey(id), 'list'] }), [id, revision]);
  return { ...query, versions: query.data?.pages.flat() };
};

export const refreshVersions = (queryClient: QueryClient, id: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [...versionsKey(id), 'list'] });

/** The workflow as it was at a revision; nothing is asked without one. */
export const useVersionDocument = (id: string, revision: number | undefined) =>
  useQuery({
    queryKey: [...versionsKey(id), 'document', revision],
    queryFn: async ({ signal }): Promise<WorkflowDocument> =>
      fromFormat(await client.versions.get({ params: { id, revision }, signal })),
    enabled: revision !== undefined,
    // What it was it stays.
    staleTime: Number.POSITIVE_INFINITY,
  });

/** What a version is compared with: nothing, the one before it, the document as it is now, or another version. */
export type Against = 'none' | 'before' | 'now' | number;

/** @param versions newest first */
export const revisionOf = (
  against: Against,
  chosen: number,
  versions: readonly WorkflowVersion[],
): number | undefined => {
  if (typeof against === 'number') return against;
  return against === 'before' ? versions.find(({ revision }) => revision < chosen)?.revision : undefined;
};
