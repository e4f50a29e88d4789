import type { NodeProps } from '@xyflow/react';
import { type CSSProperties, memo } from 'react';
import { useNodeRun, useWorkflow } from '../workflow/hooks.ts';
import { runCount } from '../workflow/node-run.ts';
import { isTrigger } from '../workflow/triggers.ts';
import { CardMarkBadge, PinBadge, TriggerBadge } from './CardMarkBadge.tsx';
import { CardName } from './CardName.tsx';
import { useCanvasState } from './canvas-state.ts';
import styles from './card.module.css';
import { cardMark, itemsSent } from './card-state.ts';
import type { CardNode } from './flow-model.ts';
import { isWide } from './geometry.ts';
import { NodeActions } from './NodeActions.tsx';
import { NodeIcon } from './NodeIcon.tsx';
import { NodePorts } from './NodePorts.tsx';
import { nodeShape } from './node-shape.ts';

const iconSize = 40;

/** A node on the canvas. It renders when its own data, its run or its selection changes, not when the document does. */
export const NodeCard = memo(({ id, data, selected, dragging, width = 0, height = 0 }: NodeProps<CardNode>) => {
  const { node, type, isUnknown, subtitle, issues, ports, freeOutputs, room } = data;
  const isHovered = useCanvasState((state) => state.hovered === id);
  const readOnly = useWorkflow((state) => state.readOnly);
  const isPinned = useWorkflow((state) => Object.hasOwn(state.document.pinData, id));
  const isStale = useWorkflow((state) => state.run.stale.has(id));
  const run = useNodeRun(id);
  const isDisabled = node.data.disabled === true;
  const mark = cardMark({ run, hasIssues: issues !== '', isDisabled, isStale });
  const wide = isWide({ width, height });
  const name = <CardName node={node} subtitle={subtitle} isUnknown={isUnknown} />;
  return (
    <div
      className={styles.card}
      style={
        { '--own': type?.defaults.color, '--room-width': room.width, '--room-height': room.height } as CSSProperties
      }
      data-shape={nodeShape(type, ports)}
      data-wide={wide || undefined}
      data-selected={selected || undefined}
      data-dragging={dragging || undefined}
      data-disabled={isDisabled || undefined}
      data-unknown={isUnknown || undefined}
      data-mark={mark}
    >
      <div className={styles.face}>
        {(type || isUnknown) && <NodeIcon type={type} size={iconSize} />}
        {wide && name}
      </div>
      {!wide && name}
      <NodePorts id={id} ports={ports} width={width} height={height} freeOutputs={freeOutputs} readOnly={readOnly} />
      {mark && (
        <CardMarkBadge
          mark={mark}
          runs={run ? runCount(run) : 0}
          items={run ? itemsSent(run) : 0}
          issues={issues}
          error={run?.tasks.at(-1)?.error}
        />
      )}
      {isPinned && <PinBadge />}
      {isTrigger(type) && !isDisabled && <TriggerBadge node={node.data.name} />}
      {isHovered && !dragging && !readOnly && <NodeActions id={id} isDisabled={isDisabled} />}
    </div>
  );
});
