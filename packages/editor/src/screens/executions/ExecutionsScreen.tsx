import { Anchor, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import { client } from '../../api/client.ts';
import type { StatusFilter } from '../../dialogs/executions/execution-list.ts';
import { useExecutionList } from '../../dialogs/executions/use-execution-list.ts';
import { t } from '../../messages/executions.ts';
import { Header } from '../../ui/Header.tsx';
import { Message } from '../../ui/Message.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { ExecutionScreen } from '../execution/ExecutionScreen.tsx';
import { WorkflowViews } from '../workflow/WorkflowViews.tsx';
import { ExecutionList } from './ExecutionList.tsx';
import classes from './executions.module.css';
import { ListFilters } from './ListFilters.tsx';
import { type ListFilter, noFilter, toFilter } from './list-filter.ts';
import { executionPlace, type ListPlace } from './places.ts';
import { useNewest } from './use-newest.ts';

const CompareView = lazy(async () => ({ default: (await import('./compare/CompareView.tsx')).CompareView }));

interface ExecutionsScreenProps {
  /** Null: of all workflows. */
  workflowId: string | null;
  /** The one that is shown beside the list. */
  executionId: string | null;
}

/** Executions as a list, and beside it the chosen one on the canvas of its workflow. */
export const ExecutionsScreen = ({ workflowId, executionId }: ExecutionsScreenProps) => {
  const navigate = useNavigate();
  const compare = useSearch({ strict: false, select: (search) => search.compare });
  const [status, setStatus] = useState<StatusFilter | null>(null);
  const [fields, setFields] = useState<ListFilter>(noFilter);
  const [refreshes, setRefreshes] = useState(true);
  const more = useMemo(() => toFilter(fields, Date.now()), [fields]);
  const list = useExecutionList({ workflowId, status, more, refreshes });
  const place: ListPlace = { workflowId };
  useNewest(place, executionId, list.rows);

  return (
    <>
      <Header
        start={workflowId === null ? <strong>{t('executions.all')}</strong> : <WorkflowLink id={workflowId} />}
        middle={workflowId !== null && <WorkflowViews id={workflowId} />}
        end={
          workflowId !== null && (
            <Anchor component={Link} to="/executions" size="sm">
              {t('executions.all')}
            </Anchor>
          )
        }
      />
      <div className={classes.screen} data-chosen={executionId !== null || undefined}>
        <aside className={classes.side} aria-label={t('executions.list')}>
          <ListFilters
            status={status}
            onStatus={setStatus}
            fields={fields}
            onFields={setFields}
            refreshes={refreshes}
            onRefreshes={setRefreshes}
          />
          <ExecutionList
            list={list}
            place={place}
            executionId={executionId}
            isFiltered={status !== null || Object.keys(more).length > 0}
          />
        </aside>
        <section className={classes.main} aria-label={t('executions.title')}>
          {executionId === null ? (
            <NothingChosen />
          ) : compare === undefined ? (
            <ExecutionScreen id={executionId} place={place} others={list.rows} />
          ) : (
            <Suspense fallback={<Loader size="sm" m="auto" aria-label={t('shell.loading')} />}>
              <CompareView
                first={compare}
                second={executionId}
                onClose={() => void navigate(executionPlace(place, executionId))}
              />
            </Suspense>
          )}
        </section>
      </div>
    </>
  );
};

const NothingChosen = () => {
  useTitle(t('executions.title'));
  return <Message title={t('executions.choose.title')} text={t('executions.choose.message')} />;
};

const WorkflowLink = ({ id }: { id: string }) => {
  const { data } = useQuery({
    queryKey: ['workflow-name', id],
    queryFn: async ({ signal }) => (await client.workflows.get({ params: { id }, signal })).name,
  });
  return (
    <Anchor component={Link} to={`/workflow/${id}`} className={classes.workflow} title={data}>
      {data ?? '…'}
    </Anchor>
  );
};
