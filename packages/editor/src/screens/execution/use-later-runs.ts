import type { ExecutionOutline } from '@millrace/contract';
import { useEffect, useState } from 'react';
import { describeError } from '../../api/errors.ts';
import { outlinePages } from '../../api/execution-data.ts';
import { t } from '../../messages/executions.ts';
import { showError } from '../../ui/toasts.ts';
import { withMoreRuns } from '../../workflow/run-view.ts';
import type { WorkflowSession } from '../../workflow/session.ts';

/**
 * An execution of many node runs is shown with its first ones; the others are read while it is looked at, and added to it.
 * @returns how many are shown so far; null when all are
 */
export const useLaterRuns = (
  session: WorkflowSession | null,
  execution: ExecutionOutline | undefined,
): number | null => {
  const [read, setRead] = useState<number | null>(null);
  useEffect(() => {
    if (!session || execution?.next === undefined) return setRead(null);
    const { id, next, nodes } = execution;
    const aborter = new AbortController();
    const readOn = async () => {
      let count = nodes.length;
      setRead(count);
      for await (const page of outlinePages(id, next, aborter.signal)) {
        session.runs.show(withMoreRuns(session.state().run, page));
        count += page.nodes.length;
        setRead(count);
      }
      setRead(null);
    };
    readOn().catch((error: unknown) => {
      if (aborter.signal.aborted) return;
      setRead(null);
      showError(t('execution.failed'), describeError(error));
    });
    return () => aborter.abort();
  }, [session, execution]);
  return read;
};
