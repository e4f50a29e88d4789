import { emptyDocument, fromFormat, isId, limits, type WorkflowNode } from '@millrace/contract';
import { client } from '../api/client.ts';
import { ApiError, describeError } from '../api/errors.ts';
import { loadFullType, type NodeTypes, nodeTypesQuery } from '../api/node-types.ts';
import { queryClient } from '../api/queries.ts';
import { t } from '../messages/index.ts';
import { addNode } from './commands/index.ts';
import { changed } from './drafts.ts';
import { tellError } from './notices.ts';
import { openSession, type WorkflowSession } from './session.ts';
import { storedStateOf } from './stored-state.ts';
import { manualTrigger } from './triggers.ts';

/** A workflow that was opened, or why it was not. */
export type Opening = WorkflowSession | 'notFound' | 'failed' | 'aborted';

const nodeTypes = (): Promise<NodeTypes | undefined> => queryClient.fetchQuery(nodeTypesQuery).catch(() => undefined);

/** The node types, with the full forms of those that these nodes have on their way. */
export const typesOf = async (nodes: readonly Pick<WorkflowNode, 'type' | 'typeVersion'>[]): Promise<void> => {
  const types = await nodeTypes();
  for (const { type, typeVersion } of nodes) {
    const known = types?.find(type, typeVersion ?? 1);
    if (known) loadFullType(known.name, known.version);
  }
};

/** Opens a stored workflow; tells in a toast why it could not. */
export const openStored = async (id: string, signal?: AbortSignal): Promise<Opening> => {
  // Asked for, a word such as "new" would be another address of the API.
  if (!isId(id)) {
    tellError(t('workflow.open.notFound'));
    return 'notFound';
  }
  try {
    // With the node types, so that the nodes need not be shown twice: without looks, and with them.
    const [workflow] = await Promise.all([client.workflows.get({ params: { id }, signal }), nodeTypes()]);
    if (signal?.aborted) return 'aborted';
    await typesOf(workflow.nodes);
    return openSession(fromFormat(workflow), storedStateOf(workflow));
  } catch (error) {
    if (signal?.aborted) return 'aborted';
    const isMissing = error instanceof ApiError && error.status === 404;
    tellError(t(isMissing ? 'workflow.open.notFound' : 'workflow.open.failed'), describeError(error));
    return isMissing ? 'notFound' : 'failed';
  }
};

/** Opens a new workflow: a free name, and a trigger that makes it runnable by hand. Without a server it is empty and has the usual name. */
export const openNew = async (signal?: AbortSignal, folderId?: string): Promise<Opening> => {
  const wanted = t('workflow.name.new');
  const [name, types] = await Promise.all([
    client.workflows.newName({ query: { name: wanted }, signal }).then(
      (answer) => answer.name,
      () => wanted,
    ),
    nodeTypes(),
  ]);
  if (signal?.aborted) return 'aborted';
  const type = types?.find(manualTrigger, Number.POSITIVE_INFINITY);
  const empty = emptyDocument(name);
  const document = type ? changed(empty, addNode(type, limits.defaultNodePosition)) : empty;
  return openSession(document, folderId === undefined ? {} : { folderId });
};
