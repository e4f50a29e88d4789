import { type NodeTypes, nodeTypesQuery } from '../api/node-types.ts';
import { queryClient } from '../api/queries.ts';
import type { LimitOf } from './commands/index.ts';

/** How often a type may occur, as far as the types are loaded at this moment. */
export const limitNow: LimitOf = ({ type, typeVersion = 1 }) => {
  const known = queryClient.getQueryData<NodeTypes>(nodeTypesQuery.queryKey)?.find(type, typeVersion);
  return known?.maxNodes === undefined ? undefined : { type: known.name, max: known.maxNodes };
};
