import { Tooltip } from '@mantine/core';
import type { ExecutionError } from '@millrace/contract';
import {
  IconAlertTriangleFilled,
  IconCheck,
  IconClock,
  IconHistoryToggle,
  IconLoader2,
  IconPinnedFilled,
  IconPlugConnected,
  IconPlugConnectedX,
  IconX,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { triggerStatesQuery } from '../api/queries.ts';
import { type MessageKey, t } from '../messages/index.ts';
import { formatDate } from '../ui/dates.ts';
import { useWorkflow } from '../workflow/hooks.ts';
import styles from './card.module.css';
import type { CardMark } from './card-state.ts';
import { itemsLabel, shortNumber } from './item-label.ts';

const looks: Record<CardMark, { icon: ReactNode; label: MessageKey }> = {
  running: { icon: <IconLoader2 size={13} stroke={2.4} className={styles.spinning} />, label: 'canvas.mark.running' },
  waiting: { icon: <IconClock size={13} stroke={2.2} />, label: 'canvas.mark.waiting' },
  error: { icon: <IconX size={13} stroke={2.8} />, label: 'canvas.mark.error' },
  issues: { icon: <IconAlertTriangleFilled size={13} />, label: 'canvas.mark.issues' },
  stale: { icon: <IconHistoryToggle size={13} stroke={2.2} />, label: 'canvas.mark.stale' },
  success: { icon: <IconCheck size={13} stroke={2.8} />, label: 'canvas.mark.success' },
};

/** Marks of nodes whose results are shown. */
const hasData: ReadonlySet<CardMark> = new Set(['success', 'stale', 'error']);

interface CardMarkBadgeProps {
  mark: CardMark;
  runs: number;
  items: number;
  issues: string;
  error: ExecutionError | undefined;
}

/** The state of a node at the corner of its card, told by its sign; the tooltip says it in words. */
export const CardMarkBadge = ({ mark, runs, items, issues, error }: CardMarkBadgeProps) => {
  const { icon, label } = looks[mark];
  const more = mark === 'issues' ? issues : mark === 'error' ? (error?.message ?? '') : '';
  const counts =
    hasData.has(mark) && runs > 0
      ? [runs > 1 && t('canvas.mark.runs', { count: runs }), itemsLabel(items)].filter(Boolean).join(', ')
      : '';
  const text = [t(label), counts, more].filter(Boolean).join('\n');
  if (mark === 'waiting') return <WaitingBadge icon={icon} />;
  return (
    <Badge mark={mark} text={text}>
      {icon}
      {hasData.has(mark) && (runs > 1 || items > 0) && (
        <span className={styles.count}>{runs > 1 ? t('canvas.mark.times', { count: runs }) : shortNumber(items)}</span>
      )}
    </Badge>
  );
};

/** Says until when the run waits; of a trigger that waits for a test call nothing more. */
const WaitingBadge = ({ icon }: { icon: ReactNode }) => {
  const text = useWorkflow(({ run: { status, waitTill } }) => {
    if (status !== 'waiting') return t('canvas.mark.waiting');
    return waitTill
      ? t('canvas.mark.waiting.until', { date: formatDate(waitTill) })
      : t('canvas.mark.waiting.indefinitely');
  });
  return (
    <Badge mark="waiting" text={text}>
      {icon}
    </Badge>
  );
};

/** A trigger of the active workflow that fails, or does not listen yet. */
export const TriggerBadge = ({ node }: { node: string }) => {
  const id = useWorkflow((state) => state.id);
  const { data: state } = useQuery({
    ...triggerStatesQuery(id ?? ''),
    enabled: id !== null,
    select: (states) =>
      states.find((one) => one.node === node && one.status === 'failing') ??
      states.find((one) => one.node === node && one.status === 'connecting'),
  });
  if (!state) return null;
  if (state.status === 'connecting')
    return (
      <Badge mark="connecting" text={t('canvas.mark.trigger.connecting')}>
        <IconPlugConnected size={13} />
      </Badge>
    );
  return (
    <Badge mark="disconnected" text={[t('canvas.mark.trigger.failing'), state.message].filter(Boolean).join('\n')}>
      <IconPlugConnectedX size={13} />
    </Badge>
  );
};

/** At the other corner, so that how the last run went is seen as well. */
export const PinBadge = () => (
  <Badge mark="pinned" text={t('canvas.mark.pinned')}>
    <IconPinnedFilled size={13} />
  </Badge>
);

const Badge = ({
  mark,
  text,
  children,
}: {
  mark: CardMark | 'pinned' | 'connecting' | 'disconnected';
  text: string;
  children: ReactNode;
}) => (
  <Tooltip label={text} multiline maw={320} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
    <span className={styles.mark} data-mark={mark} role="img" aria-label={text}>
      {children}
    </span>
  </Tooltip>
);
