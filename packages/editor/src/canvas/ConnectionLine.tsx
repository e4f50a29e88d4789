import { type ConnectionLineComponentProps, Position } from '@xyflow/react';
import type { FlowNode } from './flow-model.ts';
import styles from './wire.module.css';
import { wireCourse } from './wire-path.ts';

/** The wire that is being drawn. From an input it leads backwards. */
export const ConnectionLine = ({
  fromX,
  fromY,
  toX,
  toY,
  fromPosition,
  connectionStatus,
}: ConnectionLineComponentProps<FlowNode>) => {
  const from = { x: fromX, y: fromY };
  const to = { x: toX, y: toY };
  const isVertical = fromPosition === Position.Top || fromPosition === Position.Bottom;
  const startsAtInput = fromPosition === Position.Left || fromPosition === Position.Bottom;
  const course = wireCourse(
    startsAtInput ? to : from,
    startsAtInput ? from : to,
    isVertical ? 'vertical' : 'horizontal',
  );
  return (
    <g className={styles.wire} data-hovered data-status={connectionStatus ?? undefined}>
      <path d={course.path} className={styles.line} />
      <circle cx={fromX} cy={fromY} r={6} className={styles.end} />
      <circle cx={toX} cy={toY} r={connectionStatus === 'valid' ? 9 : 4} className={styles.end} />
    </g>
  );
};
