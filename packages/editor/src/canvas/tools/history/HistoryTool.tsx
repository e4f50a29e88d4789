import { IconCheck } from '@tabler/icons-react';
import { isMessageKey, t } from '../../../messages/commands.ts';
import { useSession, useWorkflow } from '../../../workflow/hooks.ts';
import { ToolPanel } from '../ToolPanel.tsx';
import styles from '../tools.module.css';
import { type HistoryStep, historySteps } from './steps.ts';

/** All steps since the workflow was opened; a click goes to one, back or forth. */
export const HistoryTool = () => {
  const session = useSession();
  const past = useWorkflow((state) => state.past);
  const future = useWorkflow((state) => state.future);
  const savedAt = useWorkflow((state) => state.savedAt);
  const steps = historySteps({ past, future, document: session.state().document });
  return (
    <ToolPanel title={t('command.history')}>
      <ol className={styles.list}>
        {steps.map((step) => (
          <li key={step.position}>
            <button
              type="button"
              className={styles.row}
              aria-current={step.position === past.length ? 'step' : undefined}
              data-undone={step.position > past.length || undefined}
              onClick={() => session.travel(step.position)}
            >
              <span className={styles.words}>
                <span className={styles.title}>{titleOf(step)}</span>
                {step.nodes.length > 0 && <span className={styles.quiet}>{nodesText(step.nodes)}</span>}
              </span>
              {step.position === savedAt && <IconCheck size={14} stroke={2} role="img" aria-label={t('shell.saved')} />}
              {step.at !== undefined && <time className={styles.count}>{timeOf(step.at)}</time>}
            </button>
          </li>
        ))}
      </ol>
    </ToolPanel>
  );
};

const titleOf = ({ label }: HistoryStep): string => {
  if (label === undefined) return t('history.opened');
  return isMessageKey(label) ? t(label) : label;
};

const named = 3;

const nodesText = (nodes: readonly string[]): string =>
  nodes.length <= named ? nodes.join(', ') : t('history.nodes', { count: nodes.length });

const two = (value: number) => String(value).padStart(2, '0');
const timeOf = (at: number): string => {
  const time = new Date(at);
  return [time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':');
};
