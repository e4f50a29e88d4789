import type { ExecutionMode } from '@millrace/contract';
import {
  IconAlertTriangle,
  IconBolt,
  IconHandClick,
  IconPrompt,
  type IconProps,
  IconRefresh,
  IconSettings,
  IconSubtask,
  IconWebhook,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useNodeTypes } from '../../api/node-types.ts';
import { NodeIcon } from '../../canvas/NodeIcon.tsx';
import { t } from '../../messages/executions.ts';
import type { ExecutionRow } from './execution-list.ts';
import classes from './StartMark.module.css';

const icons: Record<ExecutionMode, ComponentType<IconProps>> = {
  manual: IconHandClick,
  trigger: IconBolt,
  webhook: IconWebhook,
  retry: IconRefresh,
  error: IconAlertTriangle,
  integrated: IconSubtask,
  internal: IconSettings,
  cli: IconPrompt,
};

/** What has started an execution: the kind of its trigger with its picture, or how else it came about. */
export const StartMark = ({ mode, triggerType }: Pick<ExecutionRow, 'mode' | 'triggerType'>) => {
  const { find } = useNodeTypes();
  const type = triggerType === undefined ? undefined : find(triggerType, Number.POSITIVE_INFINITY);
  const Icon = icons[mode];
  const label = type?.displayName ?? t(`mode.${mode}`);
  return (
    <span className={classes.mark} title={label}>
      {type ? <NodeIcon type={type} size={14} /> : <Icon size={14} stroke={1.7} aria-hidden="true" />}
      <span className={classes.label}>{label}</span>
    </span>
  );
};
