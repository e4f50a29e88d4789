import { IconBolt } from '@tabler/icons-react';
import type { NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { t } from '../messages/index.ts';
import { useNodeRun, useWorkflow } from '../workflow/hooks.ts';
import { runCount } from '../workflow/node-run.ts';
import { isTrigger } from '../workflow/triggers.ts';
import { CardMarkBadge, PinBadge, TriggerBadge } from './CardMarkBadge.tsx';
import { CardName } from './CardName.tsx';
import { useCanvasState } from './canvas-state.ts';
import styles from './card.module.css';
import { cardMark } from './card-state.ts';
import type { CardNode } from './flow-model.ts';
import { NodeActions } from './NodeActions.tsx';
import { NodeIcon } from './NodeIcon.tsx';
import { NodePorts } from './NodePorts.tsx';

/** A node on the canvas. It renders when its own data, its run or its selection changes, not when the document does. */
export const NodeCard = memo(({ id, data, selected, dragging }: NodeProps<CardNode>) => {
  const { node, type, isUnknown, subtitle, issues, ports, freeOutputs } = data;
  const isHovered = useCanvasState((state) => state.hovered === id);
  const readOnly = useWorkflow((state) => state.readOnly);
  const isPinned = useWorkflow((state) => Object.hasOwn(state.document.pinData, id));
  const isStale = useWorkflow((state) => state.run.stale.has(id));
  const run = useNodeRun(id);
  const isDisabled = node.data.disabled === true;
  const mark = cardMark({ run, hasIssues: issues !== '', isDisabled, isStale });
  const startsRuns = isTrigger(type);
  return (
    <div
      className={styles.card}
      data-selected={selected || undefined}
      data-dragging={dragging || undefined}
      data-disabled={isDisabled || undefined}
      data-trigger={startsRuns || undefined}
      data-unknown={isUnknown || undefined}
      data-mark={mark}
    >
      <div className={styles.face}>
        {startsRuns && (
          <span className={styles.bolt} title={t('canvas.node.trigger')}>
            <IconBolt size={13} stroke={2} aria-hidden="true" />
          </span>
        )}
        {(type || isUnknown) && <NodeIcon type={type} />}
        <CardName node={node} subtitle={subtitle} isUnknown={isUnknown} />
      </div>
      {node.data.notesInFlow && node.data.notes && <span className={styles.note}>{node.data.notes}</span>}
      <NodePorts id={id} ports={ports} freeOutputs={freeOutputs} readOnly={readOnly} />
      {mark && (
        <CardMarkBadge mark={mark} runs={run ? runCount(run) : 0} issues={issues} error={run?.tasks.at(-1)?.error} />
      )}
      {isPinned && <PinBadge />}
      {startsRuns && !isDisabled && <TriggerBadge node={node.data.name} />}
      {isHovered && !dragging && !readOnly && <NodeActions id={id} isDisabled={isDisabled} />}
    </div>
  );
});
