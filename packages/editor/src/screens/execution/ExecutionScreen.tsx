import { Button, Loader } from '@mantine/core';
import type { ExecutionOutline } from '@millrace/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { client } from '../../api/client.ts';
import { ApiError, describeError } from '../../api/errors.ts';
import { executionsKey } from '../../api/queries.ts';
import { openDialog } from '../../dialogs/stack.ts';
import { t } from '../../messages/executions.ts';
import { Message } from '../../ui/Message.tsx';
import { hideToastsOf, showError, showWarning } from '../../ui/toasts.ts';
import { failureText, saysFailure } from '../../workflow/failure-text.ts';
import { fromFormat } from '../../workflow/format.ts';
import { useWorkflow } from '../../workflow/hooks.ts';
import { keysByName } from '../../workflow/keys.ts';
import { openNodeCreator, openNodePanel, panelState } from '../../workflow/panel-state.ts';
import { isFollowed, runFromOutline } from '../../workflow/run-view.ts';
import { openDocument, workflowStore } from '../../workflow/store.ts';
import type { RunView } from '../../workflow/types.ts';
import { useTitle } from '../workflow/page-title.ts';
import stage from '../workflow/WorkflowScreen.module.css';
import { Editor } from '../workflow/WorkflowScreen.tsx';
import { ExecutionHeader } from './ExecutionHeader.tsx';
import { useLaterRuns } from './use-later-runs.ts';

/** A past execution on the graph as it ran: the same canvas, read-only. Items are read when a node is opened. */
export const ExecutionScreen = ({ id }: { id: string }) => {
  const navigate = useNavigate();
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: [...executionsKey, 'outline', id],
    queryFn: ({ signal }) => client.executions.outline({ params: { id }, query: {}, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  });
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400);
  useEffect(() => {
    if (!isMissing) return;
    showError(t('execution.failed'), { message: t('execution.notFound', { id }) });
    void navigate({ to: '/workflow', replace: true, ignoreBlocker: true });
  }, [isMissing, id, navigate]);
  const isShown = useShown(data, () => void refetch());
  const runsRead = useLaterRuns(data);
  // What this page has started is followed here as well: its end is read for the header.
  const hasEnded = useWorkflow(({ readOnly, run }) => readOnly && run.executionId === id && !isFollowed(run));
  const isOpenEnded = data !== undefined && isFollowed(data);
  useEffect(() => {
    if (isShown && hasEnded && isOpenEnded) void refetch();
  }, [isShown, hasEnded, isOpenEnded, refetch]);
  useTitle(data ? `${t('header.execution', { id })} · ${data.workflowName}` : t('header.execution', { id }));
  return (
    <>
      {data && (
        <ExecutionHeader
          execution={data}
          runsRead={runsRead}
          isRefreshing={isFetching}
          onRefresh={() => void refetch()}
        />
      )}
      <div className={stage.stage}>
        {isPending && (
          <div className={stage.loading}>
            <Loader size="sm" aria-label={t('shell.loading')} />
          </div>
        )}
        {error && !data && !isMissing && (
          <Message
            title={t('execution.failed')}
            text={describeError(error).message}
            action={<Button onClick={() => void refetch()}>{t('shell.retry')}</Button>}
          />
        )}
        {data && isShown && <Editor />}
      </div>
    </>
  );
};

/** Puts the execution into the document store; true when it is there. Read anew, it keeps what is open. */
const useShown = (execution: ExecutionOutline | undefined, refresh: () => void): boolean => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the toast's button asks for whatever is current when it is pressed
  useEffect(() => {
    if (!execution) return;
    const { readOnly, run, document } = workflowStore.getState();
    if (readOnly && run.executionId === execution.id) {
      const present = runFromOutline(execution, keysByName(document), document);
      workflowStore.setState({ run: present });
      hideToastsOf('run');
      tellHowItStands(execution, present, refresh);
      return;
    }
    openNodePanel(null);
    openNodeCreator(null);
    const opened = fromFormat(execution.workflowData);
    const view = runFromOutline(execution, keysByName(opened), opened);
    openDocument(opened, { id: execution.workflowId, readOnly: true, run: view });
    tellHowItStands(execution, view, refresh);
  }, [execution]);
  return useWorkflow((state) => state.readOnly && state.run.executionId === execution?.id);
};

const tellHowItStands = (execution: ExecutionOutline, run: RunView, refresh: () => void) => {
  const { status } = execution;
  const again = { label: t('execution.refresh'), run: refresh };
  if (status === 'waiting') {
    const more = { label: t('execution.moreInfo'), run: () => openDialog('waiting', { execution }) };
    const message = t('execution.waiting.message');
    showWarning(t('execution.waiting.title'), { message, sticky: true, topic: 'run', actions: [again, more] });
  } else if (status === 'running' || status === 'queued') {
    const message = t(status === 'queued' ? 'execution.queued.message' : 'execution.running.message');
    showWarning(t('execution.waiting.title'), { message, sticky: true, topic: 'run', actions: [again] });
  } else if (run.error && !saysFailure(run, panelState().node)) {
    showError(t('run.execution.failed.title'), { ...failureText(run), topic: 'run' });
  }
};
