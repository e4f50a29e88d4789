import { useMemo, useState } from 'react';
import { revealNode } from '../../canvas/view.ts';
import { t } from '../../messages/dock.ts';
import { EmptyState } from '../../node-panel/run-data/EmptyState.tsx';
import { useSession, useWorkflow } from '../../workflow/hooks.ts';
import { loopsOf } from '../../workflow/loops.ts';
import { isRunning } from '../../workflow/run-view.ts';
import type { LogEntry, NodeKey, RunLog as RunLogOf } from '../../workflow/types.ts';
import { TestCall } from '../test-call/TestCall.tsx';
import { LogList } from './LogList.tsx';
import { logRows } from './log-rows.ts';
import classes from './run-log.module.css';
import { StepDetail } from './StepDetail.tsx';

const noLoops: ReadonlyMap<NodeKey, number> = new Map();

/** The steps of the run that is shown, and what went into and came out of the chosen one. */
export const RunLog = () => {
  const session = useSession();
  const log = useWorkflow(({ run }) => run.log);
  const started = useWorkflow(({ run }) => run.started);
  const executionId = useWorkflow(({ run }) => run.executionId);
  const isUnderWay = useWorkflow(({ run }) => isRunning(run));
  const isAwaitingCall = useWorkflow(({ run }) => run.status === 'waitingForWebhook');
  const readOnly = useWorkflow((state) => state.readOnly);
  const loops = useMemo(() => (started ? loopsOf(started) : noLoops), [started]);
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [chosen, setChosen] = useState<{ executionId: string | null; entry: LogEntry | null } | null>(null);
  const rows = useMemo(() => logRows(log, loops, toggled), [log, loops, toggled]);
  const failed = useMemo(() => (isUnderWay ? undefined : failedStep(log)), [log, isUnderWay]);
  // Of a run that failed the step at which it did is looked at first.
  const entry = chosen && chosen.executionId === executionId ? chosen.entry : (failed ?? null);

  if (isAwaitingCall) return <TestCall />;
  if (rows.length === 0 && !isUnderWay) {
    return (
      <EmptyState title={t('log.empty.title')} message={t(readOnly ? 'log.empty.readOnly' : 'log.empty.message')} />
    );
  }
  return (
    <div className={classes.log} data-chosen={entry !== null || undefined}>
      <LogList
        rows={rows}
        chosen={entry}
        onToggle={(id, isOpen) => setToggled((before) => new Map([...before, [id, isOpen]]))}
        onChoose={(next) => {
          setChosen({ executionId, entry: next });
          session.select([next.key]);
          void revealNode(session, next.key);
        }}
        onOpen={({ key, runIndex }) => {
          if (session.state().document.nodes[key]) session.panel.openNode(key, runIndex);
        }}
      />
      <StepDetail entry={entry} onBack={() => setChosen({ executionId, entry: null })} />
    </div>
  );
};

const failedStep = ({ entries, length }: RunLogOf): LogEntry | undefined => {
  const last = entries[length - 1];
  return last?.error === undefined ? undefined : last;
};
