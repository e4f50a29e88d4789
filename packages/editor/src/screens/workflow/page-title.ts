import { useEffect } from 'react';
import { t } from '../../messages/index.ts';
import { useWorkflow } from '../../workflow/hooks.ts';
import { isRunning } from '../../workflow/run-view.ts';

/** A text as the browser's title, while the screen is there. */
export const useTitle = (title: string): void => {
  useEffect(() => {
    document.title = title;
    return () => {
      document.title = t('shell.product');
    };
  }, [title]);
};

/** Name of the workflow, with a sign for how its run stands, as the browser's title. */
export const usePageTitle = (): void => {
  const name = useWorkflow((state) => state.document.name);
  const sign = useWorkflow(({ run }) => {
    if (isRunning(run)) return t('title.executing');
    return run.status === 'error' || run.status === 'crashed' ? t('title.error') : t('title.idle');
  });
  useTitle(`${sign} ${name || t('shell.product')}`);
};
