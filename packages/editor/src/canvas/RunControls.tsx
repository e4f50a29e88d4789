import { ActionIcon, Button, Loader, Menu, Tooltip } from '@mantine/core';
import { IconChevronDown, IconEraser, IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useNodeTypes } from '../api/node-types.ts';
import { t } from '../messages/index.ts';
import { shortcutText } from '../ui/shortcuts.ts';
import { useSession, useWorkflow } from '../workflow/hooks.ts';
import { isRunning } from '../workflow/run-view.ts';
import { triggersOf } from '../workflow/triggers.ts';
import styles from './controls.module.css';
import { NodeIcon } from './NodeIcon.tsx';

/** Below the canvas: run, what is going on and how to stop it, and clearing what the last run left. */
export const RunControls = () => {
  const { runs } = useSession();
  const mayRun = useWorkflow((state) => state.mayRun);
  const status = useWorkflow((state) => state.run.status);
  const running = useWorkflow((state) => isRunning(state.run));
  const hasResults = useWorkflow((state) => Object.keys(state.run.nodes).length > 0);
  const isEmpty = useWorkflow((state) => Object.keys(state.document.nodes).length === 0);
  if (!mayRun || isEmpty) return null;
  if (running) {
    const label = status === 'waitingForWebhook' ? t('canvas.run.waitingForCall') : t('canvas.run.running');
    return (
      <div className={styles.run} role="status">
        <span className={styles.runState} data-status={status}>
          <Loader size={14} color="currentColor" aria-hidden="true" />
          {label}
        </span>
        <StopButton label={t('canvas.run.stop')} disabled={status === 'starting'} />
      </div>
    );
  }
  return (
    <div className={styles.run} data-tour="run">
      <RunButton />
      {status === 'waiting' && <StopButton label={t('canvas.run.stopWaiting')} />}
      {hasResults && (
        <Tooltip label={t('canvas.run.clear')}>
          <ActionIcon size={36} variant="default" aria-label={t('canvas.run.clear')} onClick={runs.clear}>
            <IconEraser size={17} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  );
};

const StopButton = ({ label, disabled }: { label: string; disabled?: boolean }) => {
  const { runs } = useSession();
  return (
    <Tooltip label={label}>
      <ActionIcon size={36} variant="default" disabled={disabled} aria-label={label} onClick={() => void runs.stop()}>
        <IconPlayerStopFilled size={15} className={styles.stop} />
      </ActionIcon>
    </Tooltip>
  );
};

/** With several triggers, an arrow at its side offers them. */
const RunButton = () => {
  const { runs } = useSession();
  const document = useWorkflow((state) => state.document);
  const types = useNodeTypes();
  const triggers = useMemo(() => triggersOf(document, types), [document, types]);
  const run = (
    <Button
      leftSection={<IconPlayerPlayFilled size={14} />}
      className={styles.runButton}
      data-joined={triggers.length > 1 || undefined}
      title={shortcutText('mod+Enter')}
      onClick={() => void runs.start()}
    >
      {t('canvas.run')}
    </Button>
  );
  if (triggers.length < 2) return run;
  return (
    <div className={styles.runChoice}>
      {run}
      <Menu position="top-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            size={36}
            variant="filled"
            color="teal"
            className={styles.runMore}
            aria-label={t('canvas.run.choose')}
          >
            <IconChevronDown size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t('canvas.run.startFrom')}</Menu.Label>
          {triggers.map((key) => {
            const { data } = document.nodes[key]!;
            return (
              <Menu.Item
                key={key}
                leftSection={<NodeIcon type={types.find(data.type, data.typeVersion ?? 1)} size={18} />}
                onClick={() => void runs.start({ triggerNode: key })}
              >
                {data.name}
              </Menu.Item>
            );
          })}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
};
