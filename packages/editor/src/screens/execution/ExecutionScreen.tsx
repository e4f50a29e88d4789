import { Button, Loader } from '@mantine/core';
import type { ExecutionError, ExecutionOutline } from '@millrace/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { client } from '../../api/client.ts';
import { ApiError, describeError } from '../../api/errors.ts';
import { executionsKey } from '../../api/queries.ts';
import type { ExecutionRow } from '../../dialogs/executions/execution-list.ts';
import { openDialog } from '../../dialogs/stack.ts';
import { dockState } from '../../dock/dock-state.ts';
import { t } from '../../messages/executions.ts';
import { Message } from '../../ui/Message.tsx';
import { hideToastsOf, showError, showWarning } from '../../ui/toasts.ts';
import { useTitle } from '../../ui/use-title.ts';
import { failureText, saysFailure } from '../../workflow/failure-text.ts';
import { SessionContext } from '../../workflow/hooks.ts';
import { keysByName } from '../../workflow/keys.ts';
import { isFollowed, runFromOutline } from '../../workflow/run-view.ts';
import { openSession, type WorkflowSession } from '../../workflow/session.ts';
import { type ListPlace, listAddress } from '../executions/places.ts';
import { useShownSession } from '../shell/shown-session.ts';
import stage from '../workflow/WorkflowScreen.module.css';
import { Editor } from '../workflow/WorkflowScreen.tsx';
import { ExecutionHeader } from './ExecutionHeader.tsx';
import { recordedDocument } from './recorded-document.ts';
import { useLaterRuns } from './use-later-runs.ts';

/** A past execution on the graph as it ran: the same canvas, read-only. Items are read when a node is opened. */
export const ExecutionScreen = ({
  id,
  place,
  others,
}: {
  id: string;
  /** The list that it is shown beside, if it is. */
  place?: ListPlace;
  /** What stands there: it can be compared with them. */
  others?: readonly ExecutionRow[];
}) => {
  const navigate = useNavigate();
  const listPath = place ? listAddress(place) : '/workflow';
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
    void navigate({ to: listPath, replace: true, ignoreBlocker: true });
  }, [isMissing, id, navigate, listPath]);
  const session = useExecutionSession(data, () => void refetch(), place === undefined);
  const runsRead = useLaterRuns(session, data);
  useEnd(session, data, () => void refetch());
  useTitle(data ? `${t('header.execution', { id })} · ${data.workflowName}` : t('header.execution', { id }));
  return (
    <>
      {data && (
        <ExecutionHeader
          execution={data}
          place={place}
          others={others}
          runsRead={runsRead}
          isRefreshing={isFetching}
          onRefresh={() => void refetch()}
        />
      )}
      <div className={stage.stage}>
        {isPending && (
          <div className={stage.loading}>
            <Loader size="sm" role="status" aria-label={t('shell.loading')} />
          </div>
        )}
        {error && !data && !isMissing && (
          <Message
            title={t('execution.failed')}
            text={describeError(error).message}
            action={<Button onClick={() => void refetch()}>{t('shell.retry')}</Button>}
          />
        )}
        {session && (
          <SessionContext value={session}>
            <Editor key={session.state().run.executionId} />
          </SessionContext>
        )}
      </div>
    </>
  );
};

/**
 * The session that shows the execution; null until it is read. Read anew, it keeps what is open.
 * @param tells how it stands, by a toast; beside the list, the list and the log do
 */
const useExecutionSession = (
  execution: ExecutionOutline | undefined,
  refresh: () => void,
  tells: boolean,
): WorkflowSession | null => {
  const [session, setSession] = useState<WorkflowSession | null>(null);
  useShownSession(session);
  const isShown = session !== null && session.state().run.executionId === execution?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another answer shows something else
  useEffect(() => {
    if (!execution) return;
    if (isShown) {
      const { document } = session.state();
      session.runs.show(runFromOutline(execution, keysByName(document), document));
      return;
    }
    const opened = recordedDocument(execution);
    const run = runFromOutline(execution, keysByName(opened), opened);
    setSession(openSession(opened, { id: execution.workflowId, readOnly: true, mayRun: false, run }));
  }, [execution]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the toast's button asks for whatever is current when it is pressed
  useEffect(() => {
    if (!execution || !isShown) return;
    hideToastsOf('run');
    if (tells) tellHowItStands(execution, session, refresh);
  }, [session, execution, tells]);
  return isShown ? session : null;
};

/** What this page has started is followed here as well: its end is read for the header. */
const useEnd = (session: WorkflowSession | null, execution: ExecutionOutline | undefined, refresh: () => void) => {
  const isOpenEnded = execution !== undefined && isFollowed(execution);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for anew is what is current when the end comes
  useEffect(() => {
    if (!session || !isOpenEnded) return;
    return session.store.subscribe(({ run }, before) => {
      if (isFollowed(before.run) && !isFollowed(run)) refresh();
    });
  }, [session, isOpenEnded]);
};

/** Whether the open log shows the step that failed, with what it says. */
const isInLog = ({ node }: ExecutionError): boolean => {
  const { isOpen, tab } = dockState.getState();
  return node !== undefined && isOpen === true && tab === 'log';
};

const tellHowItStands = (execution: ExecutionOutline, { state, panel }: WorkflowSession, refresh: () => void) => {
  const { status } = execution;
  const { run } = state();
  const again = { label: t('execution.refresh'), run: refresh };
  if (status === 'waiting') {
    const more = { label: t('execution.moreInfo'), run: () => openDialog('waiting', { execution }) };
    const message = t('execution.waiting.message');
    showWarning(t('execution.waiting.title'), { message, sticky: true, topic: 'run', actions: [again, more] });
  } else if (status === 'running' || status === 'queued') {
    const message = t(status === 'queued' ? 'execution.queued.message' : 'execution.running.message');
    showWarning(t('execution.waiting.title'), { message, sticky: true, topic: 'run', actions: [again] });
  } else if (run.error && !saysFailure(run, panel.state().node) && !isInLog(run.error)) {
    const { open, ...text } = failureText(run, panel);
    showError(t('run.execution.failed.title'), { ...text, topic: 'run', actions: open && [open] });
  }
};
