import { IconAlertTriangleFilled } from '@tabler/icons-react';
import { useMemo } from 'react';
import { t } from '../../messages/dock.ts';
import { formatDuration } from '../../ui/dates.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useWorkflow } from '../../workflow/hooks.ts';
import { spanOfLog } from './log-rows.ts';
import classes from './run-log.module.css';

/** How the run that is shown stands, in the bar of the dock. */
export const LogSummary = () => {
  const status = useWorkflow(({ run }) => run.status);
  const isOfThisPage = useWorkflow(({ mayRun }) => mayRun);
  const destination = useWorkflow(({ run }) => run.destination);
  const log = useWorkflow(({ run }) => run.log);
  const duration = useWorkflow(({ run }) => run.duration);
  const { start, end } = useMemo(() => spanOfLog(log), [log]);
  const failures = useMemo(
    () => log.entries.slice(0, log.length).filter(({ error }) => error !== undefined).length,
    [log],
  );
  const shown = status === 'starting' || status === 'waitingForWebhook' ? null : status;
  if (shown === null && log.length === 0) return null;
  return (
    <div className={classes.summary}>
      <span role="status">
        {shown && (
          <StatusBadge
            status={shown}
            label={
              shown === 'success' && isOfThisPage
                ? t(destination === null ? 'run.success' : 'run.success.node')
                : undefined
            }
          />
        )}
      </span>
      {log.length > 0 && (
        <span>
          {formatDuration(duration ?? end - start)} · {t('log.steps', { count: log.length })}
        </span>
      )}
      {failures > 0 && (
        <span className={classes.failures}>
          <IconAlertTriangleFilled size={13} aria-hidden />
          {t('log.errors', { count: failures })}
        </span>
      )}
    </div>
  );
};
