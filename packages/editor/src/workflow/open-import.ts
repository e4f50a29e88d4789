import { fromFormat } from '@millrace/contract';
import { client } from '../api/client.ts';
import { withFreshIds } from './fresh-ids.ts';
import { neverSaved } from './history.ts';
import { type Opening, typesOf } from './opening.ts';
import { readWorkflowFrom, withTagsHere } from './parse-workflow.ts';
import { openSession } from './session.ts';

/**
 * Opens a new workflow that is what comes from elsewhere, not saved yet, with ids of its own.
 *
 * @param workflow in the public format
 * @throws Error that says why it is no workflow
 */
export const openImport = async (workflow: unknown, wantedName: string, signal: AbortSignal): Promise<Opening> => {
  const own = withFreshIds(await withTagsHere(readWorkflowFrom(workflow)));
  const [{ name }] = await Promise.all([nameFor(wantedName, signal), typesOf(own.nodes)]);
  if (signal.aborted) return 'aborted';
  return openSession(fromFormat({ ...own, name }), { savedAt: neverSaved });
};

/** With a number where there is a workflow of this name; as it is, where the server does not say. */
const nameFor = (name: string, signal: AbortSignal): Promise<{ name: string }> =>
  client.workflows.newName({ query: { name }, signal }).catch(() => ({ name }));
