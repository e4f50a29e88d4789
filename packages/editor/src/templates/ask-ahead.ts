import { queryClient } from '../api/queries.ts';
import { categoriesQuery, collectionsQuery, workflowsQuery } from './queries.ts';
import { allSavedQuery } from './saved.ts';
import { filterOf, type TemplatesAddress } from './search-address.ts';

/** Asks for what the search page shows at this address, before it is shown. What fails is told by the page. */
export const askAhead = (address: TemplatesAddress): void => {
  const filter = filterOf(address);
  void queryClient.prefetchInfiniteQuery(workflowsQuery(filter));
  void queryClient.prefetchQuery(collectionsQuery(filter));
  void queryClient.prefetchQuery(categoriesQuery);
  void queryClient.prefetchQuery(allSavedQuery);
};
