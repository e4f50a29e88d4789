import { limits } from '@millrace/contract';
import { client } from '../api/client.ts';
import { nodeTypesQuery } from '../api/node-types.ts';
import { queryClient } from '../api/queries.ts';
import { addNode } from './commands/index.ts';
import { changed } from './drafts.ts';
import { emptyDocument } from './format.ts';
import type { OpeningOutcome } from './save.ts';
import { openDocument } from './store.ts';
import { manualTrigger } from './triggers.ts';

/** Opens a new workflow: a free name, and a trigger that makes it runnable by hand. Without a server it is empty and has the usual name. */
export const openNewWorkflow = async (signal?: AbortSignal): Promise<OpeningOutcome> => {
  const [name, types] = await Promise.all([
    client.workflows.newName({ signal }).then(
      (answer) => answer.name,
      () => limits.defaultWorkflowName,
    ),
    queryClient.fetchQuery(nodeTypesQuery).catch(() => undefined),
  ]);
  if (signal?.aborted) return 'aborted';
  const type = types?.find(manualTrigger, Number.POSITIVE_INFINITY);
  const empty = emptyDocument(name);
  openDocument(type ? changed(empty, addNode(type, limits.defaultNodePosition)) : empty);
  return 'opened';
};
