import { Anchor, Button, Loader } from '@mantine/core';
import type { Execution } from '@millrace/contract';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { client } from '../../api/client.ts';
import { describeError } from '../../api/errors.ts';
import { executionsKey } from '../../api/queries.ts';
import { t } from '../../messages/index.ts';
import { formatDate, formatDuration } from '../../ui/dates.ts';
import { Header } from '../../ui/Header.tsx';
import { Message } from '../../ui/Message.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { showError, showWarning } from '../../ui/toasts.ts';
import { failureText } from '../../workflow/failure-text.ts';
import { fromFormat } from '../../workflow/format.ts';
import { useWorkflow } from '../../workflow/hooks.ts';
import { keysByName } from '../../workflow/keys.ts';
import { openNodeCreator, openNodePanel } from '../../workflow/panel-state.ts';
import { runFromExecution } from '../../workflow/run-view.ts';
import { openDocument } from '../../workflow/store.ts';
import type { RunView } from '../../workflow/types.ts';
import { useTitle } from '../workflow/page-title.ts';
import stage from '../workflow/WorkflowScreen.module.css';
import { Editor } from '../workflow/WorkflowScreen.tsx';
import classes from './ExecutionScreen.module.css';

/** A past execution on the graph as it ran: the same canvas, read-only. */
export const ExecutionScreen = ({ id }: { id: string }) => {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [...executionsKey, 'one', id],
    queryFn: async ({ signal }) => (await client.executions.get({ params: { id }, signal })) ?? null,
    staleTime: 0,
  });
  const isShown = useShown(data);
  useTitle(data ? `${t('header.execution', { id })} · ${data.workflowName}` : t('header.execution', { id }));
  return (
    <>
      {data && <ExecutionHeader execution={data} onRefresh={() => void refetch()} />}
      <div className={stage.stage}>
        {isPending && (
          <div className={stage.loading}>
            <Loader size="sm" aria-label={t('shell.loading')} />
          </div>
        )}
        {error && (
          <Message
            title={t('execution.failed')}
            text={describeError(error).message}
            action={<Button onClick={() => void refetch()}>{t('shell.retry')}</Button>}
          />
        )}
        {data === null && <Message title={t('execution.failed')} text={t('execution.notFound', { id })} />}
        {data && isShown && <Editor />}
      </div>
    </>
  );
};

/** Puts the execution into the document store; true when it is there. */
const useShown = (execution: Execution | null | undefined): boolean => {
  useEffect(() => {
    if (!execution) return;
    openNodePanel(null);
    openNodeCreator(null);
    const document = fromFormat(execution.workflowData);
    const run = runFromExecution(execution, keysByName(document));
    openDocument(document, { id: execution.workflowId, readOnly: true, run });
    tellHowItStands(execution, run);
  }, [execution]);
  return useWorkflow((state) => state.readOnly && state.run.executionId === execution?.id);
};

const tellHowItStands = ({ status }: Execution, run: RunView) => {
  if (status === 'waiting') {
    const message = t('execution.waiting.message');
    showWarning(t('execution.waiting.title'), { message, sticky: true, topic: 'run' });
  } else if (status === 'running' || status === 'queued') {
    showWarning(t('execution.waiting.title'), { message: t('execution.running.message'), topic: 'run' });
  } else if (run.error) {
    showError(t('run.execution.failed.title'), { ...failureText(run), topic: 'run' });
  }
};

const ExecutionHeader = ({ execution, onRefresh }: { execution: Execution; onRefresh: () => void }) => {
  const { id, status, workflowId, workflowName, startedAt, stoppedAt } = execution;
  const hasEnded = stoppedAt !== null && status !== 'waiting';
  const name = workflowName || t('executions.unsaved');
  return (
    <Header
      start={
        <>
          <strong className={classes.id}>{t('header.execution', { id })}</strong>
          <StatusBadge status={status} />
          <span className={classes.of}>{t('header.execution.of')}</span>
          {workflowId === null ? (
            <span className={classes.workflow}>{name}</span>
          ) : (
            <Anchor
              component={Link}
              to={`/workflow/${workflowId}`}
              className={classes.workflow}
              aria-label={t('header.openWorkflow', { name })}
            >
              {name}
            </Anchor>
          )}
          <span className={classes.times}>
            {formatDate(startedAt)}
            {hasEnded && ` · ${formatDuration(Date.parse(stoppedAt) - Date.parse(startedAt))}`}
          </span>
        </>
      }
      end={
        <>
          {!hasEnded && (
            <Button variant="default" h={32} onClick={onRefresh}>
              {t('execution.refresh')}
            </Button>
          )}
          <span className={classes.readOnly}>
            <IconLock size={15} aria-hidden="true" />
            {t('header.readOnly')}
          </span>
        </>
      }
    />
  );
};
