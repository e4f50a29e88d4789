import { Button } from '@mantine/core';
import type { Item } from '@millrace/contract';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { describeError } from '../../api/errors.ts';
import { t } from '../../messages/index.ts';
import { useWorkflow } from '../../workflow/hooks.ts';
import { useOpenedNode } from '../panel-context.ts';
import { EmptyState } from './EmptyState.tsx';
import { ItemsView } from './ItemsView.tsx';
import { outputItems } from './node-data.ts';
import classes from './run-data.module.css';

interface StoredDataProps {
  runIndex: number;
  branch: number;
  count: number;
}

/** Data that the server kept back because it is large: fetched when it is asked for. */
export const StoredData = ({ runIndex, branch, count }: StoredDataProps) => {
  const { node } = useOpenedNode();
  const executionId = useWorkflow((state) => state.run.executionId);
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async (): Promise<readonly Item[]> => {
      const execution = await client.executions.get({ params: { id: executionId ?? '' }, query: {} });
      const runData = execution?.data.resultData.runData ?? {};
      const tasks = Object.hasOwn(runData, node.name) ? runData[node.name] : [];
      return outputItems(tasks?.[runIndex], branch) ?? [];
    },
  });
  if (data && data.length > 0) return <ItemsView items={data} source={{ isInput: false }} />;
  return (
    <EmptyState title={t('panel.data.stored.title', { count })} message={t('panel.data.stored.message')}>
      <Button size="xs" variant="default" loading={isPending} onClick={() => mutate()}>
        {t('panel.data.stored.load')}
      </Button>
      {error && (
        <p className={classes.fileError}>
          {t('panel.data.stored.failed')}: {describeError(error).message}
        </p>
      )}
    </EmptyState>
  );
};
