import { t } from '../../messages/index.ts';
import { useTitle } from '../../ui/use-title.ts';
import { useWorkflow } from '../../workflow/hooks.ts';
import { isRunning } from '../../workflow/run-view.ts';

/** Name of the workflow, with a sign for how its run stands, as the browser's title. */
export const usePageTitle = (): void => {
  const name = useWorkflow((state) => state.document.name);
  const sign = useWorkflow(({ run }) => {
    if (isRunning(run)) return t('title.executing');
    return run.status === 'error' || run.status === 'crashed' ? t('title.error') : t('title.idle');
  });
  useTitle(`${sign} ${name || t('shell.product')}`);
};
