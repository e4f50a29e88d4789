import { fromFormat } from '@millrace/contract';
import { client } from '../api/client.ts';
import { t } from '../messages/templates.ts';
import { track } from '../telemetry/track.ts';
import { withFreshIds } from '../workflow/fresh-ids.ts';
import { neverSaved } from '../workflow/history.ts';
import { tellError } from '../workflow/notices.ts';
import { type Opening, typesOf } from '../workflow/opening.ts';
import { readWorkflowFrom, withTagsHere } from '../workflow/parse-workflow.ts';
import { openSession } from '../workflow/session.ts';
import { askHost, isMissing } from './host.ts';
import { isSaved, readSavedWorkflow } from './saved.ts';
import { templatesSession } from './templates-session.ts';

/** Opens a new workflow that is what a template has, not saved yet; tells in a toast why it could not. */
export const openTemplate = async (id: string, signal: AbortSignal): Promise<Opening> => {
  try {
    const template = isSaved(id)
      ? await readSavedWorkflow(id, signal)
      : await askHost('import', `/workflows/templates/${encodeURIComponent(id)}`, signal);
    const workflow = withFreshIds(await withTagsHere(readWorkflowFrom(template.workflow)));
    const [{ name }] = await Promise.all([nameFor(template.name, signal), typesOf(workflow.nodes)]);
    if (signal.aborted) return 'aborted';
    track('templateInserted', { sessionId: templatesSession(), templateId: id });
    return openSession(fromFormat({ ...workflow, name }), { savedAt: neverSaved });
  } catch (error) {
    if (signal.aborted) return 'aborted';
    const title = isMissing(error) ? t('templates.notFound') : t('templates.import.failed');
    tellError(title, { message: isMissing(error) ? t('templates.notFound.hint') : (error as Error).message });
    return 'notFound';
  }
};

/** With a number where there is a workflow of this name; as it is, where the server does not say. */
const nameFor = (name: string, signal: AbortSignal): Promise<{ name: string }> =>
  client.workflows.newName({ query: { name }, signal }).catch(() => ({ name }));
