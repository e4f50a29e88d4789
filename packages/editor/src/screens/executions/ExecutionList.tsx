import { Button, Checkbox, Skeleton } from '@mantine/core';
import { limits } from '@millrace/contract';
import { Fragment, useState } from 'react';
import { describeError } from '../../api/errors.ts';
import { DeleteButtons } from '../../dialogs/executions/DeleteButtons.tsx';
import { isUnderWay } from '../../dialogs/executions/execution-list.ts';
import type { useExecutionList } from '../../dialogs/executions/use-execution-list.ts';
import { t } from '../../messages/executions.ts';
import { Message } from '../../ui/Message.tsx';
import { ExecutionItem } from './ExecutionItem.tsx';
import classes from './executions.module.css';
import type { ListPlace } from './places.ts';

interface ExecutionListProps {
  list: ReturnType<typeof useExecutionList>;
  place: ListPlace;
  executionId: string | null;
  isFiltered: boolean;
}

/** Goes from one link of the list to the next by the arrow keys. */
const onArrowKeys = (event: React.KeyboardEvent<HTMLElement>) => {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a[data-execution]')];
  const next = links[links.indexOf(document.activeElement as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.click();
};

export const ExecutionList = ({ list, place, executionId, isFiltered }: ExecutionListProps) => {
  const { rows, past, filter, error, isPending } = list;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const chosen = past?.rows.filter(({ id }) => selected.has(id)).map(({ id }) => id) ?? [];
  const areAllChosen = past !== undefined && chosen.length > 0 && chosen.length === past.rows.length;
  if (rows.length === 0) {
    if (isPending && !error) return <Loading />;
    if (error)
      return (
        <Message
          title={t('executions.failed')}
          text={describeError(error).message}
          action={<Button onClick={list.retry}>{t('shell.retry')}</Button>}
        />
      );
    return isFiltered ? (
      <Message title={t('executions.none.title')} text={t('executions.none.message')} />
    ) : (
      <Message title={t('executions.empty.title')} text={t('executions.empty.message')} />
    );
  }
  return (
    <>
      <div className={classes.bulk}>
        <Checkbox
          size="xs"
          aria-label={t('executions.selectShown')}
          checked={areAllChosen}
          indeterminate={chosen.length > 0 && !areAllChosen}
          onChange={() => setSelected(new Set(areAllChosen ? [] : past?.rows.map(({ id }) => id)))}
        />
        {chosen.length > 0 ? (
          <DeleteButtons
            chosen={chosen}
            areAllShown={areAllChosen}
            count={past?.count ?? 0}
            filter={filter}
            onDone={() => setSelected(new Set())}
          />
        ) : (
          <span aria-live="polite">
            {error
              ? t('executions.refresh.failed')
              : past &&
                t('executions.count', { shown: past.rows.length, count: Math.max(past.rows.length, past.count) })}
          </span>
        )}
      </div>
      <ol className={classes.list} onKeyDown={onArrowKeys}>
        {rows.map((row, index) => (
          <Fragment key={row.id}>
            <ExecutionItem
              row={row}
              place={place}
              isShown={row.id === executionId}
              selection={
                isUnderWay(row.status)
                  ? undefined
                  : { isSelected: selected.has(row.id), onSelect: () => setSelected(toggled(selected, row.id)) }
              }
            />
            {row.id === past?.cursor && index < rows.length - 1 && (
              <li>
                <Button size="compact-xs" variant="subtle" onClick={list.loadMore}>
                  {t('executions.gap')}
                </Button>
              </li>
            )}
          </Fragment>
        ))}
        {past && past.cursor !== null && (
          <li className={classes.more}>
            <Button size="xs" variant="default" loading={list.isLoadingMore} onClick={list.loadMore}>
              {t('executions.loadMore')}
            </Button>
          </li>
        )}
      </ol>
    </>
  );
};

const toggled = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  ids.has(id) ? new Set([...ids].filter((other) => other !== id)) : new Set([...ids, id]);

const Loading = () => (
  <div className={classes.loading} role="status" aria-label={t('shell.loading')}>
    {Array.from({ length: limits.executionsPerPage }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same
      <Skeleton key={row} height={40} />
    ))}
  </div>
);
