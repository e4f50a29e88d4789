import { Button, Skeleton } from '@mantine/core';
import type { Item, TaskData } from '@millrace/contract';
import { limits } from '@millrace/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { describeError } from '../../api/errors.ts';
import { readItems } from '../../api/execution-data.ts';
import { executionsKey } from '../../api/queries.ts';
import { t } from '../../messages/panel.ts';
import { useSession, useWorkflow } from '../../workflow/hooks.ts';
import type { NodeKey } from '../../workflow/types.ts';
import { hasFiles } from './binary-files.ts';
import { DataBar, type DataMode } from './DataBar.tsx';
import type { FieldSource } from './drag-field.ts';
import { EmptyState } from './EmptyState.tsx';
import { LargeData } from './LargeData.tsx';
import { storedCount } from './node-data.ts';
import { PageBar } from './PageBar.tsx';
import classes from './run-data.module.css';
import { modeFor, ShownItems } from './ShownItems.tsx';
import { findPosition } from './stored-position.ts';
import { pageSizes, searchItems } from './table.ts';

interface StoredItemsProps {
  nodeKey: NodeKey;
  task: TaskData;
  runIndex: number;
  output: number;
  /** Type of the output. */
  connection?: string;
  source: FieldSource;
  chosen?: number;
  onChoose?(item: number): void;
}

const noItems: readonly Item[] = [];

/** Items that lie on the server, of a large result: only those of the page on screen are read. */
export const StoredItems = ({
  nodeKey,
  task,
  runIndex,
  output,
  connection = 'main',
  source,
  chosen,
  onChoose,
}: StoredItemsProps) => {
  const session = useSession();
  const executionId = useWorkflow((state) => state.run.executionId) ?? '';
  const [wanted, setWanted] = useState<DataMode | null>(null);
  const [search, setSearch] = useState<string | null>(null);
  const [pageSize, setPageSize] = useState<number>(pageSizes[0]);
  const [page, setPage] = useState(0);
  const total = storedCount(task, output, connection) ?? 0;
  const size = task.stored?.size;
  const isLarge = size === undefined || size > limits.maxDisplayDataSize;
  const [isAllowed, setAllowed] = useState(!isLarge);

  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    queryKey: [...executionsKey, 'items', executionId, nodeKey, runIndex, connection, output, page, pageSize],
    queryFn: async ({ signal }) => {
      const position = task.stored?.position ?? (await findPosition(session, executionId, nodeKey, runIndex, signal));
      return readItems(
        { executionId, position, connection, output },
        { offset: page * pageSize, limit: pageSize },
        signal,
      );
    },
    enabled: isAllowed,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  const items = data ?? noItems;
  const words = useDeferredValue(search ?? '');
  const found = useMemo(() => searchItems(items, words, page * pageSize), [items, words, page, pageSize]);
  const mode = useMemo(() => modeFor(wanted, items, source.isInput), [wanted, items, source.isInput]);

  return (
    <div className={classes.data} aria-busy={isAllowed && (isPending || isPlaceholderData)}>
      <DataBar
        count={
          words === ''
            ? t('panel.data.items', { count: total })
            : t(total > items.length ? 'panel.data.foundInPage' : 'panel.data.found', {
                found: found.length,
                count: items.length,
              })
        }
        mode={mode}
        withFiles={hasFiles(items)}
        onMode={setWanted}
        search={search}
        searchLabel={t(total > pageSize ? 'panel.data.searchPage' : 'panel.data.search')}
        onSearch={setSearch}
      />
      {!isAllowed ? (
        <LargeData size={size} isPaged onShow={() => setAllowed(true)} />
      ) : error ? (
        <EmptyState title={t('panel.data.stored.failed')} message={describeError(error).message}>
          <Button size="xs" variant="default" onClick={() => void refetch()}>
            {t('shell.retry')}
          </Button>
        </EmptyState>
      ) : isPending || isPlaceholderData ? (
        <div className={classes.loading} role="status" aria-label={t('shell.loading')}>
          {Array.from({ length: 8 }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same
            <Skeleton key={row} height={14} />
          ))}
        </div>
      ) : found.length === 0 ? (
        <EmptyState
          title={t(total > items.length ? 'panel.data.nothingInPage' : 'panel.data.nothingFound', { search: words })}
          message={total > items.length ? t('panel.data.nothingInPage.message', { total }) : undefined}
        />
      ) : (
        <ShownItems
          mode={mode}
          items={found}
          all={items}
          search={words}
          source={source}
          chosen={chosen}
          onChoose={onChoose}
        />
      )}
      {isAllowed && total > pageSizes[0] && (
        <PageBar
          count={total}
          page={page}
          pageSize={pageSize}
          onPage={setPage}
          onPageSize={(chosenSize) => {
            setPageSize(chosenSize);
            setPage(0);
          }}
        />
      )}
    </div>
  );
};
