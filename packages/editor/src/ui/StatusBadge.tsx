import type { ExecutionStatus } from '@millrace/contract';
import {
  IconAlertTriangleFilled,
  IconBoltOff,
  IconCircleCheckFilled,
  IconClockPause,
  IconHourglass,
  IconLoader2,
  IconPlayerStopFilled,
  type IconProps,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { t } from '../messages/executions.ts';
import classes from './StatusBadge.module.css';

const icons: Record<ExecutionStatus, ComponentType<IconProps>> = {
  queued: IconHourglass,
  running: IconLoader2,
  waiting: IconClockPause,
  success: IconCircleCheckFilled,
  error: IconAlertTriangleFilled,
  canceled: IconPlayerStopFilled,
  crashed: IconBoltOff,
};

/** How an execution stands, told by shape, colour and word. */
export const StatusBadge = ({ status, label }: { status: ExecutionStatus; label?: string }) => {
  const Icon = icons[status];
  return (
    <span className={classes.badge} data-status={status} title={t(`status.${status}.hint`)}>
      <Icon size={15} aria-hidden="true" className={classes.icon} />
      {label ?? t(`status.${status}`)}
    </span>
  );
};
