import { Button, Checkbox, Loader } from '@mantine/core';
import type { ExecutionOutline } from '@millrace/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { describeError } from '../../../api/errors.ts';
import { outlinePages } from '../../../api/execution-data.ts';
import { executionsKey } from '../../../api/queries.ts';
import { t } from '../../../messages/executions.ts';
import { formatDate, formatDuration } from '../../../ui/dates.ts';
import { Header } from '../../../ui/Header.tsx';
import { Message } from '../../../ui/Message.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import table from '../../../ui/Table.module.css';
import classes from './compare.module.css';
import { compareExecutions, type NodeComparison, type NodeSide } from './compare-executions.ts';

/** An execution with all of its node runs. */
const useWhole = (id: string) =>
  useQuery({
    queryKey: [...executionsKey, 'whole', id],
    queryFn: async ({ signal }) => {
      let whole: ExecutionOutline | undefined;
      for await (const page of outlinePages(id, 0, signal))
        whole = whole ? { ...whole, nodes: [...whole.nodes, ...page.nodes] } : page;
      return whole!;
    },
    staleTime: 60_000,
    gcTime: 60_000,
  });

/** Two executions side by side: which nodes differ, and where their data does first. */
export const CompareView = ({ first, second, onClose }: { first: string; second: string; onClose(): void }) => {
  const [onlyDifferences, setOnlyDifferences] = useState(true);
  const one = useWhole(first);
  const other = useWhole(second);
  const rows = useMemo(
    () => (one.data && other.data ? compareExecutions(one.data, other.data) : undefined),
    [one.data, other.data],
  );
  const error = one.error ?? other.error;
  const differing = rows?.filter(({ differs }) => differs) ?? [];
  const shown = onlyDifferences ? differing : (rows ?? []);
  return (
    <>
      <Header
        start={
          <>
            <strong>{t('compare.title', { first, second })}</strong>
            {rows && (
              <span className={table.muted} role="status">
                {differing.length > 0 ? t('compare.differ', { count: differing.length }) : t('compare.same')}
              </span>
            )}
          </>
        }
        end={
          <>
            <Checkbox
              size="xs"
              label={t('compare.onlyDifferences')}
              checked={onlyDifferences}
              onChange={(event) => setOnlyDifferences(event.currentTarget.checked)}
            />
            <Button variant="default" h={32} onClick={onClose}>
              {t('compare.close')}
            </Button>
          </>
        }
      />
      {error ? (
        <Message
          title={t('compare.failed')}
          text={describeError(error).message}
          action={
            <Button onClick={() => void Promise.all([one.refetch(), other.refetch()])}>{t('shell.retry')}</Button>
          }
        />
      ) : !rows || !one.data || !other.data ? (
        <Loader size="sm" m="auto" role="status" aria-label={t('shell.loading')} />
      ) : (
        <div className={classes.scroll}>
          <table className={table.table}>
            <thead>
              <tr>
                <th>{t('compare.node')}</th>
                <SideHead execution={one.data} />
                <SideHead execution={other.data} />
                <th>{t('compare.data')}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <tr key={row.node} data-differs={row.differs || undefined}>
                  <th scope="row" className={classes.node}>
                    {row.node}
                  </th>
                  <SideCell side={row.first} />
                  <SideCell side={row.second} />
                  <td className={classes.difference}>
                    <Difference row={row} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {shown.length === 0 && <Message title={t('compare.same')} />}
        </div>
      )}
    </>
  );
};

const SideHead = ({ execution: { id, startedAt, status } }: { execution: ExecutionOutline }) => (
  <th>
    <span className={classes.side}>
      #{id} <StatusBadge status={status} />
    </span>
    <span className={table.small}>{formatDate(startedAt)}</span>
  </th>
);

const SideCell = ({ side }: { side: NodeSide | undefined }) => {
  if (!side) return <td className={table.muted}>{t('compare.notRun')}</td>;
  return (
    <td>
      <StatusBadge status={side.status} />
      <span className={table.small} title={side.error}>
        {`${t('compare.runs')}: ${side.runs} · ${t('compare.items')}: ${side.items} · ${formatDuration(side.duration)}`}
      </span>
    </td>
  );
};

const mostShown = 300;

const textOf = (value: unknown): string => {
  const text = value === undefined ? t('compare.missing') : JSON.stringify(value);
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;
};

const Difference = ({ row: { difference, isUnread, first, second } }: { row: NodeComparison }) => {
  if (difference === 'unread') return t('compare.unread');
  if (difference) {
    const { item, path } = difference;
    return (
      <>
        <span className={table.small}>
          {path === '' ? t('compare.item', { item: item + 1 }) : t('compare.at', { item: item + 1, path })}
        </span>
        <code className={classes.value}>− {textOf(difference.first)}</code>
        <code className={classes.value} data-new>
          + {textOf(difference.second)}
        </code>
      </>
    );
  }
  const error = first?.error === second?.error ? undefined : (second?.error ?? first?.error);
  if (error !== undefined) return <span className={classes.error}>{error}</span>;
  return <span className={table.muted}>{first && second && t(isUnread ? 'compare.unread' : 'compare.equal')}</span>;
};
