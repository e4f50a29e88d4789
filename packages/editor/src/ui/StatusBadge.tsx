import { type ExecutionStatus, executionStatuses } from '@millrace/contract';
import {
  IconAlertTriangleFilled,
  IconBoltOff,
  IconCircleCheckFilled,
  IconClockPause,
  IconHelpCircleFilled,
  IconHourglass,
  IconLoader2,
  IconPlayerStopFilled,
  type IconProps,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { t } from '../messages/executions.ts';
import classes from './StatusBadge.module.css';

/** A server of another version may say what this editor does not know. */
const shownAs = (status: ExecutionStatus) => (executionStatuses.includes(status) ? status : 'unknown');

const icons: Record<ReturnType<typeof shownAs>, ComponentType<IconProps>> = {
  unknown: IconHelpCircleFilled,
  queued: IconHourglass,
  running: IconLoader2,
  waiting: IconClockPause,
  success: IconCircleCheckFilled,
  error: IconAlertTriangleFilled,
  canceled: IconPlayerStopFilled,
  crashed: IconBoltOff,
};

/** How an execution stands, told by shape, colour and word. */
export const StatusBadge = ({ status: given, label }: { status: ExecutionStatus; label?: string }) => {
  const status = shownAs(given);
  const Icon = icons[status];
  return (
    <span className={classes.badge} data-status={status} title={t(`status.${status}.hint`)}>
      <Icon size={15} aria-hidden="true" className={classes.icon} />
      {label ?? t(`status.${status}`)}
    </span>
  );
};
