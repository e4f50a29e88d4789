import { useMediaQuery } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { ExecutionRow } from '../../dialogs/executions/execution-list.ts';
import { executionPlace, type ListPlace } from './places.ts';

/** Where there is room for both, the newest execution is shown until one is chosen. */
export const useNewest = (
  { workflowId }: ListPlace,
  executionId: string | null,
  rows: readonly ExecutionRow[],
): void => {
  const navigate = useNavigate();
  const isWide = useMediaQuery('(min-width: 761px)', true, { getInitialValueInEffect: false });
  const newest = rows[0]?.id;
  useEffect(() => {
    if (executionId !== null || newest === undefined || !isWide) return;
    void navigate({ ...executionPlace({ workflowId }, newest), replace: true });
  }, [navigate, workflowId, executionId, newest, isWide]);
};
