import { t } from '../messages/templates.ts';
import { track } from '../telemetry/track.ts';
import { tellError } from '../workflow/notices.ts';
import { openImport } from '../workflow/open-import.ts';
import type { Opening } from '../workflow/opening.ts';
import { askHost, isMissing } from './host.ts';
import { isSaved, readSavedWorkflow } from './saved.ts';
import { templatesSession } from './templates-session.ts';

/** Opens a new workflow that is what a template has, not saved yet; tells in a toast why it could not. */
export const openTemplate = async (id: string, signal: AbortSignal): Promise<Opening> => {
  try {
    const template = isSaved(id)
      ? await readSavedWorkflow(id, signal)
      : await askHost('import', `/workflows/templates/${encodeURIComponent(id)}`, signal);
    const opened = await openImport(template.workflow, template.name, signal);
    if (opened !== 'aborted') track('templateInserted', { sessionId: templatesSession(), templateId: id });
    return opened;
  } catch (error) {
    if (signal.aborted) return 'aborted';
    const title = isMissing(error) ? t('templates.notFound') : t('templates.import.failed');
    tellError(title, { message: isMissing(error) ? t('templates.notFound.hint') : (error as Error).message });
    return 'notFound';
  }
};
