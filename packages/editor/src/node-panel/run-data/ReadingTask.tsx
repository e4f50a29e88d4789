import { Button, Loader } from '@mantine/core';
import { describeError } from '../../api/errors.ts';
import { t } from '../../messages/panel.ts';
import { EmptyState } from './EmptyState.tsx';
import type { FoundTask } from './use-task.ts';

/** Stands in for an earlier pass of a loop while it is read, or says why it cannot be. */
export const ReadingTask = ({ error, retry }: Pick<FoundTask, 'error' | 'retry'>) =>
  error ? (
    <EmptyState title={t('panel.data.stored.failed')} message={describeError(error).message}>
      <Button size="xs" variant="default" onClick={retry}>
        {t('shell.retry')}
      </Button>
    </EmptyState>
  ) : (
    <EmptyState title={t('shell.loading')}>
      <Loader size="sm" />
    </EmptyState>
  );
