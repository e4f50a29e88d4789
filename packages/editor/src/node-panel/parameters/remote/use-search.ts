import type { ResourceLocatorMode, SearchResult } from '@millrace/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { client } from '../../../api/client.ts';
import { describeError } from '../../../api/errors.ts';
import { parameterAnswersKey } from '../../../api/queries.ts';
import type { ParameterPath } from '../../../workflow/types.ts';
import { useParameterRequest } from './parameter-request.ts';
import { keptFor, type Loaded } from './use-loaded-options.ts';

export type SearchEntry = SearchResult['results'][number];

export interface Search extends Loaded<readonly SearchEntry[]> {
  hasMore: boolean;
  loadMore(): void;
}

/**
 * The list of a resource locator, page after page.
 * @param filter what was typed; not sent where the mode is not searchable
 * @param enabled whether the list is wanted: it is asked for when it is opened
 */
export const useSearch = (
  mode: ResourceLocatorMode,
  path: ParameterPath,
  options: { filter: string; enabled: boolean; dependsOn?: readonly string[] },
): Search => {
  const { searchListMethod: methodName = '', searchable, searchFilterRequired } = mode.typeOptions ?? {};
  const filter = searchable ? options.filter.trim() : '';
  const { key, request, waitsFor } = useParameterRequest(path, options.dependsOn);
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [parameterAnswersKey, 'search', methodName, filter, ...key],
    queryFn: async ({ signal, pageParam: page }): Promise<SearchResult> =>
      client.nodeParameters.search({
        body: { ...(await request()), methodName, ...(filter && { filter }), ...(page && { page }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextPage }) => nextPage,
    enabled: options.enabled && waitsFor === undefined && (!searchFilterRequired || filter !== ''),
    staleTime: keptFor,
  });
  return {
    data: data?.pages.flatMap(({ results }) => results),
    isLoading: isFetching,
    waitsFor,
    failure: error ? describeError(error).message : undefined,
    reload: () => void refetch(),
    hasMore: hasNextPage,
    loadMore: () => {
      if (hasNextPage && !isFetching) void fetchNextPage();
    },
  };
};
